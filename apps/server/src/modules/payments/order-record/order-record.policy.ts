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

/** Onboarding states in which a merchant may make test payments and no live ones. */
export const tryingStates: readonly MerchantState[] = ["draft", "submitted", "under_review", "more_info", "approved"];

interface Payee {
  readonly canPay: boolean;
  readonly status: MerchantState;
}

/** Whether a merchant's payment may begin. Test mode is available before onboarding is complete. */
export const mayBePaid = ({ canPay, status }: Payee, mode: "live" | "test"): boolean =>
  canPay || (mode === "test" && tryingStates.includes(status));

/** Whether a merchant may refund by itself; test mode likewise. */
export const mayRefund = (
  { canRefund, status }: { readonly canRefund: boolean; readonly status: MerchantState },
  mode: "live" | "test",
): boolean => canRefund || (mode === "test" && tryingStates.includes(status));

/** Time for the payer to return from authentication, in milliseconds. */
export const authenticationMs = 15 * 60_000;
/** Validity of an authorisation unless the gateway states another, in milliseconds. */
export const authorizationMs = 7 * 86_400_000;
/** Longest life of an order, also of one that waits for a voucher to be paid, in milliseconds. */
export const orderLifeMaxMs = 72 * 3_600_000;
export const voucherLifeMaxMs = 7 * 86_400_000;

/** Number of `not_found` answers after which the gateway is believed: a query may overtake the payment call. */
export const notFoundsBelieved = 2;

interface SeenAttempt {
  readonly status: AttemptState;
  readonly nextQueryTime?: string | null;
  readonly notFoundCount?: number;
  readonly isReleaseAsked?: boolean;
}

/** Whether the gateway may still report something that decides the order. */
export const isInFlight = ({ status }: SeenAttempt): boolean => inFlightStates.includes(status);

/** Whether an open attempt prevents another try: no longer once the gateway has repeatedly answered `not_found`. */
const isInTheWay = (attempt: SeenAttempt): boolean =>
  isInFlight(attempt) && !(attempt.status === "unknown" && (attempt.notFoundCount ?? 0) >= notFoundsBelieved);

interface SeenOrder {
  readonly phase: OrderPhase;
  readonly captureDeadline: string | null;
  readonly attempts: readonly SeenAttempt[];
}

/** The actions possible in the order's status; the console offers no others. */
export const abilitiesOf = ({ phase, captureDeadline, attempts }: SeenOrder, now: Date) => ({
  capture:
    phase === "awaiting.capture" &&
    !attempts.some(({ status, isReleaseAsked }) => status === "authorized" && isReleaseAsked) &&
    (captureDeadline === null || Date.parse(captureDeadline) > now.getTime()),
  void: isCallAllowed(phase, "void"),
  cancel: allows(orderLifecycle, phase, "cancel") && !attempts.some(isInFlight),
  sync: attempts.some(mayBeQueried),
});

/** Whether a query can bring anything new; for an ended attempt, while its release is open. */
export const mayBeQueried = ({ status, nextQueryTime = null }: SeenAttempt): boolean =>
  isInFlight({ status }) || status === "authentication_pending" || status === "authorized" || nextQueryTime !== null;

/** Steps that callers may request. The lifecycle has more, made by gateways and by time. */
const orderCalls = ["confirm", "capture", "cancel", "void"] as const;
type OrderCall = (typeof orderCalls)[number];

const isCallAllowed = (phase: OrderPhase, call: OrderCall): boolean =>
  call === "void" ? phase === "awaiting.capture" : allows(orderLifecycle, phase, call);

/** The refusal of a call in this phase, naming the calls that are possible. */
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

/** Refuses a new attempt where one is open, where there were too many, and where the order has ended. */
export function assertConfirmable(order: Confirmable, now: Date): void {
  if (order.attempts.some(isInTheWay)) throw inFlightRefusal();
  assertAllowed(order.phase, "confirm");
  // Pending without an open attempt means that the gateway does not know the attempt; otherwise it is being captured.
  if (order.phase === "pending" && !order.attempts.some(({ status }) => status === "unknown")) {
    throw refusalOfMove(order.phase, "confirm");
  }
  if (Date.parse(order.expireTime) <= now.getTime()) throw refuse("coinOrder.orderExpired", { time: order.expireTime });
  if (order.attemptCount >= order.maxAttempts) throw refuse("coinOrder.tooManyAttempts", { max: order.maxAttempts });
}

/** Refuses to cancel an order while its payment may still succeed. */
export function assertCancelable(order: SeenOrder): void {
  if (order.attempts.some(isInFlight) && !endedPhases.includes(order.phase)) throw inFlightRefusal();
  assertAllowed(order.phase, "cancel");
}

interface Capturable extends SeenOrder {
  readonly leftMinor: bigint;
  /** The remaining amount, formatted. */
  readonly left: string;
}

/** Refuses a capture beyond the authorised amount, or after the authorisation expired. */
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

/** Whether an expired order may be closed: no payment of it can still succeed. */
export const isExpirable = (order: SeenOrder & { readonly expireTime: string }, now: Date): boolean =>
  Date.parse(order.expireTime) <= now.getTime() &&
  allows(orderLifecycle, order.phase, "expire") &&
  !order.attempts.some(isInFlight);
