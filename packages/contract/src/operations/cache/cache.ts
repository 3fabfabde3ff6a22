import { z } from "zod";
import { Flag, field, Instant } from "../../kit/field.ts";
import { command, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysCacheMessages } from "./cache.messages.ts";

const Count = field(z.number().int().nonnegative(), { kind: "integer" });
/** `family:key`, as the list answers it. */
const Key = field(z.string().min(1).max(300), { kind: "code" });

/** Keys of one answer; more have to be asked for by a longer beginning. */
export const cacheKeysMax = 2_000;

/** Something that is remembered, in the memory of nodes or as a row with an end. */
export const CacheKey = z.object({
  key: Key,
  /** The kind of what is remembered. */
  family: z.string(),
  /** In the database, one for all nodes. */
  isShared: Flag,
  /** The nodes that hold it; none where it is shared. */
  nodes: z.array(z.string()),
  /** The latest end; null where it is kept until the process ends. */
  expiresAt: Instant.nullable(),
  bytes: Count,
});
export type CacheKey = z.output<typeof CacheKey>;

const CacheKeys = z.object({
  keys: z.array(CacheKey),
  /** Whether there are more than were answered. */
  isCut: Flag,
  nodes: z.array(z.string()),
  /** Nodes that work and did not answer. */
  silent: z.array(z.string()),
});
export type CacheKeys = z.output<typeof CacheKeys>;

const CacheValue = z.object({
  key: Key,
  holders: z.array(
    z.object({
      /** The node that holds it; null for what is shared. */
      node: z.string().nullable(),
      value: z.unknown(),
      expiresAt: Instant.nullable(),
      bytes: Count,
    }),
  ),
});
export type CacheValue = z.output<typeof CacheValue>;

const Forgotten = z.object({ count: Count, silent: z.array(z.string()) });
const Beginning = field(z.string().max(300), { kind: "code" });

/** What the nodes remember for a while. No value opens anything: secrets are not among them. */
export const sysCache = defineResource({
  name: "sysCache",
  record: CacheKey,
  for: "operator",
  refusals: { prefixMissing: { field: "prefix" } },
  operations: {
    keyList: query(z.object({ prefix: Beginning.nullish() }), CacheKeys, { passive: true }),
    value: query(z.object({ key: Key }), CacheValue, { path: "value/:key" }),
    /** Every node forgets the key. */
    delete: command(z.object({ key: Key }), Forgotten, { stepUp: true }),
    /** Every node forgets what begins so. */
    deleteByPreKey: command(z.object({ prefix: Beginning }), Forgotten, { stepUp: true, refusals: ["prefixMissing"] }),
    /** Every node forgets everything. */
    clear: command(z.object({}), Forgotten, { stepUp: true }),
  },
  menu: { path: "/develop/cache", component: "cache/cache.page", icon: "memory-stick", order: 160 },
  messages: sysCacheMessages,
});
