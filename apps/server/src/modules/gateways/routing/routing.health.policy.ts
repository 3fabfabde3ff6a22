import type { AccountHealth } from "./routing.candidate.policy.ts";

/** Window of counted calls, in milliseconds. */
export const windowMs = 5 * 60_000;
/** With fewer calls an account's health is not judged. */
export const callsMin = 20;
/** Percentages of technical errors and time-outs from which an account is degraded or down. */
export const degradedPercent = 10;
export const downPercent = 30;
/** Consecutive technical errors that take an account down. */
export const failuresInRowMax = 10;
/** Pause for an account that went down, and the interval of probes, in milliseconds. */
export const openMs = 60_000;
export const probeEveryMs = 30_000;
/** Consecutive successful probes that let an account take payments again. */
export const goodProbesMin = 3;
/** How long calls must succeed until a degraded account is healthy, in milliseconds. */
export const cleanMs = 10 * 60_000;

/** Health state of an account between two checks. Instants are in epoch milliseconds. */
export interface HealthState {
  readonly health: AccountHealth;
  /** Start of the state; earlier calls do not count. */
  readonly sinceMs: number;
  /** While down: time of the next probe. */
  readonly probeAtMs: number | null;
  readonly goodProbes: number;
  /** While degraded: time of the last bad check. */
  readonly badAtMs: number | null;
  /** Why it is not healthy; null while it is. */
  readonly cause: HealthCause | null;
}

export type HealthCause = "error_rate" | "errors_in_row" | "configuration" | "recovering";

/** The calls in the window, since the state began. */
export interface CallWindow {
  readonly calls: number;
  /** Technical errors and time-outs; declines by an issuer do not count. */
  readonly failures: number;
  /** Failures since the last answered call. */
  readonly failuresInRow: number;
  /** The provider rejected our credentials or the method: every further call will fail. */
  readonly isMisconfigured: boolean;
}

/** Health of an account without history. */
export const freshHealth = (atMs: number): HealthState => ({
  health: "healthy",
  sinceMs: atMs,
  probeAtMs: null,
  goodProbes: 0,
  badAtMs: null,
  cause: null,
});

/** Instant from which calls count for a state. */
export const windowStart = ({ sinceMs }: HealthState, nowMs: number): number => Math.max(sinceMs, nowMs - windowMs);

const exceeds = ({ calls, failures }: CallWindow, percent: number): boolean =>
  calls >= callsMin && failures * 100 >= calls * percent;

function causeOfFall(window: CallWindow): HealthCause | undefined {
  if (window.isMisconfigured) return "configuration";
  if (window.failuresInRow >= failuresInRowMax) return "errors_in_row";
  return exceeds(window, downPercent) ? "error_rate" : undefined;
}

const down = (nowMs: number, cause: HealthCause): HealthState => ({
  health: "down",
  sinceMs: nowMs,
  probeAtMs: nowMs + openMs,
  goodProbes: 0,
  badAtMs: null,
  cause,
});

const degraded = (nowMs: number, cause: HealthCause): HealthState => ({
  health: "degraded",
  sinceMs: nowMs,
  probeAtMs: null,
  goodProbes: 0,
  badAtMs: nowMs,
  cause,
});

/** State after checking the calls. An account that is down recovers by probes only. */
export function afterCalls(state: HealthState, window: CallWindow, nowMs: number): HealthState {
  if (state.health === "down") return state;
  const cause = causeOfFall(window);
  if (cause) return down(nowMs, cause);
  const isBad = exceeds(window, degradedPercent);
  if (state.health === "healthy") return isBad ? degraded(nowMs, "error_rate") : state;
  if (isBad) return { ...state, badAtMs: nowMs };
  return nowMs - (state.badAtMs ?? state.sinceMs) >= cleanMs ? freshHealth(nowMs) : state;
}

/** Whether a probe of a down account is due. */
export const isProbeDue = ({ health, probeAtMs }: HealthState, nowMs: number): boolean =>
  health === "down" && probeAtMs !== null && nowMs >= probeAtMs;

/** State after a probe: three consecutive successes let it take part of its payments again. */
export function afterProbe(state: HealthState, isGood: boolean, nowMs: number): HealthState {
  if (state.health !== "down") return state;
  const goodProbes = isGood ? state.goodProbes + 1 : 0;
  return goodProbes >= goodProbesMin
    ? degraded(nowMs, "recovering")
    : { ...state, goodProbes, probeAtMs: nowMs + probeEveryMs };
}

/** Health forced by an operator, while it lasts. */
export interface ForcedHealth {
  readonly health: AccountHealth;
  readonly untilMs: number;
}

/** Health for routing: a forced one wins until it ends. */
export const healthInForce = (measured: AccountHealth, forced: ForcedHealth | null, nowMs: number): AccountHealth =>
  forced && nowMs < forced.untilMs ? forced.health : measured;

/** Approvals of an hour, and of the same hour on earlier days. */
export interface ApprovalHour {
  readonly attempts: number;
  readonly approved: number;
  readonly usualAttempts: number;
  readonly usualApproved: number;
}

/**
 * Whether approvals have fallen more than 40 % below the usual level of this hour. Reported only; routing is
 * unaffected.
 */
export const hasApprovalFallen = ({ attempts, approved, usualAttempts, usualApproved }: ApprovalHour): boolean =>
  attempts >= 50 && usualAttempts > 0 && approved * usualAttempts * 100 < usualApproved * attempts * 60;
