import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import {
  knownSettings,
  readSetting,
  type Setting,
  type SettingCode,
} from "@countinghouse/contract/settings/config/config-settings.ts";
import { type Image, readImage } from "../../../platform/files/image.policy.ts";

/** The allowed values of a setting, in words. */
export function allowedWords(code: SettingCode, locale: Locale): string {
  const setting: Setting = knownSettings[code];
  const { text } = sysConfigMessages[locale];
  switch (setting.type) {
    case "boolean":
      return text.allowedBoolean;
    case "integer":
      return fill(text.allowedInteger, { min: setting.min, max: setting.max });
    case "choice":
      return fill(text.allowedChoice, { choices: setting.choices.join(", ") });
    case "text":
      if (setting.url === undefined) return fill(text.allowedText, { max: setting.maxLength });
      return setting.url === "https" ? text.allowedHttps : text.allowedUrl;
  }
}

/** Refuses a value that its setting does not allow, naming the input field. */
export function assertSettable(code: SettingCode, value: string, field: string, locale: Locale): void {
  if (readSetting(code, value) !== undefined) return;
  const values = { code, value: value.slice(0, 64), allowed: allowedWords(code, locale) };
  throw refuse("sysConfig.valueInvalid", values, { field });
}

/** Codes reserved for the product. */
export const isReserved = (code: string): boolean => /^sys_/i.test(code);

/** Maximum logo size in bytes. */
export const logoLimitBytes = 524_288;

/**
 * Forbidden content of an SVG: scripts, embeds, links and loads. Character references and document types are refused
 * altogether, because they can encode any of it.
 */
const activeSvg =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|image|audio|video|a|animate\w*|set|handler|style)[\s>/]|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*[^"'#\s]|javascript:|data:|@import|url\(\s*["']?\s*[^"'#\s)]|<!(?:doctype|entity)|<\?xml-stylesheet|&#/i;

const logoFaults = { malformed: "logoMalformed", tooLarge: "logoTooLarge", type: "logoType" } as const;

/**
 * Parses a logo sent as a data URI. Refuses an invalid URI, one that is too large, of another type than declared, or
 * with active content.
 */
export function parseLogo(uri: string): Image {
  const refused = (name: string) => refuse(`sysConfig.${name}`, { limit: logoLimitBytes / 1024 });
  const image = readImage(uri, {
    types: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
    limitBytes: logoLimitBytes,
  });
  if (typeof image === "string") throw refused(logoFaults[image]);
  if (image.extension === "svg" && activeSvg.test(image.content.toString("utf8"))) throw refused("logoActive");
  return image;
}
