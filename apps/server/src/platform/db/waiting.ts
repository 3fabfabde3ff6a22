import { type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** One thing that waits for people, as the module tells it whose record it is. Amounts are in minor units. */
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
  /** Whether the reader asked for it, and so cannot decide. */
  readonly isOwn: boolean;
}

/** What waits in a module, in the actor's scope: read by whoever shows it, and counted without being read. */
// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; the row is what counts.
export type WaitingQuery = SelectQueryBuilder<Tables, any, WaitingRow>;

/** For what nobody asked for: it is nobody's own. */
export const unowned = sql<boolean>`false`.as("isOwn");
