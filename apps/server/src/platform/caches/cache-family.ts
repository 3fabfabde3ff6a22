import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";

/** One cached entry, as shown to operators. The value holds no secret. */
export interface CacheEntry {
  readonly key: string;
  readonly value: unknown;
  /** Null where the entry stays until the process ends or memory is full. */
  readonly expiresAt: string | null;
  readonly bytes: number;
}

/** A cache of one node, for one kind of entry. */
export interface CacheFamily {
  readonly name: string;
  entries(now: Date): readonly CacheEntry[];
  /** Evicts the entry with this key; answers whether there was one. */
  forget(key: string): boolean;
}

/** Expiring rows of one kind in the database, shared by all nodes. */
export interface SharedFamily {
  readonly name: string;
  /** Entries whose key begins with `prefix`, in key order, up to the limit. */
  entries(db: Kysely<Tables>, at: { prefix: string; now: Date; limit: number }): Promise<readonly CacheEntry[]>;
  /** Deletes one entry by its key, or all whose key begins with it; answers how many were deleted. */
  forget(db: Kysely<Tables>, at: { readonly key: string; readonly isPrefix: boolean }): Promise<number>;
}

/** Size of a value in bytes when written as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The instant `milliseconds` after `now`, in ISO 8601. */
export const inMs = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();
