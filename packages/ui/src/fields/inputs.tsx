import { Input, InputNumber, Select, Switch } from "antd";
import { type InputFacts, labelIdOf } from "./field.tsx";

/** Common properties of all inputs: field, value and change handler. */
export interface InputProps<V> {
  readonly facts: InputFacts;
  readonly value: V | null | undefined;
  onChange(value: V | null): void;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean | undefined;
}

/** One of a closed set of values. */
export interface InputChoice<V extends string | number = string | number> {
  readonly value: V;
  readonly label: string;
  readonly isDisabled?: boolean;
}

/** Common properties of the component kit's inputs. */
export const sharedProps = ({ facts, isDisabled, isRequired }: Omit<InputProps<never>, "value" | "onChange">) => ({
  id: facts.id,
  disabled: isDisabled ?? false,
  "aria-invalid": facts.isInvalid,
  "aria-required": isRequired ?? false,
  ...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {}),
  ...(facts.isInvalid ? { status: "error" as const } : {}),
});

/** One line of text. Empty means none. */
export const TextInput = ({
  maxLength,
  ...props
}: InputProps<string> & { readonly maxLength?: number | undefined }) => (
  <Input
    {...sharedProps(props)}
    autoComplete="off"
    {...(maxLength ? { maxLength } : {})}
    value={props.value ?? ""}
    onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
  />
);

/** Text over several lines, with a count of what is left once it has a limit. */
export const LongTextInput = ({
  maxLength,
  ...props
}: InputProps<string> & { readonly maxLength?: number | undefined }) => (
  <Input.TextArea
    {...sharedProps(props)}
    autoSize={{ minRows: 3, maxRows: 10 }}
    {...(maxLength ? { maxLength, showCount: true } : {})}
    value={props.value ?? ""}
    onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
  />
);

/** A secret: hidden while typed, never filled in by the browser. */
export const SecretInput = ({
  maxLength,
  ...props
}: InputProps<string> & { readonly maxLength?: number | undefined }) => (
  <Input.Password
    {...sharedProps(props)}
    autoComplete="new-password"
    {...(maxLength ? { maxLength } : {})}
    value={props.value ?? ""}
    onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
  />
);

/** A whole number. */
export const IntegerInput = ({
  min,
  max,
  ...props
}: InputProps<number> & { readonly min?: number; readonly max?: number }) => (
  <InputNumber<number>
    {...sharedProps(props)}
    className="ch-number"
    precision={0}
    {...(min === undefined ? {} : { min })}
    {...(max === undefined ? {} : { max })}
    value={props.value ?? null}
    onChange={(value) => props.onChange(value)}
  />
);

/** Yes or no, by a switch. */
export const BooleanInput = (props: InputProps<boolean>) => (
  <span className="ch-switch-line">
    <Switch {...sharedProps(props)} checked={props.value ?? false} onChange={(value) => props.onChange(value)} />
  </span>
);

interface SearchedChoices<V extends string | number> {
  readonly choices: readonly InputChoice<V>[];
  /** Called with the search text, where searching may add options. */
  onSearch?(text: string): void;
}

const searching = (onSearch: ((text: string) => void) | undefined) => ({
  optionFilterProp: "label",
  ...(onSearch ? { onSearch } : {}),
});

/** One of a closed set: side by side while they are few, else a list to choose from. */
export function ChoiceInput<V extends string | number>({
  choices,
  onSearch,
  ...props
}: InputProps<V> & SearchedChoices<V>) {
  if (choices.length <= 3 && props.isRequired && choices.length > 0) return <ChoiceLine choices={choices} {...props} />;
  return (
    <Select<V>
      {...sharedProps(props)}
      showSearch={choices.length > 8 ? searching(onSearch) : false}
      allowClear={!props.isRequired}
      value={props.value ?? null}
      options={choices.map(({ value, label, isDisabled }) => ({ value, label, disabled: isDisabled ?? false }))}
      onChange={(value) => props.onChange(value ?? null)}
    />
  );
}

function ChoiceLine<V extends string | number>({
  choices,
  facts,
  value,
  onChange,
  isDisabled,
}: InputProps<V> & { readonly choices: readonly InputChoice<V>[] }) {
  return (
    <div
      id={facts.id}
      className="ch-choices"
      role="radiogroup"
      aria-labelledby={labelIdOf(facts)}
      aria-invalid={facts.isInvalid}
      aria-describedby={facts.describedBy}
    >
      {choices.map((choice) => (
        <label key={choice.value} className="ch-choice">
          <input
            type="radio"
            name={facts.id}
            checked={choice.value === value}
            disabled={isDisabled || choice.isDisabled}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** Several of a closed set. */
export const ChoicesInput = <V extends string | number>({
  choices,
  onSearch,
  ...props
}: InputProps<readonly V[]> & SearchedChoices<V>) => (
  <Select<V[]>
    {...sharedProps(props)}
    mode="multiple"
    allowClear
    showSearch={searching(onSearch)}
    value={[...(props.value ?? [])]}
    options={choices.map(({ value, label, isDisabled }) => ({ value, label, disabled: isDisabled ?? false }))}
    onChange={(value) => props.onChange(value)}
  />
);
