import { ChoiceInput, ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { countryChoices } from "../i18n/country-name.ts";
import { currencyChoices } from "../i18n/currency-name.ts";
import { useLocale } from "../i18n/use-words.ts";

/** A currency that amounts can be held in. */
export const CurrencyPicker = (props: InputProps<string>) => (
  <ChoiceInput {...props} choices={currencyChoices(useLocale())} />
);

/** Several currencies. */
export const CurrenciesPicker = (props: InputProps<readonly string[]>) => (
  <ChoicesInput {...props} choices={currencyChoices(useLocale())} />
);

/** A country, by its name in the reader's language. */
export const CountryPicker = (props: InputProps<string>) => (
  <ChoiceInput {...props} isRequired={false} choices={countryChoices(useLocale())} />
);

/** Several countries. */
export const CountriesPicker = (props: InputProps<readonly string[]>) => (
  <ChoicesInput {...props} choices={countryChoices(useLocale())} />
);

/** Short codes that are typed, such as countries; several may be pasted at once. */
export const CodesInput = ({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) => (
  <Select<string[]>
    id={facts.id}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[",", " ", "，", "、", ";"]}
    disabled={isDisabled}
    aria-invalid={facts.isInvalid}
    {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
    {...(facts.isInvalid ? { status: "error" as const } : {})}
    value={[...(value ?? [])]}
    onChange={(codes) => onChange(codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== ""))}
  />
);
