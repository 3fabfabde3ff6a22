import { type Locale, locales } from "./kit/locale.ts";
import type { Resource } from "./kit/resource.ts";
import { resources } from "./resources.ts";

const all: readonly Resource[] = resources;

/** What is done and to what, as a form for it is headed: “Add · Positions”. */
const nameOf = ({ messages }: Resource, operation: string, locale: Locale): string | undefined => {
  const { actions, title } = messages[locale];
  const action = (actions as Readonly<Record<string, string>>)[operation];
  return action === undefined ? undefined : `${action} · ${title}`;
};

const namesIn = (locale: Locale): Readonly<Record<string, string>> =>
  Object.fromEntries(
    all.flatMap((resource) =>
      Object.entries(resource.operations).flatMap(([operation, { path = operation }]) => {
        const name = nameOf(resource, operation, locale);
        return name === undefined
          ? []
          : [...new Set([operation, path])].map((key) => [`${resource.name}.${key}`, name]);
      }),
    ),
  );

/**
 * What operations are called in each language, by the names under which logs keep them: `sysPos.add`, and where the
 * address has another last part, by that too.
 */
export const operationNames = Object.fromEntries(locales.map((locale) => [locale, namesIn(locale)])) as Readonly<
  Record<Locale, Readonly<Record<string, string>>>
>;
