import { FairGate, type GateBounds } from "../../../platform/load/fair-gate.ts";
import { waitOutside } from "../../../platform/load/gate-place.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";

/** Concurrency limits of an account on this node, and the longest wait of further calls. */
export interface InFlightLimits {
  readonly inFlightMax: number;
  /** Limit per merchant, so that none blocks the others. */
  readonly merchantInFlightMax: number;
  readonly queueSeconds: number;
  /** Calls a second that the provider allows for one account, over all nodes. */
  readonly perSecond: number;
}

/** Most waiting calls of an account: with more, none would be served in time. */
const waiting = 1_024;
const waitingEach = 512;

const boundsOf = ({ inFlightMax, merchantInFlightMax, queueSeconds }: InFlightLimits): GateBounds => ({
  inside: inFlightMax,
  insideEach: merchantInFlightMax,
  waiting,
  waitingEach,
  waitMs: 1_000 * queueSeconds,
});

/** Accounts with calls in flight on this node. */
const gates = new Map<string, FairGate>();

function gateOf({ id, flights }: GatewayAccountForCalls): FairGate {
  const gate = gates.get(id) ?? new FairGate(boundsOf(flights));
  gates.set(id, gate);
  gate.adopt(boundsOf(flights));
  return gate;
}

/** Calls to an account that are under way on this node. */
export const callsInFlight = (accountId: string): number => gates.get(accountId)?.inside ?? 0;

/**
 * Makes a call to an account when it is the merchant's turn, without holding a gate place meanwhile. Undefined,
 * without calling, where the turn did not come in time: that says nothing about the gateway. The call is told whether
 * it waited, because it may have become obsolete.
 */
export const inFlight = <T>(
  account: GatewayAccountForCalls,
  merchantId: string,
  call: (hasWaited: boolean) => Promise<T>,
): Promise<T | undefined> =>
  waitOutside(async () => {
    const gate = gateOf(account);
    const entering = gate.enter(merchantId);
    const entry = await entering;
    if (!entry.isInside) return undefined;
    try {
      return await call(entering instanceof Promise);
    } finally {
      entry.leave();
      if (gate.isIdle) gates.delete(account.id);
    }
  });
