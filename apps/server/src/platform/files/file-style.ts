import type { Locale } from "@countinghouse/contract/kit/locale.ts";

type EncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "gb18030" | "big5";
type DelimiterName = "," | ";" | "\t" | "|";

const legacy: Readonly<Record<Locale, EncodingName>> = { en: "windows-1252", "zh-cn": "gb18030", "zh-tw": "big5" };

/** The encoding that a file's first bytes suggest; where they are ambiguous, the usual one of the reader's language. */
export function encodingOf(head: Uint8Array, locale: Locale): EncodingName {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  try {
    // The last character of the sample may be cut in two.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch {
    return legacy[locale];
  }
}

const separators: readonly DelimiterName[] = [",", ";", "\t", "|"];

/** The delimiter that occurs most in the first line, outside quotation marks. */
export function delimiterOf(text: string): DelimiterName {
  const [line = ""] = text.replace(/"[^"]*"/g, "").split(/\r\n|\n|\r/, 1);
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}
