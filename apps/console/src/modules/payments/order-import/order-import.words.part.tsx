import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { CurrencyPicker } from "../../../platform/pickers/payment-pickers.tsx";
import { statusChoices, useMethodChoices } from "./order-import.choices.part.tsx";
import type { MappingPart } from "./order-import.columns.part.tsx";
import { hasTooManyWords, type WordField, wordsOf } from "./order-import.mapping.policy.ts";
import { importScreenMessages } from "./order-import.messages.ts";

interface FixedValueProps extends MappingPart {
  readonly field: "currency" | "status" | "method";
  readonly label: string;
}

/** One value for all rows. */
export function FixedValue({ field, label, mapping, onChange }: FixedValueProps) {
  const screen = useWords(importScreenMessages);
  const locale = useLocale();
  const methods = useMethodChoices();
  const { fixedCurrency, fixedStatus, fixedMethod } = mapping;
  return (
    <Field label={fill(screen.forAllRows, { field: label })}>
      {(facts) =>
        field === "currency" ? (
          <CurrencyPicker
            facts={facts}
            value={fixedCurrency}
            onChange={(next) => onChange({ ...mapping, fixedCurrency: next as typeof fixedCurrency })}
          />
        ) : field === "status" ? (
          <ChoiceInput
            facts={facts}
            choices={statusChoices(locale)}
            value={fixedStatus}
            onChange={(next) => onChange({ ...mapping, fixedStatus: next as typeof fixedStatus })}
          />
        ) : (
          <ChoiceInput
            facts={facts}
            choices={methods}
            value={fixedMethod}
            onChange={(next) => onChange({ ...mapping, fixedMethod: next })}
          />
        )
      }
    </Field>
  );
}

/** What each word of a column means. Rows with a word that nobody gave a meaning are refused. */
export function WordMeanings({ field, mapping, columns, onChange }: MappingPart & { readonly field: WordField }) {
  const screen = useWords(importScreenMessages);
  const locale = useLocale();
  const methods = useMethodChoices();
  const title = field === "status" ? screen.statusWords : screen.methodWords;
  if (hasTooManyWords(mapping, columns, field))
    return (
      <p className="ch-field-error" role="alert">
        {`${title}: ${screen.tooManyWords}`}
      </p>
    );
  const words = wordsOf(mapping, columns, field);
  if (!words || words.length === 0) return null;
  const leaveOut = { value: "leaveOut", label: screen.leaveOut };
  const choices = field === "status" ? [...statusChoices(locale), leaveOut] : methods;
  const meanings: Readonly<Record<string, string>> = field === "status" ? mapping.statuses : mapping.methods;
  const set = (word: string, meaning: string | null) => {
    const { [word]: _before, ...others } = meanings;
    const next = meaning === null ? others : { ...others, [word]: meaning };
    onChange({ ...mapping, [field === "status" ? "statuses" : "methods"]: next });
  };
  return (
    <section>
      <h3 className="ch-section-title">{title}</h3>
      <div className="import-grid">
        {words.map(({ word, count }) => (
          <Field
            key={word}
            label={`${word} · ${count.toLocaleString("en-US")}`}
            hint={meanings[word] === undefined ? screen.notChosen : undefined}
          >
            {(facts) => (
              <ChoiceInput
                facts={facts}
                choices={choices}
                value={meanings[word] ?? null}
                onChange={(meaning) => set(word, meaning)}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}
