import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { DeclineWord } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import { html, type Markup } from "../../../platform/http/html.ts";
import { cardMark, smallDrawing } from "./card-marks.page.ts";
import { amountText, filledSentence, instantMarkup, sentenceAround, wordsIn } from "./pay.page.ts";
import type { CardField, PayableMethod, PayableOrder, TypedCardFault } from "./pay.policy.ts";

type ActionOf = (step: "pay" | "cancel") => string;

/** Contents of the method choice: the methods, and the faults of the last submission. */
export interface MethodChoicePage {
  readonly order: PayableOrder;
  readonly methods: readonly PayableMethod[];
  /** The method chosen before, kept selected; `card` for a card of any scheme. */
  readonly chosen: string | null;
  readonly decline: DeclineWord | null;
  readonly faults: Readonly<Partial<Record<CardField, TypedCardFault>>>;
  /** The form's token has expired. */
  readonly isStale: boolean;
  readonly formToken: string;
  /** Form actions and links, with the language. */
  readonly actionOf: ActionOf;
}

/** One payment method as a tile. */
interface OfferedWay {
  readonly code: string;
  readonly name: string;
  readonly about: string;
  readonly picture: Markup | readonly Markup[];
}

/** The page on which the payer chooses a payment method: one form with one button. */
export function choosePage(choice: MethodChoicePage, locale: Locale): Markup {
  const { order, methods, formToken, actionOf } = choice;
  const { page } = wordsIn(locale);
  const cancel = html`<p><a class="quiet" href="${actionOf("cancel")}">${page.cancel}</a></p>`;
  if (!order.isTakingPayments)
    return html`<div class="notice bad" role="alert"><p><strong>${filledSentence(page.noPayments, { merchant: order.merchantName })}</strong></p><p>${page.noPaymentsText}</p></div>${cancel}`;
  if (methods.length === 0) return html`${notices(choice, locale)}<p class="notice">${page.noMethod}</p>${cancel}`;
  const cards = methods.filter(({ category }) => category === "card");
  const amount = amountText(order.amount, locale);
  return html`${notices(choice, locale)}
<form method="post" action="${actionOf("pay")}" autocomplete="on"${cards.length === 0 && html` class="no-card"`}><input type="hidden" name="form" value="${formToken}">
${ways(choice, cards, locale)}
${cards.length > 0 && cardFields(choice, cards, locale)}
<button class="main"><span class="card-go">${filledSentence(page.pay, { amount })}</span><span class="other-go">${filledSentence(page.goOn, { amount })}</span></button>
<p class="trust">${smallDrawing("lock")}<span><span class="card-note">${page.secured}</span><span class="other-note">${page.elsewhere}</span>${order.expireTime && html` ${sentenceAround(page.payBefore, "time", instantMarkup(order.expireTime))}`}</span></p></form>
${cancel}`;
}

/** Confirmation before cancelling an order: a form to cancel, and a link back. */
export function cancelPage(
  { formToken, actionOf, backUrl }: Pick<MethodChoicePage, "formToken" | "actionOf"> & { backUrl: string },
  locale: Locale,
): Markup {
  const { page } = wordsIn(locale);
  return html`<section class="state"><h1>${page.cancelAsked}</h1><p>${page.cancelText}</p></section>
<form method="post" action="${actionOf("cancel")}"><input type="hidden" name="form" value="${formToken}"><button class="other deed">${page.cancel}</button></form>
<p><a class="quiet" href="${backUrl}">${page.cancelNot}</a></p>`;
}

function notices({ decline, faults, isStale }: MethodChoicePage, locale: Locale): Markup {
  const { page, field, decline: reasons } = wordsIn(locale);
  const found = Object.values(faults);
  if (isStale) return html`<div class="notice bad" role="alert"><p>${field.stale}</p></div>`;
  if (found.length > 0)
    return html`<div class="notice bad" role="alert" tabindex="-1" autofocus><p><strong>${page.attention}</strong></p><ul>${Object.entries(faults).map(([name, fault]) => html`<li><a href="#${name}">${field[fault]}</a></li>`)}</ul></div>`;
  if (decline === null) return html``;
  return html`<div class="notice bad" role="alert"><p><strong>${page.notTaken}</strong></p><p><strong>${page.nothingTaken}</strong> ${reasons[decline]} ${page.tryAgain}</p></div>`;
}

type Kind = "wallet" | "bank" | "voucher" | "later";
const kinds: Readonly<Record<string, Kind>> = {
  bank_transfer: "bank",
  bank_debit: "bank",
  voucher: "voucher",
  bnpl: "later",
};

const marksOf = (cards: readonly PayableMethod[]): readonly Markup[] =>
  cards.flatMap(({ code, name }) => cardMark(code.replace(/^card_/, ""), name) ?? []);

/** Every method as a tile of equal size. A single method needs no choice. */
function ways({ methods, chosen }: MethodChoicePage, cards: readonly PayableMethod[], locale: Locale): Markup {
  const { page, way } = wordsIn(locale);
  const marks = marksOf(cards);
  const picture = marks.length > 0 ? marks : smallDrawing("card");
  const others = methods.filter(({ category }) => category !== "card");
  const all: readonly OfferedWay[] = [
    ...(cards.length > 0 ? [{ code: "card", name: page.card, about: way.card, picture }] : []),
    ...others.map(({ code, name, category }) => {
      const kind = kinds[category] ?? "wallet";
      return { code, name, about: way[kind], picture: smallDrawing(kind) };
    }),
  ];
  const open = all.find(({ code }) => code === chosen) ?? all[0];
  if (all.length === 1) return html`<h1>${open?.name}</h1><input type="hidden" name="method" value="${open?.code}">`;
  return html`<fieldset><legend><h1>${page.chooseMethod}</h1></legend><div class="ways${all.length % 3 !== 0 && all.length < 5 && " two"}">${all.map(
    (each) =>
      html`<label class="way"><input type="radio" name="method" value="${each.code}"${each === open && html` checked`}><span class="ic"${each.code === "card" && html` data-brands`}>${each.picture}</span><span>${each.name}<small>${each.about}</small></span></label>`,
  )}</div></fieldset>`;
}

interface FieldParts {
  readonly name: CardField;
  readonly label: string;
  readonly autocomplete: string;
  readonly isNumeric: boolean;
  readonly placeholder?: string;
  readonly maxLength: number;
  /** Id of the field's hint, besides its error message. */
  readonly hintId?: string;
  /** Further attributes, and content of the field's frame. */
  readonly facts?: Markup;
  readonly inside?: Markup;
}

/**
 * A card field. Values are never written back into it. The server validates each field; the script does so before
 * sending.
 */
function cardField(parts: FieldParts, { faults }: MethodChoicePage, locale: Locale): Markup {
  const { name, label, autocomplete, isNumeric, placeholder, maxLength, hintId, facts, inside } = parts;
  const fault = faults[name];
  const described = [hintId, fault && `${name}-fault`].filter((id) => id).join(" ");
  return html`<p class="field ${name}"><label class="top" for="${name}">${label}</label>
<span class="in"><input id="${name}" name="${name}" autocomplete="${autocomplete}" maxlength="${maxLength}" aria-required="true"${isNumeric && html` inputmode="numeric"`} spellcheck="false" autocapitalize="off"${placeholder && html` placeholder="${placeholder}"`}${fault && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}${facts}>${inside}</span>
${fault && html`<span class="fault" id="${name}-fault">${wordsIn(locale).field[fault]}</span>`}</p>`;
}

function cardFields(choice: MethodChoicePage, cards: readonly PayableMethod[], locale: Locale): Markup {
  const { page } = wordsIn(locale);
  const field = (parts: FieldParts) => cardField(parts, choice, locale);
  const inside = html`<span class="marks" data-brands aria-hidden="true">${marksOf(cards)}</span><span class="sr" role="status" id="brand-told"></span>`;
  const facts = html` data-three="${page.cvcThree}" data-four="${page.cvcFour}"`;
  return html`<div class="card">
${field({ name: "number", label: page.cardNumber, autocomplete: "cc-number", isNumeric: true, maxLength: 30, inside })}
<div class="pair">${field({ name: "expiry", label: page.expiry, autocomplete: "cc-exp", isNumeric: true, placeholder: page.expiryHint, maxLength: 9 })}
${field({ name: "cvc", label: page.cvc, autocomplete: "cc-csc", isNumeric: true, maxLength: 4, placeholder: page.cvcThree, hintId: "cvc-hint", facts })}</div>
<p class="hint wide" id="cvc-hint">${page.cvcHint}</p>
${field({ name: "holder", label: page.holder, autocomplete: "cc-name", isNumeric: false, maxLength: 100 })}</div>`;
}
