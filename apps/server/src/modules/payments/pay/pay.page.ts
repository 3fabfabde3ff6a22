import { fill, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { payMessages } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { html, type Markup, type Part } from "../../../platform/http/html.ts";
import type { PayableOrder } from "./pay.policy.ts";

const names: Readonly<Record<Locale, string>> = { "zh-cn": "简体中文", en: "English", "zh-tw": "繁體中文" };

/** What every part of the page knows. */
export interface PageFacts {
  readonly locale: Locale;
  /** Address of this page, without its query. */
  readonly path: string;
  /** Addresses of style and script, which change with their content. */
  readonly assets: { readonly style: string; readonly script: string };
}

export const wordsIn = (locale: Locale) => payMessages[locale];

/** An amount as a payer reads it. */
export const amountText = (amount: Money, locale: Locale): string =>
  formatMoney(amount, { language: locale, show: "code" });

/** A sentence with its slots filled. */
export const sentence = (template: string, values: Readonly<Record<string, string>>): string => fill(template, values);

/** An instant for a machine and, with UTC named, for people; the script turns it into the payer's own time. */
export function instant(time: string): Markup {
  return html`<time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** A sentence with one slot that holds markup. */
export function around(template: string, slot: string, inner: Part): Markup {
  const [before = "", after = ""] = template.split(`{${slot}}`);
  return html`${before}${inner}${after}`;
}

export interface PageParts {
  readonly title: string;
  readonly body: Markup;
  /** Asks again after so many seconds, with or without a script. */
  readonly refreshSeconds?: number;
  /** Goes there by itself. */
  readonly goTo?: string;
}

/** The page around everything. */
export function payPage({ locale, path, assets }: PageFacts, { title, body, refreshSeconds, goTo }: PageParts): string {
  const words = wordsIn(locale);
  const refresh = goTo === undefined ? refreshSeconds : `0;url=${goTo}`;
  return html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${String(refresh)}">`}
<title>${title}</title><link rel="stylesheet" href="${assets.style}"><script src="${assets.script}" defer></script></head>
<body><main>${body}</main>
<footer><nav aria-label="${words.page.language}">${locales.map(
    (each) =>
      html`<a href="${path}?lang=${each}" lang="${each}" hreflang="${each}"${each === locale && html` aria-current="true"`}>${names[each]}</a>`,
  )}</nav><span>Countinghouse</span></footer></body></html>`.text;
}

/** Who is paid, how much, and for what. */
export function orderHead(order: PayableOrder, locale: Locale): Markup {
  const { page } = wordsIn(locale);
  const amount = amountText(order.amount, locale);
  return html`${order.mode === "test" && html`<p class="test">${page.testMode}</p>`}
<header><p class="to">${sentence(page.payTo, { merchant: order.merchantName })}</p><p class="amount">${amount}</p></header>
${
  order.items.length > 0 &&
  html`<details class="items"><summary>${page.items}</summary><ul>${order.items.map(
    (item) =>
      html`<li><span>${item.quantity > 1 && html`${item.quantity} × `}${item.name}</span><span>${amountText(item.amount, locale)}</span></li>`,
  )}<li class="sum"><span>${page.total}</span><span>${amount}</span></li></ul></details>`
}
<p class="note">${page.orderNo} ${order.merchantOrderNo}</p>`;
}
