import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { DeclineWord } from "@countinghouse/contract/payments/pay/pay.messages.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { TokenSubject } from "../../integration/open-api/index.ts";
import type { CardField, PayableMethod, PayableOrder, TypedCard, TypedCardFault } from "./pay.policy.ts";

/** What the payer chose. */
export interface ChosenPayment {
  /** Method code; `card` for whatever brand the number has. */
  readonly method: string;
  readonly card: TypedCard | null;
  /** Of the browser it was chosen in, where that keeps one. */
  readonly deviceId: string | undefined;
}

/** The order behind a page, and what can be done with it. */
export interface PayPageOrder {
  find(subject: TokenSubject, locale: Locale): Promise<PayableOrder | undefined>;
  /** The logo of the shop; undefined where it has none. */
  logo(subject: TokenSubject): Promise<{ readonly contentType: string; readonly content: Buffer } | undefined>;
  /** Ways to pay to offer, in order. */
  methods(
    subject: TokenSubject,
    order: PayableOrder,
    request: Pick<RequestFacts, "locale" | "userAgent">,
  ): Promise<readonly PayableMethod[]>;
  /** Tries to pay; a decline is no refusal, it is seen in the order. */
  pay(subject: TokenSubject, chosen: ChosenPayment, request: RequestFacts): Promise<void>;
  cancel(subject: TokenSubject, request: RequestFacts): Promise<void>;
  /** Asks the gateway how the payment stands, after the payer has come back. */
  look(subject: TokenSubject, request: RequestFacts): Promise<void>;
  /** The link to the merchant with the status signed for the merchant's server; null where the order names none. */
  backUrl(subject: TokenSubject, order: PayableOrder): Promise<string | null>;
}

/** What the payer has to be told at once, because the order does not show it. */
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
 * Runs what the payer asked for. A refusal that the order's state explains by itself, such as a payment that is under
 * way already, is left to the page; one that it does not is told, and of one that is not known here that it was none.
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
