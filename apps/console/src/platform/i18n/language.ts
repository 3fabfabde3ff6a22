import { defaultLocale, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { createStore, useStore } from "../state/store.ts";

/** Each language's name in itself, as a menu shows it. */
export const languageNames: Readonly<Record<Locale, string>> = {
  "zh-cn": "简体中文",
  en: "English",
  "zh-tw": "繁體中文",
};

/** BCP 47 tag for documents and number formats. */
export const languageTags: Readonly<Record<Locale, string>> = { "zh-cn": "zh-CN", en: "en", "zh-tw": "zh-TW" };

/** Whether a text names one of our languages. */
export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);

const language = createStore<Locale>(defaultLocale);

/** The current language, outside of components. */
export const currentLocale = (): Locale => language.get();

/** The current language, as a hook. */
export const useLocale = (): Locale => useStore(language);

/** Switches the language of all open screens and the document. Input is kept. */
export function switchLanguage(locale: Locale): void {
  language.set(locale);
  document.documentElement.lang = languageTags[locale];
}
