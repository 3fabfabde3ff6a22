import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Kysely } from "kysely";
import type { Actor } from "../access/actor.ts";
import type { RowChange, Tables } from "../db/tables.ts";
import type { RowSeals } from "../seals/row-seals.ts";

/** What is known of the HTTP request, whatever it asks for. */
export interface RequestFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The client's address as the trusted proxy hop reports it. */
  readonly ip: string;
  readonly userAgent: string;
  readonly locale: Locale;
  /** Names that came in the query, in lower case: published clients send some commands' inputs there. */
  readonly queryNames: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Who is to hear of an event; empty means every signed-in user of every tenant. */
export interface EventAudience {
  readonly userIds?: readonly number[];
  readonly tenantId?: number;
  readonly permission?: string;
  readonly sessionIds?: readonly string[];
  /** Of the people who sign in for a merchant, only those of this one. */
  readonly merchantId?: string;
}

/** A fact to be told after commit. */
export interface DomainEvent {
  readonly topic: string;
  readonly payload: object;
  readonly audience?: EventAudience;
}

/** Work for a background worker, sent in the command's own transaction. */
export interface JobRequest {
  readonly queue: string;
  readonly data: object;
  readonly startAfterSeconds?: number;
}

/** Everything a handler may use. In a command `db` is the transaction; there is no other handle. */
export interface Context {
  readonly actor: Actor;
  /** Who asked for what the actor approves: rows that come of it were made by them. */
  readonly askedBy?: { readonly userId: number; readonly realName: string | null };
  readonly db: Kysely<Tables>;
  readonly now: Date;
  readonly request: RequestFacts;
  /** Seals of rows that whoever owns the database must not alter unnoticed. */
  readonly seals: RowSeals;
  setHeader(name: string, value: string): void;
  /** Records an event in the same transaction; it is delivered after commit. */
  emit(event: DomainEvent): Promise<void>;
  /** Sends a job in the same transaction. */
  enqueue(job: JobRequest): Promise<void>;
  /** Adds a changed row to the command's audit record. */
  recordChange(change: RowChange): void;
  /** Why the actor does this, for the audit record. */
  recordReason(reason: string): void;
  /** Runs `work` on a connection of its own if the command is refused, so that what it writes is kept: failure counters. */
  afterRollback(work: (db: Kysely<Tables>) => Promise<void>): void;
}
