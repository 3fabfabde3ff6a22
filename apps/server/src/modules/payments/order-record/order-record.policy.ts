import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { MerchantState } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import {
  endedPhases,
  type OrderPhase,
  orderLifecycle,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import {
  type AttemptState,
  inFlightStates,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";

/** States in which a merchant is being let in: it may try payments out, and take none. */
export const tryingStates: readonly MerchantState[] = ["draft", "submitted", "under_review", "more_info", "approved"];

interface Payee {
  readonly canPay: boolean;
  readonly status: MerchantState;
}

/** Whether a payment of a merchant may begin. Money of tests is for finding out before anybody is let in. */
export const mayBePaid = ({ canPay, status }: Payee, mode: "live" | "test"): boolean =>
  canPay || (mode === "test" && tryingStates.includes(status));

/** Whether a merchant may give money back by itself; likewise. */
export const mayRefund = (
  { canRefund, status }: { readonly canRefund: boolean; readonly status: MerchantState },
  mode: "live" | "test",
): boolean => canRefund || (mode === "test" && tryingStates.includes(status));

/** How long a payer has to come back from authentication. */
export const authenticationMs = 15 * 60_000;
/** How long an authorisation stands unless the gateway says otherwise. */
export const authorizationMs = 7 * 86_400_000;
/** Longest life of an order, and of one that waits for a voucher to be paid. */
export const orderLifeMaxMs = 72 * 3_600_000;
export const voucherLifeMaxMs = 7 * 86_400_000;

/** Number of `not_found` answers after which the gateway is believed: a query may overtake the payment itself. */
export const notFoundsBelieved = 2;

interface SeenAttempt {
  readonly status: AttemptState;
  readonly nextQueryTime?: string | null;
  readonly notFoundCount?: number;
  readonly isReleaseAsked?: boolean;
}

/** Whether the gateway may still say something about the attempt that decides the order. */
export const isInFlight = ({ status }: SeenAttempt): boolean => inFlightStates.includes(status);

/** Whether an open attempt keeps the payer from trying again: not once the gateway keeps saying it never saw it. */
const isInTheWay = (attempt: SeenAttempt): boolean =>
  isInFlight(attempt) && !(attempt.status === "unknown" && (attempt.notFoundCount ?? 0) >= notFoundsBelieved);

interface SeenOrder {
  readonly phase: OrderPhase;
  readonly captureDeadline: string | null;
  readonly attempts: readonly SeenAttempt[];
}

/** What can succeed with the order as it stands; the console offers nothing else. */
export const abilitiesOf = ({ phase, captureDeadline, attempts }: SeenOrder, now: Date) => ({
  capture:
    phase === "awaiting.capture" &&
    !attempts.some(({ status, isReleaseAsked }) => status === "authorized" && isReleaseAsked) &&
    (captureDeadline === null || Date.parse(captureDeadline) > now.getTime()),
  void: isCallAllowed(phase, "void"),
  cancel: allows(orderLifecycle, phase, "cancel") && !attempts.some(isInFlight),
  sync: attempts.some(mayBeQueried),
});

/** Whether asking the gateway can bring anything new; of one that ended, while what it left is being given back. */
export const mayBeQueried = ({ status, nextQueryTime = null }: SeenAttempt): boolean =>
  isInFlight({ status }) || status === "authentication_pending" || status === "authorized" || nextQueryTime !== null;

/** What may be asked for an order, by the names of the calls. The lifecycle knows more: what gateways and time do. */
const orderCalls = ["confirm", "capture", "cancel", "void"] as const;
type OrderCall = (typeof orderCalls)[number];

const isCallAllowed = (phase: OrderPhase, call: OrderCall): boolean =>
  call === "void" ? phase === "awaiting.capture" : allows(orderLifecycle, phase, call);

/** The refusal of a call that the order does not allow as it stands, with the ones that its phase does. */
export function refusalOfMove(from: OrderPhase, event: OrderCall): Refusal {
  const allowed = orderCalls.filter((call) => call !== event && isCallAllowed(from, call));
  return refuse("coinOrder.invalidStateTransition", { from, event }, { extras: { from, event, allowed } });
}

/** Refuses a call that the phase does not allow. */
export function assertAllowed(phase: OrderPhase, event: OrderCall): void {
  if (!isCallAllowed(phase, event)) throw refusalOfMove(phase, event);
}

interface Confirmable extends SeenOrder {
  readonly expireTime: string;
  readonly attemptCount: number;
  readonly maxAttempts: number;
}

const inFlightRefusal = (): Refusal => refuse("coinOrder.attemptInFlight");

/** Refuses to start an attempt where one is open, where too many were made, and where the order is over. */
export function assertConfirmable(order: Confirmable, now: Date): void {
  if (order.attempts.some(isInTheWay)) throw inFlightRefusal();
  assertAllowed(order.phase, "confirm");
  // Pending with nothing in the way is the attempt that the gateway does not know; any other one is being captured.
  if (order.phase === "pending" && !order.attempts.some(({ status }) => status === "unknown")) {
    throw refusalOfMove(order.phase, "confirm");
  }
  if (Date.parse(order.expireTime) <= now.getTime()) throw refuse("coinOrder.orderExpired", { time: order.expireTime });
  if (order.attemptCount >= order.maxAttempts) throw refuse("coinOrder.tooManyAttempts", { max: order.maxAttempts });
}

/** Refuses to call an order off while its payment may still go through. */
export function assertCancelable(order: SeenOrder): void {
  if (order.attempts.some(isInFlight) && !endedPhases.includes(order.phase)) throw inFlightRefusal();
  assertAllowed(order.phase, "cancel");
}

interface Capturable extends SeenOrder {
  readonly leftMinor: bigint;
  /** What is left, as people read it. */
  readonly left: string;
}

/** Refuses a capture beyond what is reserved, or after the reservation ran out. */
export function assertCapturable(order: Capturable, askedMinor: bigint, now: Date): void {
  assertAllowed(order.phase, "capture");
  if (order.captureDeadline !== null && Date.parse(order.captureDeadline) <= now.getTime())
    throw refuse("coinOrder.captureDeadlinePassed", { deadline: order.captureDeadline });
  if (askedMinor <= 0n || askedMinor > order.leftMinor)
    throw refuse(
      "coinOrder.captureExceedsAuthorized",
      { left: order.left },
      { extras: { leftMinor: Number(order.leftMinor) } },
    );
}

/** Whether an order whose time has passed may be closed: nothing about it can still go through. */
export const isExpirable = (order: SeenOrder & { readonly expireTime: string }, now: Date): boolean =>
  Date.parse(order.expireTime) <= now.getTime() &&
  allows(orderLifecycle, order.phase, "expire") &&
  !order.attempts.some(isInFlight);
