import { webhookWaitsSeconds } from "@countinghouse/money/retry-schedule.ts";

/** Scheduled tries before a delivery is given up. */
export const triesMax = webhookWaitsSeconds.length;
/** Share by which a delay is varied, so that many deliveries do not retry at the same second. */
const jitterShare = 0.1;

const dayMs = 86_400_000;
const failingDaysMax = 5;
const failuresMin = 50;

/** State of a delivery when a try ends. */
export interface DeliveryResult {
  /** Scheduled tries used before this one. */
  readonly scheduleStep: number;
  /** Requested by a user: does not use up the schedule. */
  readonly isManual: boolean;
  readonly wasDelivered: boolean;
}

/** How a try ended. */
export interface TryOutcome {
  /** Null without an answer. */
  readonly httpStatus: number | null;
  /** When the try began. */
  readonly at: Date;
}

/** What becomes of the delivery. */
export type DeliveryStep =
  | { readonly status: "delivered" | "dead"; readonly scheduleStep: number }
  | { readonly status: "retry_wait"; readonly scheduleStep: number; readonly nextAttemptTime: string };

/** Whether the status is a 2xx. */
export const isSuccess = (httpStatus: number | null): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** The receiver answers 410: the endpoint is gone for good (RFC 9110 section 15.5.11). */
export const isGone = (httpStatus: number | null): boolean => httpStatus === 410;

/**
 * The step after a try. `jitter` is between -1 and 1 and varies the delay by up to a tenth; delays count from the
 * start of the try, so that the duration of answers does not add up.
 */
export function nextStep(standing: DeliveryResult, { httpStatus, at }: TryOutcome, jitter: number): DeliveryStep {
  const used = standing.scheduleStep + (standing.isManual ? 0 : 1);
  if (isSuccess(httpStatus) || (standing.isManual && standing.wasDelivered))
    return { status: "delivered", scheduleStep: used };
  const wait = webhookWaitsSeconds[used];
  if (wait === undefined || isGone(httpStatus)) return { status: "dead", scheduleStep: used };
  const ms = Math.round(wait * 1000 * (1 + jitterShare * jitter));
  return { status: "retry_wait", scheduleStep: used, nextAttemptTime: new Date(at.getTime() + ms).toISOString() };
}

/** Whether an endpoint has failed so long and so often that it should be disabled. */
export const isHopeless = (
  { failingSince, failures }: { readonly failingSince: string | null; readonly failures: number },
  now: Date,
): boolean =>
  failingSince !== null &&
  failures >= failuresMin &&
  now.getTime() - Date.parse(failingSince) >= failingDaysMax * dayMs;
