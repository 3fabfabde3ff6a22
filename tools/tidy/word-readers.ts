import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { parseSync } from "oxc-parser";

/** One text of a source file, with the language it is written in. */
export interface Wording {
  readonly locale: Locale;
  readonly text: string;
  readonly line: number;
}

type Part = Record<string, unknown> & { readonly type?: string };

/** The order in which `text3` and `catalogue` take their languages. */
const spokenOrder: readonly Locale[] = ["en", "zh-cn", "zh-tw"];

const isPart = (value: unknown): value is Part => value !== null && typeof value === "object";

/** The language that a file is written in as a whole, where its name says so: `auth-zh-cn.messages.ts`. */
const localeOfFile = (path: string): Locale | undefined => locales.find((locale) => path.includes(`-${locale}.`));

/**
 * What a part holds, with its language: argument n of `text3` and `catalogue` is of language n, a property named after
 * a language is of that language.
 */
function insideOf(part: Part, locale: Locale | undefined): readonly (readonly [unknown, Locale | undefined])[] {
  const callee = isPart(part.callee) ? part.callee.name : undefined;
  if (part.type === "CallExpression" && (callee === "text3" || callee === "catalogue"))
    return (part.arguments as unknown[]).map((argument, index) => [argument, spokenOrder[index]]);
  if (part.type === "Property" && isPart(part.key)) {
    const key = part.key.value;
    return [[part.value, locales.find((each) => each === key) ?? locale]];
  }
  return Object.values(part).map((value) => [value, locale]);
}

/** Every text of a module that is said in one of the product's languages. */
export function wordingsOf(path: string, source: string): readonly Wording[] {
  const found: Wording[] = [];
  const read = (value: unknown, locale: Locale | undefined): void => {
    if (!isPart(value)) return;
    if (value.type === "Literal" && typeof value.value === "string" && locale)
      found.push({
        locale,
        text: value.value,
        line: source.slice(0, value.start as number).split("\n").length,
      });
    for (const [inside, spoken] of insideOf(value, locale)) read(inside, spoken);
  };
  read(parseSync(path, source).program, localeOfFile(path));
  return found;
}
