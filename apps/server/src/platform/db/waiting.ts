import { type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** One item that waits for a decision, as its module describes it. Amounts are in minor units. */
export interface WaitingRow {
  readonly id: string;
  readonly recordId?: string;
  readonly name?: string | null;
  readonly merchantId?: string | null;
  readonly merchantName?: string | null;
  readonly since: string;
  readonly due?: string | null;
  readonly amount?: string | null;
  readonly currency?: string | null;
  readonly count?: number | null;
  readonly state?: string | null;
  readonly person?: string | null;
  readonly reason?: string | null;
  readonly evidence?: string | null;
  readonly version?: number | null;
  /** Whether the reader requested it, and so cannot decide it. */
  readonly isOwn: boolean;
}

/** A module's pending items in the actor's scope. The query serves both the list and the count. */
// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; the row is what counts.
export type WaitingQuery = SelectQueryBuilder<Tables, any, WaitingRow>;

/** `isOwn` of items that nobody requested: false for every reader. */
export const unowned = sql<boolean>`false`.as("isOwn");
