import { catalogue, type Locale } from "../../kit/locale.ts";
import { sysConfigMessages } from "../config/config.messages.ts";

/** The fields of the site, by the words that saving them has. */
function siteWords(locale: Locale) {
  const { sysLogo, sysTitle, sysViceTitle, sysViceDesc, sysWatermark } = sysConfigMessages[locale].fields;
  const { sysCopyright, sysIcp, sysIcpUrl, sysSecondVer, sysCaptcha } = sysConfigMessages[locale].fields;
  const texts = { sysLogo, sysTitle, sysViceTitle, sysViceDesc, sysWatermark };
  return { ...texts, sysCopyright, sysIcp, sysIcpUrl, sysSecondVer, sysCaptcha };
}

export const sysInfoSettingMessages = catalogue(
  {
    title: "Site settings",
    fields: siteWords("en"),
    actions: { detail: "View" },
    refusals: {},
    text: {
      readOnly: "You may see the site, but not change how it presents itself.",
      chooseLogo: "Choose an image",
      logoPreview: "Logo as it will be shown",
      logoHint: "PNG, JPEG, WebP or SVG, up to 512 kB",
      logoLimit: "This image is larger than 512 kB.",
    },
  },
  {
    title: "系统配置",
    fields: siteWords("zh-cn"),
    actions: { detail: "查看" },
    refusals: {},
    text: {
      readOnly: "您没有修改站点信息的权限。",
      chooseLogo: "选择图片",
      logoPreview: "标志预览",
      logoHint: "支持 PNG、JPEG、WebP、SVG，不超过 512 kB",
      logoLimit: "图片超过 512 kB。",
    },
  },
  {
    title: "網站設定",
    fields: siteWords("zh-tw"),
    actions: { detail: "檢視" },
    refusals: {},
    text: {
      readOnly: "您沒有修改網站資訊的權限。",
      chooseLogo: "選擇圖片",
      logoPreview: "標誌預覽",
      logoHint: "支援 PNG、JPEG、WebP、SVG，上限 512 kB",
      logoLimit: "圖片超過 512 kB。",
    },
  },
);
