import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type CacheKeys, type CacheValue, cacheKeysMax } from "@countinghouse/contract/operations/cache/cache.ts";
import type { CacheEntry, CacheFamily, SharedFamily } from "../../../platform/caches/cache-family.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { NodeDesk } from "../server/index.ts";
import { beginningIn, type HeldKey, joinedKeys, parted } from "./cache.policy.ts";

/** Caches: in the memory of every node, and in the database for all of them. */
export interface Memories {
  readonly desk: NodeDesk;
  readonly clock: Pick<Clock, "now">;
  readonly own: readonly CacheFamily[];
  readonly shared: readonly SharedFamily[];
}

interface Which {
  readonly key: string;
  readonly isPrefix: boolean;
}

interface Entries {
  readonly entries: readonly CacheEntry[];
}

/** Entries of this node for a key or prefix. */
function entriesHere({ own, clock }: Memories, { key, isPrefix }: Which): CacheEntry[] {
  return own.flatMap((family) => {
    const rest = beginningIn(family.name, key);
    if (rest === undefined) return [];
    return family
      .entries(clock.now())
      .filter((entry) => (isPrefix ? entry.key.startsWith(rest) : `${family.name}:${entry.key}` === key))
      .slice(0, cacheKeysMax + 1)
      .map((entry) => ({ ...entry, key: `${family.name}:${entry.key}` }));
  });
}

function forgetHere(memories: Memories, which: Which): number {
  const byName = new Map(memories.own.map((family) => [family.name, family]));
  const found = entriesHere(memories, which);
  return found.filter(({ key }) => byName.get(parted(key).family)?.forget(parted(key).rest)).length;
}

const asks = { entries: "cache-entries", forget: "cache-forget" } as const;

/** Lets other nodes list and evict this node's entries. */
export function answerForCaches(memories: Memories): void {
  const { desk } = memories;
  desk.answers(asks.entries, (which) => ({ entries: entriesHere(memories, which as Which) }));
  desk.answers(asks.forget, (which) => ({ count: forgetHere(memories, which as Which) }));
}

async function sharedEntries({ shared }: Memories, ctx: Context, prefix: string): Promise<CacheEntry[]> {
  const found: CacheEntry[] = [];
  for (const family of shared) {
    const rest = beginningIn(family.name, prefix);
    if (rest === undefined) continue;
    const entries = await family.entries(ctx.db, { prefix: rest, now: ctx.now, limit: cacheKeysMax + 1 });
    found.push(...entries.map((entry) => ({ ...entry, key: `${family.name}:${entry.key}` })));
  }
  return found;
}

/** Keys with a prefix, and their holders. */
export async function listKeys(memories: Memories, ctx: Context, prefix: string): Promise<CacheKeys> {
  const which: Which = { key: prefix, isPrefix: true };
  const { answers, silent } = await memories.desk.ask<Entries>(asks.entries, which);
  const ofNodes = answers.flatMap(({ name, answer }) =>
    answer.entries.map((entry): HeldKey => ({ ...entry, node: name })),
  );
  const ofAll = (await sharedEntries(memories, ctx, prefix)).map((entry): HeldKey => ({ ...entry, node: null }));
  const keys = joinedKeys([...ofNodes, ...ofAll]);
  return {
    keys: keys.slice(0, cacheKeysMax),
    isCut: keys.length > cacheKeysMax,
    nodes: answers.map(({ name }) => name),
    silent: [...silent],
  };
}

/** The value of a key, at each holder. */
export async function readValue(memories: Memories, ctx: Context, key: string): Promise<CacheValue> {
  const { answers } = await memories.desk.ask<Entries>(asks.entries, { key, isPrefix: false });
  const ofNodes = answers.flatMap(({ name, answer }) => answer.entries.map((entry) => ({ ...entry, node: name })));
  const ofAll = (await sharedEntries(memories, ctx, key))
    .filter((entry) => entry.key === key)
    .map((entry) => ({ ...entry, node: null }));
  const holders = [...ofNodes, ...ofAll].map(({ node, value, expiresAt, bytes }) => ({
    node,
    value,
    expiresAt,
    bytes,
  }));
  if (holders.length === 0) throw notFound("sysCache", key);
  return { key, holders };
}

/** Evicts keys on all nodes and in the database. Evicted values are read again, so a rollback needs no repair. */
async function forget(memories: Memories, ctx: Context, which: Which) {
  let count = 0;
  for (const family of memories.shared) {
    const rest = which.isPrefix ? beginningIn(family.name, which.key) : undefined;
    const { family: named, rest: key } = parted(which.key);
    if (rest !== undefined) count += await family.forget(ctx.db, { key: rest, isPrefix: true });
    else if (!which.isPrefix && named === family.name) count += await family.forget(ctx.db, { key, isPrefix: false });
  }
  const { answers, silent } = await memories.desk.ask<{ count: number }>(asks.forget, which);
  for (const { answer } of answers) count += answer.count;
  ctx.recordChange({ table: "caches", id: which.key || "*", before: { count, nodes: answers.length }, after: null });
  return { count, silent: [...silent] };
}

export async function forgetKey(memories: Memories, ctx: Context, key: string) {
  const forgotten = await forget(memories, ctx, { key, isPrefix: false });
  if (forgotten.count === 0) throw notFound("sysCache", key);
  return forgotten;
}

export async function forgetBeginning(memories: Memories, ctx: Context, prefix: string) {
  if (prefix.trim() === "") throw refuse("sysCache.prefixMissing");
  return forget(memories, ctx, { key: prefix, isPrefix: true });
}

export const forgetAll = (memories: Memories, ctx: Context) => forget(memories, ctx, { key: "", isPrefix: true });
