import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { FairGate } from "../../../platform/load/fair-gate.ts";
import { GatePlace } from "../../../platform/load/gate-place.ts";

/** What the calls of the open API have in common with one another when a node is busy. */
export type CallClass = "reads" | "writes" | "payments";

export interface TurnLimits {
  /** Calls of one caller and one class that a node works on at the same moment. */
  readonly atOnce: number;
  /** Database connections of the node, of which each class may keep a part busy. */
  readonly connections: number;
}

/** Who works on what on this node. */
export interface CallTurns {
  /**
   * A place among the calls of the class, after a wait if need be. Refuses with `openApi.tooManyAtOnce` (429) a caller
   * whose own calls fill the places, and with `openApi.serviceBusy` (503) where those of all do. A client that is
   * gone meanwhile loses its turn.
   */
  take(callClass: CallClass, caller: string, gone: AbortSignal): Promise<GatePlace>;
  /** Works in such a place and leaves it. */
  within<T>(callClass: CallClass, caller: string, gone: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/**
 * How long each class may wait, and its part of the connections. Payments may wait longest: a shop would rather be paid
 * late than not at all, and a client that has had enough hangs up. Most of a payment is the processor's and the
 * database's work: more of them at once would slow reads down and end no payment sooner. While somebody reads,
 * payments are worked on one after another, so long as each ends soon: one that waits in the database holds up no
 * other. Those that wait for their gateway hold no place. Nobody waits for as long as a connection may stand still
 * (`timeLimits.stalledMs`): the refusal has to reach whoever waited.
 */
const classes = {
  reads: { waitMs: 2_000, share: 1 / 2 },
  writes: { waitMs: 5_000, share: 1 / 4 },
  payments: { waitMs: 50_000, share: 1 / 4 },
} as const;

/** How long after a read the next one is expected. */
const readingMs = 250;

/** How long a payment is worked on alone while somebody reads: the usual one ends sooner. */
const aloneMs = 100;

/**
 * How long one payment gives way to reads between its steps, in all: a read that arrives in the middle of a payment
 * waits for one step of it, not for all. No longer, because the payment may hold its merchant's book meanwhile.
 */
const giveWayMs = 100;

/** From which wait of a payment on the others no longer make room for reads: they would starve where somebody always reads. */
const behindMs = 10_000;

/** Requests that may wait on a node, of one class: all, and those of one caller. */
const waiting = 2_048;
const waitingEach = 512;

const retryAfter = { headers: { "Retry-After": "1" } } as const;

const refusalOf = (isOwnDoing: boolean): Refusal =>
  isOwnDoing
    ? refuse("openApi.tooManyAtOnce", {}, { ...retryAfter })
    : refuse("openApi.serviceBusy", {}, { ...retryAfter });

/** The class of a call: whether a payer waits for a gateway, something is written, or it only asks. */
export const classOf = ({ method, callsGateway }: OpenOperation): CallClass => {
  if (callsGateway) return "payments";
  return method === "GET" ? "reads" : "writes";
};

/** A queue for each class of call, so that no class waits for another. */
export function countTurns({ atOnce, connections }: TurnLimits): CallTurns {
  let readAt = Number.NEGATIVE_INFINITY;
  const isBehind = () => gates.payments.longestWaitMs > behindMs;
  const isRead = () => performance.now() - readAt < readingMs && !isBehind();
  const gateOf = (name: CallClass): FairGate => {
    const { waitMs, share } = classes[name];
    const inside = Math.max(1, Math.floor(connections * share));
    const bounds = { inside, insideEach: atOnce, waiting, waitingEach, waitMs };
    return new FairGate(name === "payments" ? { ...bounds, oneByOne: { applies: isRead, atMostMs: aloneMs } } : bounds);
  };
  const gates = { reads: gateOf("reads"), writes: gateOf("writes"), payments: gateOf("payments") };
  const priority = { gate: gates.reads, atMostMs: giveWayMs, isBehind };
  const take: CallTurns["take"] = async (name, caller, gone) => {
    const gate = gates[name];
    if (name === "reads") readAt = performance.now();
    const entry = await gate.enter(caller, gone);
    if (!entry.isInside) throw refusalOf(entry.isOwnDoing);
    return new GatePlace(gate, caller, entry.leave, name === "payments" ? priority : undefined);
  };
  return {
    take,
    within: async (name, caller, gone, work) => {
      const place = await take(name, caller, gone);
      return place.run(work).finally(() => place.leave());
    },
  };
}
