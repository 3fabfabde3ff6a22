import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * The face of pages that the server draws: Inter, the console's own, cut to Latin 1, the weights 400 to 650 and figures
 * of one width, from the variable font of `@fontsource-variable/inter` (SIL Open Font Licence 1.1). Chinese is drawn by
 * the system.
 */
export const faceBytes: Buffer = readFileSync(new URL("./inter.woff2", import.meta.url));

/** File name that changes with the content, so that browsers may keep it for good. */
export const faceName = `${createHash("sha256").update(faceBytes).digest("base64url").slice(0, 16)}-inter.woff2`;

/** The rule by which a style sheet takes the face from an address. */
export const faceRule = (url: string): string =>
  `@font-face { font-family: "Inter var"; src: url(${url}) format("woff2"); font-weight: 400 650; font-display: swap; unicode-range: U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+0160-0161, U+0178, U+017D-017E, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+20AC, U+2122, U+2212; }`;

/** Families by language: Chinese characters are drawn the way each region writes them. */
export const faceFamilies = {
  base: `"Inter var", system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`,
  taiwan: `"Inter var", system-ui, "PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif`,
} as const;
