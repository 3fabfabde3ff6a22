import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import {
  knownSettings,
  readSetting,
  type Setting,
  type SettingCode,
} from "@countinghouse/contract/settings/config/config-settings.ts";

/** What a setting may be, in words. */
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
      return setting.isUrl ? text.allowedUrl : fill(text.allowedText, { max: setting.maxLength });
  }
}

/** Refuses a value that its setting does not allow, at the named input field. */
export function assertSettable(code: SettingCode, value: string, field: string, locale: Locale): void {
  if (readSetting(code, value) !== undefined) return;
  const values = { code, value: value.slice(0, 64), allowed: allowedWords(code, locale) };
  throw refuse("sysConfig.valueInvalid", values, { field });
}

/** Codes that the product keeps for itself. */
export const isReserved = (code: string): boolean => /^sys_/i.test(code);

/** Largest logo in bytes. */
export const logoLimitBytes = 524_288;

export interface Logo {
  readonly contentType: string;
  readonly extension: string;
  readonly content: Buffer;
}

const startsWith = (bytes: Buffer, hex: string, offset = 0): boolean =>
  bytes.subarray(offset, offset + hex.length / 2).toString("hex") === hex;

/** Image types by what the bytes say, not by what the sender says. */
const imageTypes: Readonly<Record<string, { extension: string; matches(bytes: Buffer): boolean }>> = {
  "image/png": { extension: "png", matches: (bytes) => startsWith(bytes, "89504e470d0a1a0a") },
  "image/jpeg": { extension: "jpg", matches: (bytes) => startsWith(bytes, "ffd8ff") },
  "image/webp": {
    extension: "webp",
    matches: (bytes) => startsWith(bytes, "52494646") && startsWith(bytes, "57454250", 8),
  },
  "image/svg+xml": {
    extension: "svg",
    matches: (bytes) =>
      /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(bytes.toString("utf8")),
  },
};

/**
 * What an SVG may not hold: anything that runs, embeds, links or loads. Character references and document types are
 * refused whole, because they can spell any of it.
 */
const activeSvg =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|image|audio|video|a|animate\w*|set|handler|style)[\s>/]|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*[^"'#\s]|javascript:|data:|@import|url\(\s*["']?\s*[^"'#\s)]|<!(?:doctype|entity)|<\?xml-stylesheet|&#/i;

/** Reads a logo sent as a data URI. Refuses what is no such URI, too large, of another type than it says, or active. */
export function parseLogo(uri: string): Logo {
  const [, contentType = "", base64 = ""] = /^data:([\w/+.-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (base64 === "") throw refuse("sysConfig.logoMalformed");
  const content = Buffer.from(base64, "base64");
  if (content.length > logoLimitBytes) throw refuse("sysConfig.logoTooLarge", { limit: logoLimitBytes / 1024 });
  const type = Object.hasOwn(imageTypes, contentType) ? imageTypes[contentType] : undefined;
  if (!type?.matches(content)) throw refuse("sysConfig.logoType");
  if (type.extension === "svg" && activeSvg.test(content.toString("utf8"))) throw refuse("sysConfig.logoActive");
  return { contentType, extension: type.extension, content };
}
