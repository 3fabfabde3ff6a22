import { webhookWaitsSeconds } from "@countinghouse/money/retry-schedule.ts";

/** Tries of the schedule before a delivery is given up. */
export const triesMax = webhookWaitsSeconds.length;
/** How far a wait may be stretched or cut, so that many deliveries do not come back at the same second. */
const jitterShare = 0.1;

const dayMs = 86_400_000;
const failingDaysMax = 5;
const failuresMin = 50;

/** Where a delivery stands when a try of it ends. */
export interface DeliveryResult {
  /** Tries of the schedule that were used up before this one. */
  readonly scheduleStep: number;
  /** Somebody asked for this try; it uses up none of the schedule. */
  readonly isManual: boolean;
  readonly wasDelivered: boolean;
}

/** How a try ended. */
export interface TryOutcome {
  /** None where no answer came. */
  readonly httpStatus: number | null;
  /** When the try began. */
  readonly at: Date;
}

/** What becomes of the delivery. */
export type DeliveryStep =
  | { readonly status: "delivered" | "dead"; readonly scheduleStep: number }
  | { readonly status: "retry_wait"; readonly scheduleStep: number; readonly nextAttemptTime: string };

/** Any answer of the family that means success. */
export const isSuccess = (httpStatus: number | null): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** The receiver says that the endpoint is gone for good (RFC 9110 section 15.5.11). */
export const isGone = (httpStatus: number | null): boolean => httpStatus === 410;

/**
 * What follows a try. `jitter` is between -1 and 1 and moves the next try within a tenth of its wait; waits count from
 * the beginning of the try, so that the time an answer takes does not add up.
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

/** Whether an endpoint failed for so long, and so often, that nobody seems to be there. */
export const isHopeless = (
  { failingSince, failures }: { readonly failingSince: string | null; readonly failures: number },
  now: Date,
): boolean =>
  failingSince !== null &&
  failures >= failuresMin &&
  now.getTime() - Date.parse(failingSince) >= failingDaysMax * dayMs;
