import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type FieldRefusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { z } from "zod";

/** Messages of the validator in the caller's language. */
const validatorWords: Record<Locale, z.core.$ZodErrorMap> = {
  en: z.locales.en().localeError,
  "zh-cn": z.locales.zhCN().localeError,
  "zh-tw": z.locales.zhTW().localeError,
};

/** How inputs are judged: strictly in test mode, so that a misspelt field is found; in live mode it is left out. */
export interface Judging {
  readonly isStrict: boolean;
  readonly locale: Locale;
}

/** Takes the members away that a schema does not know. */
function without(
  sent: unknown,
  unknown: readonly { path: readonly PropertyKey[]; keys: readonly string[] }[],
): unknown {
  const copy = structuredClone(sent);
  for (const { path, keys } of unknown) {
    let place = copy as Record<PropertyKey, unknown>;
    for (const step of path) place = place[step] as Record<PropertyKey, unknown>;
    for (const key of keys) delete place[key];
  }
  return copy;
}

const asText = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** Input as its schema wants it. Refuses with every wrong field named. */
export function openInput<S extends z.ZodType>(schema: S, sent: unknown, { isStrict, locale }: Judging): z.output<S> {
  const parsed = schema.safeParse(sent, { error: validatorWords[locale] });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? [{ path: issue.path, keys: issue.keys }] : [],
  );
  // What remains wrong is found in the second round, because a strict object stops at nothing else.
  if (!isStrict && unknown.length > 0) return openInput(schema, without(sent, unknown), { isStrict: true, locale });
  const fields: FieldRefusal[] = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ field: asText([...issue.path, key]), message: issue.message }))
      : [{ field: asText(issue.path), message: issue.message }],
  );
  const names = [...new Set(fields.map(({ field }) => field || "body"))].slice(0, 8);
  throw refuse("platform.invalidInput", { fields: names.join(locale === "en" ? ", " : "、") }, { fields });
}

/** The query as named texts. A name that comes twice could be read either way, and is refused. */
export function queryOf(query: string): Record<string, string> {
  const named = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (named.has(name)) throw refuse("openApi.duplicateParameter", { name: name.slice(0, 64) });
    if ((name + value).includes("\0") || !(name + value).isWellFormed())
      throw refuse("platform.invalidInput", { fields: name.slice(0, 64) });
    named.set(name, value);
  }
  return Object.fromEntries(named);
}
