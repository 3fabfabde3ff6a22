import { FairGate, type GateBounds } from "../../../platform/load/fair-gate.ts";
import { waitOutside } from "../../../platform/load/gate-place.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";

/** How many calls of one account may be under way on this node, and how long others wait for their turn. */
export interface InFlightLimits {
  readonly inFlightMax: number;
  /** Of one merchant, so that none keeps the others from the account. */
  readonly merchantInFlightMax: number;
  readonly queueSeconds: number;
  /** Calls a second that the provider allows for one account, over all nodes. */
  readonly perSecond: number;
}

/** Waiting calls cost little; beyond this many of one account none would have its turn in time. */
const waiting = 1_024;
const waitingEach = 512;

const boundsOf = ({ inFlightMax, merchantInFlightMax, queueSeconds }: InFlightLimits): GateBounds => ({
  inside: inFlightMax,
  insideEach: merchantInFlightMax,
  waiting,
  waitingEach,
  waitMs: 1_000 * queueSeconds,
});

/** Accounts with calls under way on this node. */
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
 * Makes a call to an account when it is the merchant's turn, and keeps no place among what the node works on meanwhile.
 * Undefined, without having called, where the turn did not come in time: that is our doing and says nothing of the gateway.
 * The call is told whether it waited: what it was to do may have become needless meanwhile.
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
