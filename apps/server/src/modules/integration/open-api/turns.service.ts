import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { FairGate } from "../../../platform/load/fair-gate.ts";
import { GatePlace } from "../../../platform/load/gate-place.ts";

/** Classes of open API calls, which share a busy node separately. */
export type CallClass = "reads" | "writes" | "payments";

export interface TurnLimits {
  /** Concurrent calls of one caller and class on a node. */
  readonly atOnce: number;
  /** Database connections of the node, of which each class may use a part. */
  readonly connections: number;
}

/** Concurrency limits of a node. */
export interface CallTurns {
  /**
   * Takes a place among the calls of the class, after a wait if need be. Refuses with `openApi.tooManyAtOnce` (429) a
   * caller whose own calls fill the places, and with `openApi.serviceBusy` (503) where those of all callers do. A
   * disconnected client loses its turn.
   */
  take(callClass: CallClass, caller: string, gone: AbortSignal): Promise<GatePlace>;
  /** Runs work in such a place and releases it. */
  within<T>(callClass: CallClass, caller: string, gone: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/**
 * Longest wait of each class, and its part of the connections. Payments may wait longest: a shop prefers a late
 * payment to none, and an impatient client disconnects. A payment is mostly work of the processor and the database:
 * more of them at once would slow reads down and finish no payment sooner. While reads arrive, payments run one after
 * another, so long as each ends soon: one that waits in the database does not block others, and one that waits for its
 * gateway holds no place. No wait reaches the time-out of an idle connection (`timeLimits.stalledMs`), so that a
 * refusal still arrives.
 */
const classes = {
  reads: { waitMs: 2_000, share: 1 / 2 },
  writes: { waitMs: 5_000, share: 1 / 4 },
  payments: { waitMs: 50_000, share: 1 / 4 },
} as const;

/** How long after a read the next one is expected, in milliseconds. */
const readingMs = 250;

/** How long a payment runs alone while reads arrive, in milliseconds: the usual one ends sooner. */
const aloneMs = 100;

/**
 * How long one payment gives way to reads between its steps, in milliseconds in all: a read that arrives during a
 * payment waits for one step of it. Limited, because the payment may hold the lock on its merchant's book.
 */
const giveWayMs = 100;

/** Wait of a payment in milliseconds from which payments no longer give way to reads, so that they do not starve. */
const behindMs = 10_000;

/** Most requests of one class waiting on a node: in total, and per caller. */
const waiting = 2_048;
const waitingEach = 512;

const retryAfter = { headers: { "Retry-After": "1" } } as const;

const refusalOf = (isOwnDoing: boolean): Refusal =>
  isOwnDoing
    ? refuse("openApi.tooManyAtOnce", {}, { ...retryAfter })
    : refuse("openApi.serviceBusy", {}, { ...retryAfter });

/** The class of a call: it waits for a gateway, it writes, or it only reads. */
export const classOf = ({ method, callsGateway }: OpenOperation): CallClass => {
  if (callsGateway) return "payments";
  return method === "GET" ? "reads" : "writes";
};

/** A separate queue for each class of calls. */
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
