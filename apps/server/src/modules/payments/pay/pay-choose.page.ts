import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { DeclineWord } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import { html, type Markup } from "../../../platform/http/html.ts";
import { amountText, around, instant, orderHead, sentence, wordsIn } from "./pay.page.ts";
import type { CardFault, CardField, PayableMethod, PayableOrder } from "./pay.policy.ts";

type ActionOf = (step: "card" | "method" | "cancel") => string;

/** What the payer chooses from, and what was wrong before. */
export interface Choice {
  readonly order: PayableOrder;
  readonly methods: readonly PayableMethod[];
  readonly decline: DeclineWord | null;
  readonly faults: Readonly<Partial<Record<CardField, CardFault>>>;
  /** A fault of the form as a whole. */
  readonly isStale: boolean;
  readonly formToken: string;
  /** Where forms are sent and steps are taken, with the language. */
  readonly actionOf: ActionOf;
}

/** The page on which the payer chooses how to pay. */
export function choosePage(choice: Choice, locale: Locale): Markup {
  const { order, methods } = choice;
  const { page } = wordsIn(locale);
  const cards = methods.filter(({ category }) => category === "card");
  const others = methods.filter(({ category }) => category !== "card");
  return html`${orderHead(order, locale)}${notices(choice, locale)}
${methods.length === 0 && html`<p class="notice">${page.noMethod}</p>`}
${cards.length > 0 && cardForm(choice, cards, locale)}
${others.length > 0 && html`<section aria-label="${page.chooseMethod}">${cards.length === 0 && html`<h1>${page.chooseMethod}</h1>`}${others.map((method) => methodForm(choice, method, locale))}</section>`}
${order.expireTime && html`<p class="note">${around(page.payBefore, "time", instant(order.expireTime))}</p>`}
<p><a class="quiet" href="${choice.actionOf("cancel")}">${page.cancel}</a></p>`;
}

/** The question before an order is called off: the deed, which is a form, and the way back. */
export function cancelPage(
  { order, formToken, actionOf, backUrl }: Pick<Choice, "order" | "formToken" | "actionOf"> & { backUrl: string },
  locale: Locale,
): Markup {
  const { page } = wordsIn(locale);
  return html`${orderHead(order, locale)}<section class="state"><h1>${page.cancelAsked}</h1><p>${page.cancelText}</p></section>
<form method="post" action="${actionOf("cancel")}"><input type="hidden" name="form" value="${formToken}"><button class="other deed">${page.cancel}</button></form>
<p><a class="quiet" href="${backUrl}">${page.cancelNot}</a></p>`;
}

function notices({ decline, faults, isStale }: Choice, locale: Locale): Markup {
  const { page, field, decline: reasons } = wordsIn(locale);
  const found = Object.values(faults);
  if (isStale) return html`<div class="notice bad" role="alert"><p>${field.stale}</p></div>`;
  if (found.length > 0)
    return html`<div class="notice bad" role="alert" tabindex="-1" autofocus><p><strong>${page.attention}</strong></p><ul>${Object.entries(faults).map(([name, fault]) => html`<li><a href="#${name}">${field[fault]}</a></li>`)}</ul></div>`;
  if (decline === null) return html``;
  return html`<div class="notice bad" role="alert"><p><strong>${page.notTaken}</strong></p><p>${reasons[decline]} ${page.tryAgain}</p></div>`;
}

interface FieldParts {
  readonly name: CardField;
  readonly label: string;
  readonly autocomplete: string;
  readonly isNumeric: boolean;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly maxLength: number;
}

/** No value is ever written back into a card field. */
function cardField(parts: FieldParts, { faults }: Choice, locale: Locale): Markup {
  const { name, label, autocomplete, isNumeric, hint, placeholder, maxLength } = parts;
  const fault = faults[name];
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter((id) => id).join(" ");
  return html`<p class="field ${name}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" autocomplete="${autocomplete}" maxlength="${maxLength}" required${isNumeric && html` inputmode="numeric"`} spellcheck="false" autocapitalize="off"${placeholder && html` placeholder="${placeholder}"`}${fault && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}>
${fault && html`<span class="fault" id="${name}-fault">${wordsIn(locale).field[fault]}</span>`}${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}</p>`;
}

function cardForm(choice: Choice, cards: readonly PayableMethod[], locale: Locale): Markup {
  const { page } = wordsIn(locale);
  const field = (parts: FieldParts) => cardField(parts, choice, locale);
  return html`<form method="post" action="${choice.actionOf("card")}" class="card" autocomplete="on"><h1>${page.card}</h1>
<p class="brands" data-brands>${cards.map(({ code, name }) => html`<span data-brand="${code.replace(/^card_/, "")}">${name}</span>`)}</p>
<input type="hidden" name="form" value="${choice.formToken}">
${field({ name: "number", label: page.cardNumber, autocomplete: "cc-number", isNumeric: true, maxLength: 30 })}
<div class="pair">${field({ name: "expiry", label: page.expiry, autocomplete: "cc-exp", isNumeric: true, placeholder: page.expiryHint, maxLength: 9 })}
${field({ name: "cvc", label: page.cvc, autocomplete: "cc-csc", isNumeric: true, maxLength: 4 })}</div>
<p class="hint wide">${page.cvcHint}</p>
${field({ name: "holder", label: page.holder, autocomplete: "cc-name", isNumeric: false, maxLength: 100 })}
<button class="main">${sentence(page.pay, { amount: amountText(choice.order.amount, locale) })}</button>
<p class="note">${page.secured}</p></form>`;
}

const methodForm = ({ actionOf, formToken }: Choice, { code, name }: PayableMethod, locale: Locale): Markup =>
  html`<form method="post" action="${actionOf("method")}"><input type="hidden" name="form" value="${formToken}"><input type="hidden" name="method" value="${code}"><button class="other">${sentence(wordsIn(locale).page.payWith, { method: name })}</button></form>`;
