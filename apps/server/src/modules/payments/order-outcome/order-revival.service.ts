import type { CaptureRow } from "../capture/index.ts";
import type { GatewayOutcome } from "./order-report.service.ts";

/** Most captures combined, newest first; with more, a person decides. */
const triedMax = 12;

/** The keys of the captures that the gateway lists as made; undefined where it lists none by key. */
export function madeKeys(outcome: GatewayOutcome): ReadonlySet<string> | undefined {
  const listed = ("captures" in outcome && outcome.captures) || [];
  const keys = listed.flatMap(({ key }) => (key === null ? [] : [key]));
  return keys.length === 0 ? undefined : new Set(keys);
}

/** The first combination of captures whose amounts sum up exactly, newest preferred; empty where there is none. */
function together(captures: readonly CaptureRow[], sum: bigint): readonly CaptureRow[] {
  const [first, ...others] = captures;
  if (!first || sum <= 0n) return [];
  const rest = sum - BigInt(first.amount);
  if (rest === 0n) return [first];
  const withFirst = together(others, rest);
  return withFirst.length > 0 ? [first, ...withFirst] : together(others, sum);
}

/**
 * The refused captures, newest first, whose money the gateway reports: those that it lists as made, or else a
 * combination whose amounts equal exactly the unexplained money, with or without the open capture.
 */
export function capturesToRevive(
  refused: readonly CaptureRow[],
  open: CaptureRow | undefined,
  more: bigint,
  made: ReadonlySet<string> | undefined,
): readonly CaptureRow[] {
  const asked = BigInt(open?.amount ?? "0");
  if (!made) {
    const tried = refused.slice(0, triedMax);
    const whole = together(tried, more);
    return whole.length > 0 ? whole : together(tried, more - asked);
  }
  const listed = refused.filter(({ gatewayKey }) => gatewayKey !== null && made.has(gatewayKey));
  const isOpenMade = open?.gatewayKey != null && made.has(open.gatewayKey);
  return together(listed.slice(0, triedMax), isOpenMade ? more - asked : more);
}
