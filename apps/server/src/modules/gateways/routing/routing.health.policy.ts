import type { AccountHealth } from "./routing.candidate.policy.ts";

/** How far back calls count, in milliseconds. */
export const windowMs = 5 * 60_000;
/** Fewer calls than this say nothing about an account. */
export const callsMin = 20;
/** Shares of technical errors and time-outs, in per cent, from which an account is degraded or down. */
export const degradedPercent = 10;
export const downPercent = 30;
/** Technical errors in a row that take an account down whatever the share. */
export const failuresInRowMax = 10;
/** How long nothing is sent to an account that went down, and how often it is asked whether it is back. */
export const openMs = 60_000;
export const probeEveryMs = 30_000;
/** Good answers in a row that let an account take payments again. */
export const goodProbesMin = 3;
/** How long calls must go well until a degraded account is healthy. */
export const cleanMs = 10 * 60_000;

/** What is known of an account between two looks. Instants are milliseconds. */
export interface HealthState {
  readonly health: AccountHealth;
  /** Since when; calls from before do not count. */
  readonly sinceMs: number;
  /** While down: when to ask next. */
  readonly probeAtMs: number | null;
  readonly goodProbes: number;
  /** While degraded: the last time its calls went badly. */
  readonly badAtMs: number | null;
  /** Why it is not healthy; null while it is. */
  readonly cause: HealthCause | null;
}

export type HealthCause = "error_rate" | "errors_in_row" | "configuration" | "recovering";

/** The calls of the window, of the time since the state began. */
export interface CallWindow {
  readonly calls: number;
  /** Technical errors and time-outs; a decline by an issuer is neither. */
  readonly failures: number;
  /** Failures since the last call that was answered. */
  readonly failuresInRow: number;
  /** The provider refused our credentials or the method: every further call will fail alike. */
  readonly isMisconfigured: boolean;
}

/** An account that nothing is known of yet. */
export const freshHealth = (atMs: number): HealthState => ({
  health: "healthy",
  sinceMs: atMs,
  probeAtMs: null,
  goodProbes: 0,
  badAtMs: null,
  cause: null,
});

/** From which instant on calls count for a state. */
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

/** The state after a look at the calls. An account that is down rises by its probes alone. */
export function afterCalls(state: HealthState, window: CallWindow, nowMs: number): HealthState {
  if (state.health === "down") return state;
  const cause = causeOfFall(window);
  if (cause) return down(nowMs, cause);
  const isBad = exceeds(window, degradedPercent);
  if (state.health === "healthy") return isBad ? degraded(nowMs, "error_rate") : state;
  if (isBad) return { ...state, badAtMs: nowMs };
  return nowMs - (state.badAtMs ?? state.sinceMs) >= cleanMs ? freshHealth(nowMs) : state;
}

/** Whether an account that is down is to be asked whether it is back. */
export const isProbeDue = ({ health, probeAtMs }: HealthState, nowMs: number): boolean =>
  health === "down" && probeAtMs !== null && nowMs >= probeAtMs;

/** The state after a probe: three good ones in a row let it take a part of its payments again. */
export function afterProbe(state: HealthState, isGood: boolean, nowMs: number): HealthState {
  if (state.health !== "down") return state;
  const goodProbes = isGood ? state.goodProbes + 1 : 0;
  return goodProbes >= goodProbesMin
    ? degraded(nowMs, "recovering")
    : { ...state, goodProbes, probeAtMs: nowMs + probeEveryMs };
}

/** What an operator has forced, while it lasts. */
export interface ForcedHealth {
  readonly health: AccountHealth;
  readonly untilMs: number;
}

/** The health that routing goes by: what is forced wins until it ends. */
export const healthInForce = (measured: AccountHealth, forced: ForcedHealth | null, nowMs: number): AccountHealth =>
  forced && nowMs < forced.untilMs ? forced.health : measured;

/** Approvals of an hour, beside those of the same hour of the days before. */
export interface ApprovalHour {
  readonly attempts: number;
  readonly approved: number;
  readonly usualAttempts: number;
  readonly usualApproved: number;
}

/** Whether approvals have fallen by more than 40 % of what is usual at this hour. It is told; no traffic moves by it. */
export const hasApprovalFallen = ({ attempts, approved, usualAttempts, usualApproved }: ApprovalHour): boolean =>
  attempts >= 50 && usualAttempts > 0 && approved * usualAttempts * 100 < usualApproved * attempts * 60;
