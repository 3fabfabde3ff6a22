import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { DeclineWord } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { TokenSubject } from "../../integration/open-api/index.ts";
import type { CardField, PayableMethod, PayableOrder, TypedCard, TypedCardFault } from "./pay.policy.ts";

/** The payer's choice. */
export interface ChosenPayment {
  /** Method code; `card` for any scheme. */
  readonly method: string;
  readonly card: TypedCard | null;
  /** Device id of the browser, where it stores one. */
  readonly deviceId: string | undefined;
}

/** The order behind a payment page, and its actions. */
export interface PayPageOrder {
  find(subject: TokenSubject, locale: Locale): Promise<PayableOrder | undefined>;
  /** The shop's logo; undefined where it has none. */
  logo(subject: TokenSubject): Promise<{ readonly contentType: string; readonly content: Buffer } | undefined>;
  /** Available payment methods, in display order. */
  methods(
    subject: TokenSubject,
    order: PayableOrder,
    request: Pick<RequestFacts, "locale" | "userAgent">,
  ): Promise<readonly PayableMethod[]>;
  /** Tries to pay; a decline is no refusal and shows in the order. */
  pay(subject: TokenSubject, chosen: ChosenPayment, request: RequestFacts): Promise<void>;
  cancel(subject: TokenSubject, request: RequestFacts): Promise<void>;
  /** Queries the gateway about the payment, after the payer has returned. */
  look(subject: TokenSubject, request: RequestFacts): Promise<void>;
  /** The return URL with the status signed for the merchant's server; null where the order has none. */
  backUrl(subject: TokenSubject, order: PayableOrder): Promise<string | null>;
}

/** A problem that the payer has to be told at once, because the order does not show it. */
export interface PayProblem {
  readonly faults: Readonly<Partial<Record<CardField, TypedCardFault>>>;
  readonly decline: DeclineWord | null;
}

const troubles: Readonly<Record<string, PayProblem>> = {
  cardMalformed: { faults: { number: "number" }, decline: null },
  cardRefusedHere: { faults: {}, decline: "card" },
  cvcRequired: { faults: { cvc: "cvc" }, decline: null },
  cardNotTaken: { faults: {}, decline: "card" },
  cardTriesUsedUp: { faults: {}, decline: "card" },
  dailyLimitReached: { faults: {}, decline: "technical" },
  noRoute: { faults: {}, decline: "technical" },
  amountBelowMinimum: { faults: {}, decline: "card" },
  amountAboveMaximum: { faults: {}, decline: "card" },
  typeNotOffered: { faults: {}, decline: "card" },
};

/**
 * Runs the payer's action and returns its problem, if any. A refusal that the order's status explains, such as a
 * payment already in progress, is left to the page; any other is returned, an unknown one as a general problem.
 */
export async function payProblemOf(work: () => Promise<void>): Promise<PayProblem | "unexplained" | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return troubles[error.code.split(".").at(-1) ?? ""] ?? "unexplained";
  }
}
