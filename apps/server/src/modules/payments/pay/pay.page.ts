import { createHash } from "node:crypto";
import { fill, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { payMessages } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { html, type Markup, type MarkupPart, trusted } from "../../../platform/http/html.ts";
import { brandColoursOf, ownColour } from "./brand.policy.ts";
import type { PayableOrder } from "./pay.policy.ts";

const names: Readonly<Record<Locale, string>> = { "zh-cn": "简体中文", en: "English", "zh-tw": "繁體中文" };
/** Text direction of each language. */
const directions: Readonly<Record<Locale, "ltr" | "rtl">> = { "zh-cn": "ltr", en: "ltr", "zh-tw": "ltr" };

/** Facts that every part of the page needs. */
export interface PageFacts {
  readonly locale: Locale;
  /** URL of this page without its query. */
  readonly path: string;
  /** URLs of style sheet and script, which change with their content. */
  readonly assets: { readonly style: string; readonly script: string };
}

export const wordsIn = (locale: Locale) => payMessages[locale];

/** An amount formatted for the payer. */
export const amountText = (amount: Money, locale: Locale): string =>
  formatMoney(amount, { language: locale, show: "code" });

/** A message with its placeholders filled. */
export const filledSentence = (template: string, values: Readonly<Record<string, string>>): string =>
  fill(template, values);

/** An instant as a time element, shown in UTC; the script converts it to the payer's zone. */
export function instantMarkup(time: string): Markup {
  return html`<time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** A message with one placeholder for markup. */
export function sentenceAround(template: string, slot: string, inner: MarkupPart): Markup {
  const [before = "", after = ""] = template.split(`{${slot}}`);
  return html`${before}${inner}${after}`;
}

export interface PageParts {
  readonly title: string;
  /** Payee and amount; absent on a page without an order. */
  readonly head?: Markup;
  readonly body: Markup;
  /** Shows the test-mode banner. */
  readonly isTest?: boolean;
  /** URL of the shop's logo; absent where it has none. */
  readonly logoUrl?: string | undefined;
  /** The merchant's brand colour, as `#rrggbb`. */
  readonly colour?: string | null;
  /** Reloads the page after so many seconds, without a script too. */
  readonly refreshSeconds?: number;
  /** Redirects after so many seconds. */
  readonly goTo?: { readonly url: string; readonly seconds: number };
}

/** A rendered page, and the CSP digest of its inline style (CSP 3, 'sha256-…'). */
export interface DrawnPage {
  readonly text: string;
  readonly styleDigest: string;
}

/** The page frame around the content. */
export function payPage({ locale, path, assets }: PageFacts, parts: PageParts): DrawnPage {
  const { title, head, body, isTest, logoUrl, colour, refreshSeconds, goTo } = parts;
  const words = wordsIn(locale);
  const refresh = goTo === undefined ? refreshSeconds : `${goTo.seconds};url=${goTo.url}`;
  const style = styleOf(colour ?? ownColour);
  const { text } = html`<!doctype html>
<html lang="${locale}" dir="${directions[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${String(refresh)}">`}
<title>${title}</title>${logoUrl && html`<link rel="icon" href="${logoUrl}">`}<link rel="stylesheet" href="${assets.style}"><style>${trusted(style)}</style><script src="${assets.script}" defer></script></head>
<body>${isTest && html`<p class="test">${words.page.testMode}</p>`}<div class="co">${head}<main class="pay${head === undefined && " alone"}">${body}
<footer><span>${words.page.by}</span><nav aria-label="${words.page.language}">${locales.map(
    (each) =>
      html`<a href="${path}?lang=${each}" lang="${each}" hreflang="${each}"${each === locale && html` aria-current="true"`}>${names[each]}</a>`,
  )}</nav></footer></main></div></body></html>`;
  return { text, styleDigest: createHash("sha256").update(style).digest("base64") };
}

/** Inline style that sets the colours only, each six hexadecimal digits. */
function styleOf(colour: string): string {
  const { fill: brand, text, lineOnLight, lineOnDark } = brandColoursOf(colour);
  return `:root{--brand:${brand};--on-brand:${text};--line-light:${lineOnLight};--line-dark:${lineOnDark}}`;
}

/** The amount in large type, its currency small. */
function largeAmount(text: string): Markup {
  const [, figure = text, code = ""] = /^(.*)(\s[A-Z]{3})$/.exec(text) ?? [];
  return html`<bdi>${figure}<small>${code}</small></bdi>`;
}

/** Payee, amount and description. */
export function orderHead(order: PayableOrder, locale: Locale, logoUrl: string | undefined): Markup {
  const { page } = wordsIn(locale);
  const amount = amountText(order.amount, locale);
  const due = order.status === "paid" ? page.paid : order.failureCode === null ? page.toPay : page.notPaid;
  const lines = (): Markup =>
    html`<ul class="lines">${order.items.map(
      (item) =>
        html`<li><span>${item.quantity > 1 && html`${item.quantity} × `}<bdi>${item.name}</bdi></span><span><bdi>${amountText(item.amount, locale)}</bdi></span></li>`,
    )}<li class="all"><span>${page.total}</span><span><bdi>${amount}</bdi></span></li></ul>`;
  const hasItems = order.items.length > 0;
  const logo = logoUrl && html`<img src="${logoUrl}" alt="" width="32" height="32">`;
  return html`<header class="sum"><p class="shop">${logo}<bdi>${order.merchantName}</bdi></p>
<p class="due">${due}</p><p class="amount">${largeAmount(amount)}</p>
${hasItems && html`${lines()}<details><summary>${page.items}</summary>${lines()}</details>`}
<p class="ref">${page.orderNo} <bdi>${order.merchantOrderNo}</bdi></p></header>`;
}
