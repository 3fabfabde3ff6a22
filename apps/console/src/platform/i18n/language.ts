import { defaultLocale, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { createStore, useStore } from "../state/store.ts";

/** Each language's name in itself, as a menu shows it. */
export const languageNames: Readonly<Record<Locale, string>> = {
  "zh-cn": "简体中文",
  en: "English",
  "zh-tw": "繁體中文",
};

/** The tag a document or a number format wants (BCP 47). */
export const languageTags: Readonly<Record<Locale, string>> = { "zh-cn": "zh-CN", en: "en", "zh-tw": "zh-TW" };

/** Whether a text names one of our languages. */
export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);

const language = createStore<Locale>(defaultLocale);

/** The language in use, for what is not a component. */
export const currentLocale = (): Locale => language.get();

/** The language in use, followed. */
export const useLocale = (): Locale => useStore(language);

/** Shows every open screen, and the document itself, in a language. What was typed stays. */
export function switchLanguage(locale: Locale): void {
  language.set(locale);
  document.documentElement.lang = languageTags[locale];
}
