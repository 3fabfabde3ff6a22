import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";

/** Something that is remembered for a while. The value holds nothing that opens anything. */
export interface CacheEntry {
  readonly key: string;
  readonly value: unknown;
  /** Null where it is kept until the process ends or the memory is full. */
  readonly expiresAt: string | null;
  readonly bytes: number;
}

/** What a node remembers of one kind. */
export interface CacheFamily {
  readonly name: string;
  entries(now: Date): readonly CacheEntry[];
  /** Forgets one by its key; whether there was one. */
  forget(key: string): boolean;
}

/** Rows of one kind with an end, which all nodes remember together. */
export interface SharedFamily {
  readonly name: string;
  /** At most so many whose key begins so, in the order of their keys. */
  entries(db: Kysely<Tables>, at: { prefix: string; now: Date; limit: number }): Promise<readonly CacheEntry[]>;
  /** Forgets one by its key, or all whose key begins so; answers how many there were. */
  forget(db: Kysely<Tables>, at: { readonly key: string; readonly isPrefix: boolean }): Promise<number>;
}

/** How much a value takes as it would be written. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** An instant so many milliseconds from another. */
export const inMs = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();
