import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";

const minute = 60;

/** Seconds waited before each further try of a notification whose payment is not known yet: ten tries within an hour. */
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

/** Seconds until the next try after so many were made; undefined when it is given up. */
export const waitAfter = (tries: number): number | undefined => parkWaitsSeconds[tries - 1];

/** What became of one try to take a notification in. */
export type TryResult =
  | { readonly kind: "processed" }
  | { readonly kind: "ignored"; readonly reason: string }
  /** Not now: its payment is unknown, or taking it in failed in a way that may pass. */
  | { readonly kind: "later"; readonly reason: string }
  /** Not ever by itself. */
  | { readonly kind: "failed"; readonly reason: string };

/** Where a notification stands after a try, and in how many seconds it is tried again. */
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

/** Headers fit to be kept: none that proves or signs in, the rest cut short. */
export function keptHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    const text = typeof value === "string" ? value : value.join(", ");
    return [[name.toLowerCase(), secretHeader.test(name) ? "[redacted]" : maskCardNumbers(text).slice(0, 512)]];
  });
  return Object.fromEntries(kept.slice(0, headersMax));
}
