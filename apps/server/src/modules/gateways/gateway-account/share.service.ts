import { randomUUID } from "node:crypto";
import { bytesOf, type CacheFamily, inMs } from "../../../platform/caches/cache-family.ts";
import type { Platform } from "../../../platform/platform.ts";
import { callsInFlight, type GatewayAccountForCalls } from "../connector/index.ts";
import { takeShare } from "./share.store.ts";

/** This process's id among those that share an account. */
const nodeId = randomUUID();

/** How long a share is used before it is requested again, in milliseconds: then other nodes get their part. */
const freshMs = 1_000;
/** One call has at most four exchanges; a share is kept as long as a call begun under it may last. */
const exchangesMax = 4;

interface Share {
  readonly places: number;
  /** The limit it is a share of, which may have been changed since. */
  readonly of: number;
  readonly askedMs: number;
}

const shares = new Map<string, Share>();
/** Accounts with a request in progress on this node: all callers wait for its answer. */
const asking = new Map<string, Promise<number>>();

type SharingServices = Pick<Platform, "db" | "logger">;
type Shared = Pick<GatewayAccountForCalls, "id" | "timeoutMs" | "flights">;

async function ask({ db, logger }: SharingServices, { id, timeoutMs, flights }: Shared): Promise<number> {
  const keepSeconds = (exchangesMax * timeoutMs + freshMs) / 1_000;
  try {
    const asked = { accountId: id, nodeId, places: flights.inFlightMax, flying: callsInFlight(id), keepSeconds };
    const places = await takeShare(db, asked);
    shares.set(id, { places, of: flights.inFlightMax, askedMs: performance.now() });
    return places;
  } catch (error) {
    logger.error({ err: error, gatewayAccountId: id }, "the share of an account cannot be told");
    return 1;
  } finally {
    asking.delete(id);
  }
}

/** Cached shares; an evicted one is requested again. */
export const shareCache: CacheFamily = {
  name: "gatewayShare",
  entries: (now) =>
    [...shares].flatMap(([key, { places, of, askedMs }]) => {
      const leftMs = freshMs - (performance.now() - askedMs);
      const value = { places, of };
      return leftMs <= 0 ? [] : [{ key, value, expiresAt: inMs(now, leftMs), bytes: bytesOf(value) }];
    }),
  forget: (id) => shares.delete(id),
};

/** This node's share of an account's concurrency limit. */
export function placesOf(means: SharingServices, account: Shared): Promise<number> | number {
  const { id, flights } = account;
  const share = shares.get(id);
  if (share?.of === flights.inFlightMax && performance.now() - share.askedMs < freshMs) return share.places;
  const answer = asking.get(id) ?? ask(means, account);
  asking.set(id, answer);
  return answer;
}
