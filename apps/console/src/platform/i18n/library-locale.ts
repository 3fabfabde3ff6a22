import type { Locale as Language } from "@countinghouse/contract/kit/locale.ts";
import english from "antd/es/locale/en_US.js";
import type { Locale as AntdLocale } from "antd/es/locale/index.js";
import dayjs from "dayjs";

/** The component kit's and the calendar's own words, loaded for the language in use only; the kit brings its English along. */
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

/** Until the language's own have come. The kit nests one level deeper once it has any, which would make every page anew. */
export const firstLibraryLocale: AntdLocale = english;

/** Loads the libraries' words of a language and switches the calendar to it. */
export async function loadLibraryLocale(language: Language): Promise<AntdLocale> {
  const locale = await loaders[language]();
  dayjs.locale(language);
  return locale;
}
