/** Supported languages; the first is the default and the fallback. */
export const locales = ["zh-cn", "en", "zh-tw"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "zh-cn";

/** One text in every language. */
export type LocalizedText = Readonly<Record<Locale, string>>;

/** Builds a {@link LocalizedText}; the argument order is the one every catalogue uses. */
export const text3 = (en: string, zhCn: string, zhTw: string): LocalizedText => ({ en, "zh-cn": zhCn, "zh-tw": zhTw });

/** `T` with strings as leaves, so that a missing translation does not compile. */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };

/** Texts of a module in every language. */
export type Catalogue<T> = Readonly<Record<Locale, Words<T>>>;

/** Combines three dictionaries, typed by the English one. */
export const catalogue = <const T>(en: T, zhCn: Words<T>, zhTw: Words<T>): Catalogue<T> => ({
  en: en as Words<T>,
  "zh-cn": zhCn,
  "zh-tw": zhTw,
});

/**
 * Picks the best supported language of an `Accept-Language` header (RFC 9110 section 12.5.4); `otherwise` if there is
 * none.
 */
export function localeFrom(header: string | undefined, otherwise: Locale = defaultLocale): Locale {
  const wanted = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.find((p) => p.trim().startsWith("q="));
      return { tag: tag.trim(), weight: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return "zh-tw";
    if (tag === "zh" || tag.startsWith("zh-")) return "zh-cn";
    if (tag === "en" || tag.startsWith("en-")) return "en";
  }
  return otherwise;
}

/**
 * Fills `{name}` placeholders and plurals: `{count} {count:order|orders}` uses the first form for one. A placeholder
 * without a value stays visible, so that the defect is noticed.
 */
export const fill = (template: string, values: Readonly<Record<string, unknown>> = {}): string =>
  template.replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (slot, name: string, one?: string, other?: string) => {
    if (!(name in values)) return slot;
    if (one === undefined || other === undefined) return String(values[name]);
    return Number(values[name]) === 1 ? one : other;
  });
