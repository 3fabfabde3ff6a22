import { defaultLocale, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { isLocale, languageTags, noteLocale } from "./language.ts";

/** The one i18n instance. Slots are written `{name}`, as in every catalogue of the contract. */
export const i18n = i18next.createInstance();

/** Starts the interface in a language. */
export async function startI18n(locale: Locale): Promise<void> {
  i18n.on("languageChanged", applyLanguage);
  await i18n.use(initReactI18next).init({
    lng: locale,
    fallbackLng: defaultLocale,
    supportedLngs: [...locales],
    lowerCaseLng: true,
    load: "currentOnly",
    resources: {},
    interpolation: { prefix: "{", suffix: "}", escapeValue: false },
    react: { useSuspense: false },
  });
  applyLanguage(i18n.language);
}

/** Changes the language of every open screen at once. */
export async function switchLanguage(locale: Locale): Promise<void> {
  if (i18n.language !== locale) await i18n.changeLanguage(locale);
}

function applyLanguage(tag: string): void {
  const locale = isLocale(tag) ? tag : defaultLocale;
  noteLocale(locale);
  document.documentElement.lang = languageTags[locale];
}
