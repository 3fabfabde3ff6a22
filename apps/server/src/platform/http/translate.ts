import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { RefusalValues } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";

/** Messages of every resource: refusals, export headings and menu titles. */
export interface Translator {
  /** The sentence of a refusal; a code without a message is a defect and is returned as it is. */
  refusal(code: string, values: RefusalValues, locale: Locale): string;
  fieldLabel(resource: string, field: string, locale: Locale): string;
  title(resource: string, locale: Locale): string;
  actionLabel(resource: string, action: string, locale: Locale): string;
}

/**
 * Builds the translator from the resource list. A value that begins with `@` names a resource and becomes its title;
 * `@resource.field` becomes that field's label.
 */
export function buildTranslator(resources: readonly Resource[]): Translator {
  const byName = new Map(resources.map((resource) => [resource.name, resource.messages]));
  const title = (name: string, locale: Locale): string => byName.get(name)?.[locale].title ?? name;
  const fieldLabel = (resource: string, field: string, locale: Locale): string => {
    const fields: Readonly<Record<string, string>> = byName.get(resource)?.[locale].fields ?? {};
    return Object.hasOwn(fields, field) ? (fields[field] ?? field) : field;
  };
  const named = (what: string, locale: Locale): string => {
    const [resource = "", field] = what.split(".", 2);
    return field === undefined ? title(resource, locale) : fieldLabel(resource, field, locale);
  };
  const spoken = (values: RefusalValues, locale: Locale): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === "string" && value.startsWith("@") ? named(value.slice(1), locale) : value,
      ]),
    );
  const templateOf = (code: string, locale: Locale): string | undefined => {
    const [owner = "", name = ""] = code.split(".", 2);
    const words: Readonly<Record<string, string>> =
      owner === "platform" ? platformMessages[locale].refusals : (byName.get(owner)?.[locale].refusals ?? {});
    return Object.hasOwn(words, name) ? words[name] : undefined;
  };
  return {
    title,
    refusal: (code, values, locale) => fill(templateOf(code, locale) ?? code, spoken(values, locale)),
    fieldLabel,
    actionLabel: (resource, action, locale) => {
      const actions: Readonly<Record<string, string>> = byName.get(resource)?.[locale].actions ?? {};
      return Object.hasOwn(actions, action) ? (actions[action] ?? action) : action;
    },
  };
}
