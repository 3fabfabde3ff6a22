import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import qrcode from "qrcode-generator";
import { html, type Markup, type MarkupPart, trusted } from "../../../platform/http/html.ts";
import { cardMark, smallDrawing } from "./card-marks.page.ts";
import { amountText, filledSentence, instantMarkup, sentenceAround, wordsIn } from "./pay.page.ts";
import type { PayableOrder, PayScreen } from "./pay.policy.ts";

/** A QR code as a scalable picture: one path, dark on white in either theme, because cameras need the contrast. */
export function qrPicture(text: string, label: string): Markup {
  const code = qrcode(0, "M");
  code.addData(text, "Byte");
  code.make();
  const size = code.getModuleCount();
  const dots: string[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (code.isDark(row, column)) dots.push(`M${column + 4} ${row + 4}h1v1h-1z`);
  const side = size + 8;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${trusted(dots.join(""))}"/></svg>`;
}

export interface StateParts {
  readonly order: PayableOrder;
  readonly methodName: string;
  /** Our URL that redirects to the merchant, with the status signed for the merchant. */
  readonly backUrl: string | null;
  /** This page without the automatic redirect; null where it has none. */
  readonly stayUrl: string | null;
}

/** Seconds after which a finished page redirects to the shop. */
export const backSeconds = 8;

/** Whether the payer has nothing left to do: the payment succeeded, or the payer cancelled. */
export const isDone = (screen: PayScreen): boolean =>
  screen.kind === "end" && screen.end !== "failed" && screen.end !== "expired";

type Shown = Exclude<PayScreen, { kind: "choose" }>;

/** The page while the payer acts elsewhere, waits, or is finished. */
export function statePage(screen: Shown, parts: StateParts, locale: Locale): { title: string; body: Markup } {
  const { state } = wordsIn(locale);
  const { order, methodName: method } = parts;
  const named = { method, merchant: order.merchantName, amount: amountText(order.amount, locale) };
  if (screen.kind === "leave") {
    const [title, text, go] =
      screen.why === "authenticate"
        ? [state.authenticate, state.authenticateText, state.authenticateGo]
        : [filledSentence(state.redirect, named), filledSentence(state.redirectText, named), state.redirectGo];
    const link = html`<p><a class="main" href="${screen.url}" rel="noreferrer">${go}</a></p>`;
    return { title, body: frame(parts, locale, "busy", html`<h1>${title}</h1><p>${text}</p>${link}`) };
  }
  if (screen.kind === "scan") {
    const picture = qrPicture(screen.data, state.scan);
    const text = filledSentence(state.scanText, named);
    return {
      title: state.scan,
      body: frame(parts, locale, "busy", html`<h1>${state.scan}</h1>${picture}<p>${text}</p>`),
    };
  }
  if (screen.kind === "voucher") return { title: state.voucher, body: voucherPage(screen, parts, locale) };
  if (screen.kind === "wait") {
    const spinner = html`<span class="spinner" aria-hidden="true"></span>`;
    const body = html`${spinner}<h1>${state.processing}</h1><p>${state.processingText}</p>`;
    return { title: state.processing, body: frame(parts, locale, "busy", body) };
  }
  return endPage(screen, parts, locale);
}

function voucherPage(screen: Extract<PayScreen, { kind: "voucher" }>, parts: StateParts, locale: Locale): Markup {
  const { state } = wordsIn(locale);
  return frame(
    parts,
    locale,
    "busy",
    html`<h1>${state.voucher}</h1>${screen.code !== null && html`<p class="hint">${state.voucherCode}</p><p class="code">${screen.code}</p>`}<p>${state.voucherText}</p>
${screen.until && html`<p class="note">${sentenceAround(state.voucherUntil, "time", instantMarkup(screen.until))}</p>`}
${screen.url && html`<p><a class="main" href="${screen.url}" rel="noreferrer">${state.openVoucher}</a></p>`}`,
  );
}

function endPage({ end }: Extract<PayScreen, { kind: "end" }>, parts: StateParts, locale: Locale) {
  const { state } = wordsIn(locale);
  const { order } = parts;
  const named = { merchant: order.merchantName, amount: amountText(order.amount, locale) };
  const title = state[end];
  const tone = end === "paid" || end === "authorised" ? "good" : end === "review" ? "busy" : "bad";
  const text = html`<p>${filledSentence(state[`${end}Text`], named)}</p>`;
  const body = html`${mark(tone)}<h1>${title}</h1>${text}`;
  return {
    title,
    body: frame(parts, locale, tone === "bad" ? "bad" : "good", body, tone === "good" && slip(parts, locale)),
  };
}

/** The receipt: amount, method and time. */
function slip({ order, methodName }: StateParts, locale: Locale): Markup {
  const { page } = wordsIn(locale);
  const line = (label: string, value: MarkupPart) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const scheme = order.paymentMethod?.replace(/^card_/, "") ?? "";
  const used = html`${cardMark(scheme, "")}<bdi>${methodName}${order.cardLast4 !== null && ` ·· ${order.cardLast4}`}</bdi>`;
  return html`<dl class="slip">${line(page.amount, html`<bdi>${amountText(order.amount, locale)}</bdi>`)}${order.paymentMethod !== null && line(page.paidWith, used)}${order.paidTime !== null && line(page.paidWhen, instantMarkup(order.paidTime))}${line(page.orderNo, html`<bdi>${order.merchantOrderNo}</bdi>`)}</dl>`;
}

const marks = {
  good: "M5 13l4.5 4.5L19 8",
  bad: "M7 7l10 10M17 7L7 17",
  busy: "M12 7v5l3 3",
} as const;

const mark = (tone: keyof typeof marks): Markup =>
  html`<svg class="mark ${tone}" viewBox="0 0 24 24" aria-hidden="true"><path d="${marks[tone]}"/></svg>`;

function frame(
  parts: StateParts,
  locale: Locale,
  tone: "good" | "bad" | "busy",
  body: Markup,
  more: MarkupPart = null,
): Markup {
  const { order, backUrl, stayUrl } = parts;
  const { page } = wordsIn(locale);
  const back = filledSentence(page.back, { merchant: order.merchantName });
  const stay = html`<p class="trust">${smallDrawing("later")}<span>${filledSentence(page.returns, { seconds: String(backSeconds) })} <a href="${stayUrl}">${page.stay}</a></span></p>`;
  return html`<section class="state ${tone}" aria-live="polite">${body}</section>${more}
${tone === "busy" && html`<p><a class="quiet" href="?lang=${locale}">${page.refresh}</a></p>`}
${backUrl && html`<p><a class="${tone === "busy" ? "quiet" : "main"}" href="${backUrl}" rel="noreferrer">${back}</a></p>`}${backUrl && stayUrl && stay}`;
}

/** A page without an order: for an invalid address or too many requests. */
export const wordPage = (title: string, text: string): Markup =>
  html`<section class="state bad"><h1>${title}</h1><p>${text}</p></section>`;
