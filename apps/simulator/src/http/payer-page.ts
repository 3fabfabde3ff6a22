import { createHash } from "node:crypto";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import type { Payment } from "../book.ts";
import { type PayerLocale, payerMessages } from "./payer.messages.ts";

const style = `
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f6f8;color:#1d2733;color-scheme:light dark}
main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:8px}
h1{font-size:1.25rem;margin:0 0 1rem}dt{color:#566372;float:left;clear:left;width:7rem}dd{margin:0 0 .25rem 7rem}
label{display:block;margin:1rem 0 .25rem}input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem}
button,a.button{font:inherit;display:inline-block;margin:1rem .5rem 0 0;padding:.5rem 1rem;border:1px solid #2f6496;
border-radius:6px;background:#2f6496;color:#fff;text-decoration:none}button.plain{background:transparent;color:inherit}
@media (prefers-color-scheme:dark){body{background:#12181f;color:#e5eaf0}main{background:#1b232c}dt{color:#a3b0be}}
`;

/** The headers of a payer's page: nothing is loaded, nothing runs, nobody frames it. */
export const payerPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'`,
} as const;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const page = (locale: PayerLocale, inner: string): string => {
  const words = payerMessages[locale];
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title><style>${style}</style></head><body><main><h1>${words.title}</h1>${inner}<p><small>${words.simulated}</small></p></main></body></html>`;
};

function facts(locale: PayerLocale, payment: Payment): string {
  const words = payerMessages[locale];
  const amount = `${formatDecimal(money(payment.amount, payment.currency))} ${payment.currency}`;
  const card = payment.card ? `<dt>${words.card}</dt><dd>•••• ${escaped(payment.card.last4)}</dd>` : "";
  const reference = `<dt>${words.reference}</dt><dd>${escaped(payment.reference)}</dd>`;
  return `<dl>${reference}<dt>${words.amount}</dt><dd>${amount}</dd>${card}</dl>`;
}

/** The page that asks the payer: for the bank's code, or whether to pay from the wallet. */
export function askPage(locale: PayerLocale, payment: Payment): string {
  const words = payerMessages[locale];
  const form = (inner: string): string => `<form method="post" action="?lang=${locale}">${inner}</form>`;
  if (!payment.card) {
    const buttons = `<button name="code" value="1">${words.pay}</button><button class="plain" name="code" value="0000">${words.cancel}</button>`;
    return page(locale, `${facts(locale, payment)}<p>${words.askWallet}</p>${form(buttons)}`);
  }
  const field = `<label for="code">${words.code}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="16">`;
  const ask = form(`${field}<button>${words.confirm}</button>`);
  return page(locale, `${facts(locale, payment)}<p>${words.askCode}</p>${ask}`);
}

export type PayerResult = "approved" | "refused" | "waiting" | "unknown";

/** The page after the answer; the way back leads to the shop, if it named one. */
export function resultPage(locale: PayerLocale, result: PayerResult, returnUrl: string | null): string {
  const words = payerMessages[locale];
  const back = returnUrl ? `<a class="button" href="${escaped(returnUrl)}">${words.back}</a>` : "";
  return page(locale, `<p>${words[result]}</p>${back}`);
}
