import { type Locale, locales, text3 } from "@countinghouse/contract/kit/locale.ts";
import { html, type MarkupPart } from "../../../platform/http/html.ts";

const copy = text3("Copy", "复制", "複製");
const copied = text3("Copied", "已复制", "已複製");
const language = text3("Language", "语言", "語言");
const names: Readonly<Record<Locale, string>> = { "zh-cn": "简体中文", en: "English", "zh-tw": "繁體中文" };

interface Frame {
  readonly locale: Locale;
  readonly title: string;
  /** Shown smaller next to the title. */
  readonly note?: string;
  /** Links at the end of the header. */
  readonly links: MarkupPart;
  /** Script of the page, if any. */
  readonly script?: string;
  readonly list: MarkupPart;
  readonly main: MarkupPart;
}

/** Common frame of the open API's pages: header with languages, navigation, content. */
export const docsFrame = ({ locale, title, note, links, script, list, main }: Frame): string =>
  html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<link rel="stylesheet" href="/v1/docs/page.css">${script && html`<script src="${script}" defer></script>`}</head>
<body data-copy="${copy[locale]}" data-copied="${copied[locale]}"><header><h1>${title}${note && html` <small>${note}</small>`}</h1>
<nav aria-label="${language[locale]}">${locales.map((each) => html`<a href="?lang=${each}" lang="${each}"${each === locale && html` aria-current="true"`}>${names[each]}</a> `)}</nav>
${links}</header>
<div class="sides"><nav class="list">${list}</nav>
<main>${main}</main></div></body></html>`.text;
