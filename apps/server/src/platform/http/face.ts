import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * Typeface of pages that the server renders: Inter, as in the console, reduced to Latin 1, weights 400 to 650 and
 * tabular figures, from the variable font of `@fontsource-variable/inter` (SIL Open Font Licence 1.1). Chinese uses
 * system fonts.
 */
export const faceBytes: Buffer = readFileSync(new URL("./inter.woff2", import.meta.url));

/** File name with a content hash, so that browsers may cache it for ever. */
export const faceName = `${createHash("sha256").update(faceBytes).digest("base64url").slice(0, 16)}-inter.woff2`;

/** The `@font-face` rule that loads the typeface from an address. */
export const faceRule = (url: string): string =>
  `@font-face { font-family: "Inter var"; src: url(${url}) format("woff2"); font-weight: 400 650; font-display: swap; unicode-range: U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+0160-0161, U+0178, U+017D-017E, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+20AC, U+2122, U+2212; }`;

/** Font families by language: Chinese characters are drawn as each region writes them. */
export const faceFamilies = {
  base: `"Inter var", system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`,
  taiwan: `"Inter var", system-ui, "PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif`,
} as const;
