import { brandOf, type CardBrand, cvcLengthOf, isCardNumber } from "@countinghouse/contract/payments/pay/card-brand.ts";
import type { DeclineWord } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import type { Money } from "@countinghouse/money/money.ts";

/** An action of the payer outside this page. */
export interface PagePayerAction {
  readonly type: "none" | "redirect" | "qr" | "voucher" | "sdk";
  readonly url: string | null;
  readonly data: string | null;
  readonly expireTime: string | null;
}

/** An order as the payment page shows it. */
export interface PayableOrder {
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  /** In the payer's language, where the merchant has a name in it. */
  readonly merchantName: string;
  /** Whether the merchant takes payments now; a suspended one does not. */
  readonly isTakingPayments: boolean;
  /** Brand colour, as `#rrggbb`. */
  readonly brandColor: string | null;
  readonly logoChecksum: string | null;
  readonly mode: "live" | "test";
  readonly status: "created" | "awaiting" | "pending" | "paid" | "failed" | "canceled";
  readonly awaitingReason: "payer_action" | "authentication" | "review" | "capture" | "retry" | null;
  readonly amount: Money;
  readonly items: readonly { readonly name: string; readonly quantity: number; readonly amount: Money }[];
  readonly expireTime: string | null;
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly failureCode: string | null;
  readonly paymentMethod: string | null;
  /** Last four digits of the card used. */
  readonly cardLast4: string | null;
  readonly paidTime: string | null;
  readonly action: PagePayerAction | null;
}

/** An available payment method. */
export interface PayableMethod {
  readonly code: string;
  readonly name: string;
  readonly category: string;
}

/** The screen to show. */
export type PayScreen =
  | { readonly kind: "choose"; readonly decline: DeclineWord | null }
  | { readonly kind: "leave"; readonly why: "authenticate" | "redirect"; readonly url: string }
  | { readonly kind: "scan"; readonly data: string }
  | {
      readonly kind: "voucher";
      readonly code: string | null;
      readonly url: string | null;
      readonly until: string | null;
    }
  | { readonly kind: "wait" }
  | { readonly kind: "end"; readonly end: "paid" | "authorised" | "review" | "failed" | "canceled" | "expired" };

/** Only http(s) URLs are followed, whatever the gateway sends. */
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\/[^\s"'<>]+$/i.test(url);

/** The payer's screen for an order. */
export function payScreenOf(order: PayableOrder, now: Date): PayScreen {
  const { status, awaitingReason, action, expireTime, failureCode } = order;
  if (status === "paid") return { kind: "end", end: "paid" };
  if (status === "failed") return { kind: "end", end: "failed" };
  if (status === "canceled") return { kind: "end", end: failureCode === "expired" ? "expired" : "canceled" };
  if (awaitingReason === "capture") return { kind: "end", end: "authorised" };
  if (awaitingReason === "review") return { kind: "end", end: "review" };
  const shown = action ? screenOfAction(action, awaitingReason) : undefined;
  if (shown) return shown;
  if (status === "pending" || awaitingReason === "authentication") return { kind: "wait" };
  if (expireTime !== null && Date.parse(expireTime) <= now.getTime()) return { kind: "end", end: "expired" };
  return { kind: "choose", decline: failureCode === null ? null : declineWordOf(failureCode) };
}

function screenOfAction(action: PagePayerAction, reason: PayableOrder["awaitingReason"]): PayScreen | undefined {
  if (action.type === "redirect" && isWebAddress(action.url))
    return { kind: "leave", why: reason === "authentication" ? "authenticate" : "redirect", url: action.url };
  if (action.type === "qr" && action.data !== null) return { kind: "scan", data: action.data };
  if (action.type === "voucher") {
    const url = isWebAddress(action.url) ? action.url : null;
    return { kind: "voucher", code: action.data, url, until: action.expireTime };
  }
  return undefined;
}

const declineWords: Readonly<Record<string, DeclineWord>> = {
  insufficient_funds: "funds",
  wallet_balance_insufficient: "funds",
  exceeds_limit: "limit",
  invalid_cvc: "cvc",
  expired_card: "expired",
  invalid_card_number: "data",
  no_such_issuer: "data",
  incorrect_pin: "data",
  avs_mismatch: "data",
  authentication_required: "authentication",
  authentication_failed: "authentication",
  authentication_abandoned: "abandoned",
  issuer_unavailable: "technical",
  system_malfunction: "technical",
  processor_error: "technical",
  rate_limited: "technical",
  card_not_supported: "card",
  transaction_not_permitted: "card",
  currency_not_supported: "card",
  payer_canceled: "payer",
};

/** The payer's message for a decline. A lost, stolen or suspected card gets the general one. */
export const declineWordOf = (code: string): DeclineWord => declineWords[code] ?? "generic";

/** A card as the payer typed it. */
export interface TypedCard {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
  readonly holderName: string;
}

export type CardField = "number" | "expiry" | "cvc" | "holder";
export type TypedCardFault = CardField | "expired" | "brand";

export type CardReading =
  | { readonly card: TypedCard; readonly brand: CardBrand | undefined }
  | { readonly faults: Readonly<Partial<Record<CardField, TypedCardFault>>> };

/** Normalises full-width digits and spaces, which some keyboards produce. */
const plain = (text: string | undefined): string => (text ?? "").normalize("NFKC").trim();

/** Parses an expiry in usual forms: `12/30`, `12 / 2030`, `1230`. */
function readExpiry(text: string): { month: number; year: number } | undefined {
  const [, month = "", year = ""] = /^(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})$/.exec(text) ?? [];
  const found = { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) };
  return month !== "" && found.month >= 1 && found.month <= 12 ? found : undefined;
}

/** A card is valid to the end of its month, in the last time zone to reach it. */
const isPast = ({ month, year }: { month: number; year: number }, now: Date): boolean =>
  Date.UTC(year, month, 1, 12) <= now.getTime();

/** Validates the card form before anything is sent. */
export function readCard(form: Readonly<Record<string, string>>, now: Date): CardReading {
  const number = plain(form.number).replace(/[\s-]/g, "");
  const expiry = readExpiry(plain(form.expiry));
  const cvc = plain(form.cvc);
  const holderName = plain(form.holder).replace(/\s+/g, " ");
  const cvcLength = cvcLengthOf(number);
  const faults: Partial<Record<CardField, TypedCardFault>> = {};
  if (!isCardNumber(number)) faults.number = "number";
  if (!expiry || expiry.year > now.getUTCFullYear() + 30) faults.expiry = "expiry";
  else if (isPast(expiry, now)) faults.expiry = "expired";
  if (!/^\d{3,4}$/.test(cvc) || (cvcLength !== undefined && cvc.length !== cvcLength)) faults.cvc = "cvc";
  // Digits in the name field are probably a card number in the wrong field.
  if (!/^[^\p{Cc}\d]{2,100}$/u.test(holderName)) faults.holder = "holder";
  if (Object.keys(faults).length > 0 || !expiry) return { faults };
  const card = { number, expiryMonth: expiry.month, expiryYear: expiry.year, cvc, holderName };
  return { card, brand: brandOf(number) };
}
