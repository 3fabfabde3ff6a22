import { locales } from "@countinghouse/contract/kit/locale.ts";
import type { LocaleNames } from "@countinghouse/contract/names.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Input } from "antd";
import { languageNames } from "../i18n/language.ts";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";
import "./pickers.css";

/** A text per language. One left empty shows the main text instead; all empty means none. */
export function LocaleNamesInput({ facts, value, onChange, isDisabled = false }: InputProps<LocaleNames>) {
  const words = useWords(pickersMessages);
  const set = (next: LocaleNames) => {
    const filled = Object.entries(next).filter(([, text]) => text !== undefined && text !== "");
    onChange(filled.length === 0 ? null : Object.fromEntries(filled));
  };
  return (
    <div className="ch-names">
      {locales.map((locale, index) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside, one component further.
        <label key={locale}>
          {languageNames[locale]}
          <Input
            {...(index === 0 ? { id: facts.id } : {})}
            lang={locale}
            autoComplete="off"
            disabled={isDisabled}
            placeholder={words.fallback}
            aria-invalid={facts.isInvalid}
            {...(facts.isInvalid ? { status: "error" as const } : {})}
            value={value?.[locale] ?? ""}
            onChange={(event) => set({ ...value, [locale]: event.target.value })}
          />
        </label>
      ))}
    </div>
  );
}
