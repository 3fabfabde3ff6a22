import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { factsOf, isRequired, maxLengthOf } from "@countinghouse/contract/kit/field.ts";
import type { LocaleNames } from "@countinghouse/contract/names.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { DayInput, InstantInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import type { InputFacts } from "@countinghouse/ui/fields/field.tsx";
import { InputBone } from "@countinghouse/ui/fields/input-bone.tsx";
import {
  BooleanInput,
  ChoiceInput,
  ChoicesInput,
  type InputChoice,
  type InputProps,
  IntegerInput,
  LongTextInput,
  SecretInput,
  TextInput,
} from "@countinghouse/ui/fields/inputs.tsx";
import { JsonInput } from "@countinghouse/ui/fields/json-input.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { PercentInput } from "@countinghouse/ui/fields/percent-input.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { z } from "zod";
import { useLocale } from "../i18n/use-words.ts";
import { FixedAmountsInput, LimitsInput } from "../pickers/amount-rows.tsx";
import { LinesInput } from "../pickers/lines-input.tsx";
import { LocaleNamesInput } from "../pickers/locale-names-input.tsx";
import {
  CodesInput,
  CountriesPicker,
  CountryPicker,
  CurrenciesPicker,
  CurrencyPicker,
} from "../pickers/payment-pickers.tsx";
import { CalendarPicker, CalendarsPicker, ZonePicker } from "../pickers/time-pickers.tsx";
import { ReferencePicker, ReferencesPicker } from "../references/reference-picker.tsx";
import { useDictionary } from "../session/session.ts";
import { defaultOf } from "./form-draft.ts";

// Few forms ask for what these bring lists for.
const CategoryPicker = lazyPart(async () => (await import("../pickers/category-picker.tsx")).CategoryPicker, InputBone);
const CategoriesPicker = lazyPart(
  async () => (await import("../pickers/category-picker.tsx")).CategoriesPicker,
  InputBone,
);
const PhoneInput = lazyPart(async () => (await import("../pickers/phone-input.tsx")).PhoneInput, InputBone);

interface FieldInputProps {
  readonly schema: z.ZodType;
  readonly facts: InputFacts;
  readonly value: unknown;
  onChange(value: unknown): void;
  readonly isDisabled?: boolean | undefined;
  /** The other values of the form: an amount needs its currency. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Whether a form has to have a value for a field: it is asked for, or has a default that null would not fit. */
export const needsValue = (schema: z.ZodType): boolean =>
  isRequired(schema) || (defaultOf(schema) !== undefined && !schema.safeParse(null).success);

/** Holds the place of a field's input until that is drawn. */
export const FieldBone = ({ schema }: { readonly schema: z.ZodType }) => (
  <span className={factsOf(schema).kind === "longText" ? "ch-input-bone ch-input-bone-tall" : "ch-input-bone"} />
);

/** The input for a field by its kind. */
export function FieldInput({ schema, facts, value, onChange, isDisabled, values }: FieldInputProps) {
  const known = factsOf(schema);
  const maxLength = maxLengthOf(schema);
  const given = { facts, onChange: onChange as (value: never) => void, isDisabled, isRequired: needsValue(schema) };
  const text = value as string | null | undefined;
  switch (known.kind) {
    case "longText":
      return <LongTextInput {...given} value={text} maxLength={maxLength} />;
    case "integer":
      if (known.isShare) return <PercentInput {...given} value={value as number | null | undefined} />;
      return <IntegerInput {...given} value={value as number | null | undefined} />;
    case "boolean":
      return <BooleanInput {...given} value={value as boolean | null | undefined} />;
    case "reference":
      return (
        <ReferencePicker {...given} of={known} values={values} value={value as string | number | null | undefined} />
      );
    case "enumeration":
    case "dictionary":
      return <ClosedSet {...given} schema={schema} value={value as string | number | null | undefined} />;
    case "day":
      return <DayInput {...given} value={text} />;
    case "instant":
      return <InstantInput {...given} value={text} />;
    case "secret":
      return <SecretInput {...given} value={text} maxLength={maxLength} />;
    case "json":
      if (known.isNames) return <LocaleNamesInput {...given} value={value as LocaleNames | null | undefined} />;
      return <JsonInput {...given} value={value} />;
    case "list":
      return <ListInput {...given} schema={schema} value={value as never} values={values} />;
    case "code":
      if (known.isCurrency) return <CurrencyPicker {...given} value={text} />;
      if (known.isCountry) return <CountryPicker {...given} value={text} />;
      if (known.isCategoryCode) return <CategoryPicker {...given} value={text} />;
      if (known.isCalendar) return <CalendarPicker {...given} value={text} />;
      return <TextInput {...given} value={text} maxLength={maxLength} />;
    case "money":
      return <AmountInput {...given} value={text} currency={values[known.currencyField ?? "currency"]} />;
    default:
      if (known.isPhone) return <PhoneInput {...given} value={text} />;
      if (known.isZone) return <ZonePicker {...given} value={text} />;
      return <TextInput {...given} value={text} maxLength={maxLength} />;
  }
}

type ManyProps = InputProps<readonly never[]> & Pick<FieldInputProps, "schema" | "values">;

/** Several of something: chosen by what each of them is, or typed line by line. */
function ListInput({ schema, values, ...props }: ManyProps) {
  const { lines } = factsOf(schema);
  if (lines === "limits") return <LimitsInput {...props} />;
  if (lines === "amounts") return <FixedAmountsInput {...props} />;
  const element = elementOf(schema);
  if (!element) return <JsonInput {...props} />;
  const facts = factsOf(element);
  if (facts.kind === "reference") return <ReferencesPicker {...props} of={facts} values={values} />;
  if (facts.enumeration) return <SeveralOf {...props} enumeration={facts.enumeration} />;
  if (facts.isCurrency) return <CurrenciesPicker {...props} />;
  if (facts.isCountry) return <CountriesPicker {...props} />;
  if (facts.isCategoryCode) return <CategoriesPicker {...props} />;
  if (facts.isCalendar) return <CalendarsPicker {...props} />;
  if (facts.kind === "code") return <CodesInput {...props} />;
  return isTextual(element) ? <LinesInput {...props} /> : <JsonInput {...props} />;
}

function SeveralOf({ enumeration, ...props }: InputProps<readonly never[]> & { readonly enumeration: Enumeration }) {
  const locale = useLocale();
  const choices = enumeration.members.map(({ value, text }) => ({ value, label: text[locale] }));
  return (
    <ChoicesInput<string | number>
      {...(props as unknown as InputProps<readonly (string | number)[]>)}
      choices={choices}
    />
  );
}

/** What a list is of. */
function elementOf(schema: z.ZodType): z.ZodType | undefined {
  let current: z.ZodType | undefined = schema;
  while (current && !(current instanceof z.ZodArray)) {
    const def = current.def as { innerType?: z.ZodType; in?: z.ZodType };
    current = def.innerType ?? def.in;
  }
  return current?.element as z.ZodType | undefined;
}

const isTextual = (schema: z.ZodType): boolean => !(schema instanceof z.ZodObject || schema instanceof z.ZodRecord);

interface AmountInputProps {
  readonly facts: InputFacts;
  readonly value: string | null | undefined;
  readonly currency: unknown;
  onChange(value: never): void;
  readonly isDisabled: boolean | undefined;
  readonly isRequired: boolean;
}

/** An amount once its currency is known; another currency shows the same minor units in its own way. */
function AmountInput({ currency, onChange, ...props }: AmountInputProps) {
  const set = onChange as (value: string | null) => void;
  if (typeof currency !== "string" || !isCurrency(currency))
    return <TextInput {...props} value={null} onChange={set} isDisabled />;
  return <MoneyInput key={currency} {...props} onChange={set} currency={currency} />;
}

interface ClosedSetProps {
  readonly schema: z.ZodType;
  readonly facts: InputFacts;
  readonly value: string | number | null | undefined;
  onChange(value: never): void;
  readonly isDisabled: boolean | undefined;
  readonly isRequired: boolean;
}

function ClosedSet({ schema, ...props }: ClosedSetProps) {
  const locale = useLocale();
  const { enumeration, dictionary = "" } = factsOf(schema);
  const isSeveral = elementOf(schema) !== undefined;
  const items = useDictionary(dictionary);
  const choices: InputChoice[] = enumeration
    ? enumeration.members.map(({ value, text }) => ({ value, label: text[locale] }))
    : items.map(({ code, name, value }) => ({ value: code, label: name || value }));
  if (enumeration && isSeveral)
    return <SeveralOf {...(props as unknown as InputProps<readonly never[]>)} enumeration={enumeration} />;
  return (
    <ChoiceInput<string | number>
      {...props}
      onChange={props.onChange as (value: string | number | null) => void}
      choices={choices}
    />
  );
}
