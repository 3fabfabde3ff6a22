import {
  BooleanInput,
  ChoiceInput,
  type InputProps,
  IntegerInput,
  LongTextInput,
  TextInput,
} from "@countinghouse/ui/fields/inputs.tsx";
import type { ReactNode } from "react";
import { settingOf } from "./config.known.detail.ts";

const made = new Map<string, (props: InputProps<string>) => ReactNode>();

/** The input for the value of one setting, by what the product knows of it; the same one each time. */
export function valueInputOf(code: string): (props: InputProps<string>) => ReactNode {
  const known = made.get(code) ?? ((props: InputProps<string>) => <SettingInput {...props} code={code} />);
  made.set(code, known);
  return known;
}

interface SettingInputProps extends InputProps<string> {
  readonly code: string;
}

/** A setting's value: a switch, a whole number within bounds, one of a few, or text. Stored as text either way. */
export function SettingInput({ code, ...props }: SettingInputProps) {
  const { value, onChange } = props;
  const setting = settingOf(code);
  switch (setting?.type) {
    case "boolean":
      return (
        <BooleanInput
          {...props}
          value={value?.toLowerCase() === "true"}
          onChange={(isOn) => onChange(isOn ? "True" : "False")}
        />
      );
    case "integer":
      return (
        <IntegerInput
          {...props}
          min={setting.min}
          max={setting.max}
          value={value ? Number(value) : null}
          onChange={(figure) => onChange(figure === null ? null : String(figure))}
        />
      );
    case "choice":
      return (
        <ChoiceInput<string>
          {...props}
          isRequired
          choices={setting.choices.map((choice) => ({ value: choice, label: choice }))}
        />
      );
    case "text":
      return <TextInput {...props} maxLength={setting.maxLength} />;
    default:
      return <LongTextInput {...props} maxLength={512} />;
  }
}
