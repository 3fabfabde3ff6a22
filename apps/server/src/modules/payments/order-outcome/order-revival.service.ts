import type { CaptureRow } from "../capture/index.ts";
import type { GatewayOutcome } from "./order-report.service.ts";

/** Newest captures that are tried together; more than a few that all went wrong are for people. */
const triedMax = 12;

/** The keys of the captures that the gateway lists as made; nothing where it has no list by keys. */
export function madeKeys(outcome: GatewayOutcome): ReadonlySet<string> | undefined {
  const listed = ("captures" in outcome && outcome.captures) || [];
  const keys = listed.flatMap(({ key }) => (key === null ? [] : [key]));
  return keys.length === 0 ? undefined : new Set(keys);
}

/** The first of the captures whose amounts make a sum exactly, the newest ones preferred; empty where none do. */
function together(captures: readonly CaptureRow[], sum: bigint): readonly CaptureRow[] {
  const [first, ...others] = captures;
  if (!first || sum <= 0n) return [];
  const rest = sum - BigInt(first.amount);
  if (rest === 0n) return [first];
  const withFirst = together(others, rest);
  return withFirst.length > 0 ? [first, ...withFirst] : together(others, sum);
}

/**
 * The refused captures, the newest one first, whose money the gateway shows: those that it lists as made, or else those
 * whose amounts make exactly what is more than known, with or without the capture under way.
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
