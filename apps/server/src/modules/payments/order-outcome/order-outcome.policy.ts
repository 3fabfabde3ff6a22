import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import type { CaptureAction } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import {
  endedPhases,
  type OrderAction,
  type OrderPhase,
  orderLifecycle,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import {
  type AttemptAction,
  type AttemptState,
  attemptLifecycle,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type { AttemptFailureCode } from "./failure-step.policy.ts";

/** The status that a gateway reports for one attempt, reduced to what verdicts depend on. */
export type ReportedStatus =
  /** Final captures: the rest of the authorisation is released. */
  | { readonly kind: "captured"; readonly captured: Money }
  /** The authorisation stands; the amount captured so far, where the gateway reports it. */
  | { readonly kind: "authorized"; readonly captured: Money | null }
  | { readonly kind: "action_required"; readonly type: "redirect" | "qr" | "voucher" | "3ds" }
  | { readonly kind: "pending" }
  | { readonly kind: "declined"; readonly code: AttemptFailureCode; readonly adviceCode: string | null }
  | { readonly kind: "error"; readonly code: AttemptFailureCode }
  | { readonly kind: "unknown" }
  | { readonly kind: "not_found" }
  | { readonly kind: "voided" }
  | { readonly kind: "expired"; readonly code: AttemptFailureCode | null }
  | { readonly kind: "reversed" };

/** How the outcome reached us: as the answer to our own call, to a query, or as a notification. */
export type OutcomeSource = "answer" | "query" | "notification";

export interface AttemptFacts {
  readonly status: AttemptState;
  readonly amount: Money;
  readonly captured: Money;
  /** The open capture: its amount, whether it releases the rest, and whether the gateway lists it as made. */
  readonly capture: { readonly amount: Money; readonly isFinal: boolean; readonly isMade?: boolean } | null;
  /** The amount of the newest failed capture that had been sent: the gateway may have made it after all. */
  readonly refused: Money | null;
  /** The amounts of further failed captures, where the gateway shows the money of several. */
  readonly refusedBesides: Money | null;
  readonly queryCount: number;
  /** Whether this is the order's newest attempt: older ones change the order only by bringing money. */
  readonly isCurrent: boolean;
  /** The gateway reports another payment than the one of this attempt. */
  readonly isOtherPayment: boolean;
  /** The gateway reports another amount than it was asked for. */
  readonly isOtherAmount: boolean;
  /**
   * Enough scheduled queries, this one included, were answered `not_found`, and no answer to the payment call was
   * recorded. False where one was recorded, or the gateway ever named a payment.
   */
  readonly isUnheardOf?: boolean;
  /** The attempt has ended, and its authorisation or page at the gateway is being released. */
  readonly isGivenBack?: boolean;
  /** What of the reported payment is recorded as unapplied, in each currency it was reported in. */
  readonly unapplied?: readonly UnappliedAmount[];
  /** Whether the gateway answers our own query: only then its word replaces what it said before. */
  readonly isAsked?: boolean;
}

/** Recorded unapplied money of a payment; `isUntouched` while nobody applied, returned or is returning any of it. */
export interface UnappliedAmount {
  readonly amount: Money;
  readonly isUntouched: boolean;
}

export interface OrderFacts {
  readonly phase: OrderPhase;
  /** Whether it was given up before its money arrived, which now pays the order. */
  readonly isPaidLate: boolean;
  readonly isManualCapture: boolean;
  readonly captured: Money;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly isExpired: boolean;
  readonly lateSuccess: "accept" | "auto_refund";
  /** The next try without the payer, as routing decided; null outside the payer's visit. */
  readonly nextAttempt: "failover" | "stepUp" | null;
}

/** Why money is unapplied. */
export type DueReason = "amount_mismatch" | "duplicate_payment" | "late_success";

/** Effects of an outcome besides state changes. The service applies them in the same transaction. */
export type OutcomeEffect =
  | { readonly do: "book"; readonly amount: Money }
  /** Unapplied money beyond the known amount of its payment: it is returned, or a person decides. */
  | { readonly do: "due"; readonly reason: DueReason; readonly amount: Money }
  /** Unapplied money in this currency that was never there, as a negative amount: it is reversed. */
  | { readonly do: "correct"; readonly amount: Money }
  | {
      readonly do: "report";
      readonly what: DueReason | "unresolved" | "contradiction" | "payment_reversed" | "late_authorization";
      readonly level: "critical" | "error" | "warning";
      /** The amounts that a contradicting one was told after. */
      readonly known?: readonly Money[];
    }
  | { readonly do: "failover" }
  | { readonly do: "stepUp" }
  /** Query the gateway again by the schedule. */
  | { readonly do: "query" }
  /** Send the open capture again, under the same idempotency key. */
  | { readonly do: "sendCapture" }
  /** Void the authorisation, or close the payer's open page, at the gateway. */
  | { readonly do: "release" }
  /** Void the authorisation of a twin payment that was made beside the attempt's. */
  | { readonly do: "releaseTwin" }
  /** Report that an ended attempt's authorisation is released. */
  | { readonly do: "tellReleased" }
  | { readonly do: "fail"; readonly code: AttemptFailureCode };

/** What becomes of the open capture, or with `revive` of the newest failed one. */
export type CaptureStep =
  | { readonly action: Extract<CaptureAction, "succeed" | "lose" | "revive"> }
  | { readonly action: Extract<CaptureAction, "fail">; readonly code: AttemptFailureCode };

export interface OutcomeVerdict {
  readonly attempt: AttemptAction | null;
  readonly order: OrderAction | null;
  readonly capture?: CaptureStep | null;
  readonly effects: readonly OutcomeEffect[];
  /** The money arrived after the order had been given up. */
  readonly isLate?: boolean;
}

/** A verdict that changes nothing. */
export const noChange: OutcomeVerdict = { attempt: null, order: null, effects: [] };
/** An effect that reports an incident for people to look at. */
export const reportEffect = (
  what: Extract<OutcomeEffect, { do: "report" }>["what"],
  level: "critical" | "error" | "warning",
): OutcomeEffect => ({
  do: "report",
  what,
  level,
});

/** Whether the attempt can take a step. */
export const attemptAllows = (attempt: AttemptFacts, action: AttemptAction): boolean =>
  allows(attemptLifecycle, attempt.status, action);
/** Whether the order can take a step. */
export const orderAllows = (order: OrderFacts, action: OrderAction): boolean =>
  allows(orderLifecycle, order.phase, action);
/** Whether the order has failed or was cancelled. */
export const isGivenUp = ({ phase }: OrderFacts): boolean => phase === "failed" || phase === "canceled";

/**
 * The verdict once an ended attempt holds nothing more at the gateway: a release is reported, an expired page is not.
 */
export const nothingHeld = ({ isGivenBack, status }: AttemptFacts): OutcomeVerdict =>
  isGivenBack && status !== "expired" ? { ...noChange, effects: [{ do: "tellReleased" }] } : noChange;

/** Whether the order is in an end state. */
export const isEnded = ({ phase }: OrderFacts): boolean => endedPhases.includes(phase);

/** The order's action in a verdict, if its phase allows it: only the newest attempt moves the order. */
export const orderActionIfAllowed = (
  order: OrderFacts,
  attempt: AttemptFacts,
  action: OrderAction,
): OrderAction | null => (attempt.isCurrent && orderAllows(order, action) ? action : null);
