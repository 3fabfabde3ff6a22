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
import type { FailureCode } from "./failure-step.policy.ts";

/** What a gateway said of one attempt, in the words that decide something. */
export type Word =
  /** All that was taken, and nothing more can be: the rest of the reservation is gone. */
  | { readonly kind: "captured"; readonly captured: Money }
  /** A reservation stands; what was taken of it until now, where the gateway says it. */
  | { readonly kind: "authorized"; readonly captured: Money | null }
  | { readonly kind: "action_required"; readonly type: "redirect" | "qr" | "voucher" | "3ds" }
  | { readonly kind: "pending" }
  | { readonly kind: "declined"; readonly code: FailureCode; readonly adviceCode: string | null }
  | { readonly kind: "error"; readonly code: FailureCode }
  | { readonly kind: "unknown" }
  | { readonly kind: "not_found" }
  | { readonly kind: "voided" }
  | { readonly kind: "expired"; readonly code: FailureCode | null }
  | { readonly kind: "reversed" };

/** How the word reached us: as the answer to our own call, as the answer to a question, or unasked. */
export type Source = "answer" | "query" | "notification";

export interface AttemptFacts {
  readonly status: AttemptState;
  readonly amount: Money;
  readonly captured: Money;
  /** The capture under way: what it takes, whether the rest is released with it, and whether the gateway lists it as made. */
  readonly capture: { readonly amount: Money; readonly isFinal: boolean; readonly isMade?: boolean } | null;
  /** What the newest capture that failed was to take, though it had been sent: the gateway may have made it. */
  readonly refused: Money | null;
  /** What others that failed took besides, where the gateway shows the money of several. */
  readonly refusedBesides: Money | null;
  readonly queryCount: number;
  /** The order's newest attempt: older ones decide nothing but their own state, unless they bring money. */
  readonly isCurrent: boolean;
  /** The gateway speaks of another payment than the one of this attempt. */
  readonly isOtherPayment: boolean;
  /** The gateway believes it was asked for another amount than it was. */
  readonly isOtherAmount: boolean;
  /**
   * To questions of the schedule, this one included, its gateway answered as often as is believed that it never heard of it,
   * and nobody wrote an answer to its call down; false where a process took one in, or the gateway ever named a payment.
   */
  readonly isUnheardOf?: boolean;
  /** What stands of it although it ended is being given back, and asked after until it is gone. */
  readonly isGivenBack?: boolean;
}

export interface OrderFacts {
  readonly phase: OrderPhase;
  readonly isManualCapture: boolean;
  readonly captured: Money;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly isExpired: boolean;
  readonly lateSuccess: "accept" | "auto_refund";
  /** What may be tried now without the payer, as routing decided; null outside the payer's visit. */
  readonly onward: "failover" | "stepUp" | null;
}

/** Why money is not the merchant's. */
export type DueReason = "amount_mismatch" | "duplicate_payment" | "late_success";

/** What follows from a word besides the states. The service carries it out in the same transaction. */
export type Effect =
  | { readonly do: "book"; readonly amount: Money }
  /** Money that is not the merchant's, beyond what is known of its payment: it goes back, or people decide about it. */
  | { readonly do: "due"; readonly reason: DueReason; readonly amount: Money }
  | {
      readonly do: "report";
      readonly what: DueReason | "unresolved" | "contradiction" | "payment_reversed" | "late_authorization";
      readonly level: "critical" | "error" | "warning";
    }
  | { readonly do: "failover" }
  | { readonly do: "stepUp" }
  /** Ask the gateway again by the schedule. */
  | { readonly do: "query" }
  /** Send the capture under way once more, under the key it was sent with. */
  | { readonly do: "sendCapture" }
  /** Give the reservation, or the payer's open page, back at the gateway. */
  | { readonly do: "release" }
  /** Give another payment's reservation back, which was made beside the attempt's. */
  | { readonly do: "releaseTwin" }
  /** What stood of an attempt that had ended is gone: that is told. */
  | { readonly do: "tellReleased" }
  | { readonly do: "fail"; readonly code: FailureCode };

/** What becomes of the capture under way, or with `revive` of the newest one that failed. */
export type CaptureStep =
  | { readonly action: Extract<CaptureAction, "succeed" | "lose" | "revive"> }
  | { readonly action: Extract<CaptureAction, "fail">; readonly code: FailureCode };

export interface Verdict {
  readonly attempt: AttemptAction | null;
  readonly order: OrderAction | null;
  readonly capture?: CaptureStep | null;
  readonly effects: readonly Effect[];
  /** The money came after the order had been given up. */
  readonly isLate?: boolean;
}

/** A word that changes nothing. */
export const nothing: Verdict = { attempt: null, order: null, effects: [] };
/** Somebody is to look at it. */
export const report = (
  what: Extract<Effect, { do: "report" }>["what"],
  level: "critical" | "error" | "warning",
): Effect => ({
  do: "report",
  what,
  level,
});

/** Whether the attempt can take a step. */
export const can = (attempt: AttemptFacts, action: AttemptAction): boolean =>
  allows(attemptLifecycle, attempt.status, action);
/** Whether the order can take a step. */
export const may = (order: OrderFacts, action: OrderAction): boolean => allows(orderLifecycle, order.phase, action);
/** Nobody waits for the payment any more. */
export const isGivenUp = ({ phase }: OrderFacts): boolean => phase === "failed" || phase === "canceled";

/** An ended attempt holds nothing any more. What its payer's page left is nobody's news. */
export const gone = ({ isGivenBack, status }: AttemptFacts): Verdict =>
  isGivenBack && status !== "expired" ? { ...nothing, effects: [{ do: "tellReleased" }] } : nothing;

/** Nothing more is to be reserved for the order. */
export const isEnded = ({ phase }: OrderFacts): boolean => endedPhases.includes(phase);

/** The order's part in a verdict: only the newest attempt speaks for the order. */
export const orderMove = (order: OrderFacts, attempt: AttemptFacts, action: OrderAction): OrderAction | null =>
  attempt.isCurrent && may(order, action) ? action : null;
