import {
  BooleanInput,
  ChoiceInput,
  type InputProps,
  IntegerInput,
  LongTextInput,
  TextInput,
} from "@countinghouse/ui/fields/inputs.tsx";
import { createContext, useContext } from "react";
import { settingOf } from "./config.known.detail.ts";

const Edited = createContext("");

/** Tells the value's input which setting it is for. */
export const EditedSetting = Edited.Provider;

/** The value of the setting being edited, by what the product knows of it. */
export const ValueOfEdited = (props: InputProps<string>) => <SettingInput {...props} code={useContext(Edited)} />;

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
