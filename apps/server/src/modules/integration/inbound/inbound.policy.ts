import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";

const minute = 60;

/** Delays in seconds before each retry of a notification whose payment is not known yet: ten tries within an hour. */
export const parkWaitsSeconds: readonly number[] = [
  5,
  10,
  30,
  minute,
  2 * minute,
  4 * minute,
  7 * minute,
  10 * minute,
  15 * minute,
  20 * minute,
];

/** Seconds until the next try, by the number of tries; undefined when it is given up. */
export const waitAfter = (tries: number): number | undefined => parkWaitsSeconds[tries - 1];

/** Result of one try to apply a notification. */
export type TryResult =
  | { readonly kind: "processed" }
  | { readonly kind: "ignored"; readonly reason: string }
  /** Retry later: its payment is unknown, or applying it failed for a passing reason. */
  | { readonly kind: "later"; readonly reason: string }
  /** Failed for good, unless a user starts it again. */
  | { readonly kind: "failed"; readonly reason: string };

/** State of a notification after a try, and the delay in seconds until the next one. */
export interface NotificationState {
  readonly status: "processed" | "ignored" | "parked" | "failed";
  readonly reason: string | null;
  readonly waitSeconds: number | null;
}

/** Decides what follows a try; `tries` counts this one. */
export function stateAfterTry(result: TryResult, tries: number): NotificationState {
  if (result.kind === "processed") return { status: "processed", reason: null, waitSeconds: null };
  if (result.kind !== "later") return { status: result.kind, reason: result.reason, waitSeconds: null };
  const waitSeconds = waitAfter(tries);
  return waitSeconds === undefined
    ? { status: "failed", reason: result.reason, waitSeconds: null }
    : { status: "parked", reason: result.reason, waitSeconds };
}

const secretHeader = /authorization|cookie|api-?key|secret|token|signature/i;
const headersMax = 40;

/** Storable headers: without signatures and credentials, long ones truncated. */
export function keptHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    const text = typeof value === "string" ? value : value.join(", ");
    return [[name.toLowerCase(), secretHeader.test(name) ? "[redacted]" : maskCardNumbers(text).slice(0, 512)]];
  });
  return Object.fromEntries(kept.slice(0, headersMax));
}
