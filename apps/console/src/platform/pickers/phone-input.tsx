import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Input, Select, Space } from "antd";
import { useState } from "react";
import { countryName } from "../i18n/country-name.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { callingCodeOf, callingCodes } from "./calling-codes.ts";
import { pickersMessages } from "./pickers.messages.ts";
import "./pickers.css";

/** A phone number in international form: the country by its name, and the number as people write it there. */
export function PhoneInput({ facts, value, onChange, isDisabled = false, isRequired = false }: InputProps<string>) {
  const locale = useLocale();
  const words = useWords(pickersMessages);
  const found = callingCodeOf(value ?? "");
  const [chosen, setChosen] = useState(found?.country);
  const own = callingCodes.find(({ country }) => country === chosen);
  // Several countries share a code: the one that was chosen stays, as long as it fits.
  const calling = own && (!found || own.code === found.code) ? own : found;
  const rest = calling && value?.startsWith(`+${calling.code}`) ? value.slice(calling.code.length + 1) : (value ?? "");
  const put = (code: string | undefined, number: string) => {
    const text = number.trim();
    if (text.startsWith("+") || !code) return onChange(text === "" ? null : text);
    onChange(text === "" ? null : `+${code}${text.startsWith(" ") ? "" : " "}${text}`);
  };
  const options = callingCodes
    .map(({ country, code }) => ({ value: country, code, label: `${countryName(country, locale)} +${code}` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <Space.Compact block className="ch-phone">
      <Select
        aria-label={words.callingCode}
        className="ch-phone-code"
        showSearch={{ optionFilterProp: "label" }}
        disabled={isDisabled}
        popupMatchSelectWidth={280}
        value={calling?.country ?? null}
        options={options}
        labelRender={() => (calling ? `${calling.country} +${calling.code}` : "")}
        onChange={(country) => {
          setChosen(country);
          put(callingCodes.find((one) => one.country === country)?.code, rest);
        }}
      />
      <Input
        id={facts.id}
        type="tel"
        autoComplete="off"
        maxLength={32}
        disabled={isDisabled}
        aria-invalid={facts.isInvalid}
        aria-required={isRequired}
        {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
        {...(facts.isInvalid ? { status: "error" as const } : {})}
        value={rest.trimStart()}
        onChange={(event) => put(calling?.code, event.target.value)}
      />
    </Space.Compact>
  );
}
