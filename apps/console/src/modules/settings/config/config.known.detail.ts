import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import {
  knownSettings,
  type Setting,
  type SettingCode,
} from "@countinghouse/contract/settings/config/config-settings.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";

/** What the product knows of a setting; nothing for settings of integrations, which are free text. */
export const settingOf = (code: string): Setting | undefined =>
  code in knownSettings ? knownSettings[code as SettingCode] : undefined;

/** The name of a group in the reader's language; groups of integrations are called by their code. */
export function useGroupName(): (code: string) => string {
  const { text } = useWords(sysConfigMessages);
  const known: Readonly<Record<string, string>> = {
    Default: text.groupDefault,
    SignIn: text.groupSignIn,
    WebConfig: text.groupWebConfig,
  };
  return (code) => known[code] ?? code;
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
        if (setting.url === undefined) return fill(text.allowedText, { max: setting.maxLength });
        return setting.url === "https" ? text.allowedHttps : text.allowedUrl;
      default:
        return undefined;
    }
  };
}
