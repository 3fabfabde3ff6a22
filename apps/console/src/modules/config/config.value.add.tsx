import { sysConfigMessages } from "@countinghouse/contract/config/config.messages.ts";
import { knownSettings, type Setting, type SettingCode } from "@countinghouse/contract/config/config-settings.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import {
  BooleanInput,
  ChoiceInput,
  type InputProps,
  IntegerInput,
  LongTextInput,
  TextInput,
} from "@countinghouse/ui/fields/inputs.tsx";
import { createContext, useContext } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";

/** What the product knows of a setting; nothing for settings of integrations, which are free text. */
export const settingOf = (code: string): Setting | undefined =>
  code in knownSettings ? knownSettings[code as SettingCode] : undefined;

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

/** What a setting may be, in words; nothing where anything goes. */
export function useAllowed(): (code: string) => string | undefined {
  const { text } = useWords(sysConfigMessages);
  return (code) => {
    const setting = settingOf(code);
    switch (setting?.type) {
      case "integer":
        return fill(text.allowedInteger, { min: setting.min, max: setting.max });
      case "text":
        return setting.isUrl ? text.allowedUrl : fill(text.allowedText, { max: setting.maxLength });
      default:
        return undefined;
    }
  };
}
