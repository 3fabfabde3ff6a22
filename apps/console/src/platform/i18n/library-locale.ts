import type { Locale as Language } from "@countinghouse/contract/kit/locale.ts";
import english from "antd/es/locale/en_US.js";
import type { Locale as AntdLocale } from "antd/es/locale/index.js";
import dayjs from "dayjs";

/** Texts of the component kit and calendar, loaded for the current language only; English is built in. */
const loaders: Readonly<Record<Language, () => Promise<AntdLocale>>> = {
  "zh-cn": async () => {
    const [kit] = await Promise.all([import("antd/es/locale/zh_CN.js"), import("dayjs/locale/zh-cn.js")]);
    return kit.default;
  },
  en: async () => english,
  "zh-tw": async () => {
    const [kit] = await Promise.all([import("antd/es/locale/zh_TW.js"), import("dayjs/locale/zh-tw.js")]);
    return kit.default;
  },
};

/** Until the language's texts are loaded. The kit adds a provider once it has any, which would remount every page. */
export const firstLibraryLocale: AntdLocale = english;

/** Loads the libraries' texts of a language and switches the calendar. */
export async function loadLibraryLocale(language: Language): Promise<AntdLocale> {
  const locale = await loaders[language]();
  dayjs.locale(language);
  return locale;
}
