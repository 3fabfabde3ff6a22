import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Kysely } from "kysely";
import type { Actor } from "../access/actor.ts";
import type { RowChange, Tables } from "../db/tables.ts";
import type { RowSeals } from "../seals/row-seals.ts";

/** Facts of the HTTP request, whatever operation it calls. */
export interface RequestFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The client's address as the trusted proxy hop reports it. */
  readonly ip: string;
  readonly userAgent: string;
  readonly locale: Locale;
  /** Names of query parameters in lower case: published clients send some commands' inputs there. */
  readonly queryNames: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Audience of an event; empty means every signed-in user of every tenant. */
export interface EventAudience {
  readonly userIds?: readonly number[];
  readonly tenantId?: number;
  readonly permission?: string;
  readonly sessionIds?: readonly string[];
  /** Restricts a merchant's users to those of this merchant. */
  readonly merchantId?: string;
}

/** An event that is published after commit. */
export interface DomainEvent {
  readonly topic: string;
  readonly payload: object;
  readonly audience?: EventAudience;
}

/** A job for a background worker, sent in the command's own transaction. */
export interface JobRequest {
  readonly queue: string;
  readonly data: object;
  readonly startAfterSeconds?: number;
}

/** Everything a handler may use. In a command `db` is the transaction, and there is no other handle. */
export interface Context {
  readonly actor: Actor;
  /** The user who requested the change that the actor approves: rows it creates are attributed to that user. */
  readonly askedBy?: { readonly userId: number; readonly realName: string | null };
  readonly db: Kysely<Tables>;
  readonly now: Date;
  readonly request: RequestFacts;
  /** Seals of rows, by which an alteration by somebody with database access is detected. */
  readonly seals: RowSeals;
  setHeader(name: string, value: string): void;
  /** Records an event in the same transaction; it is published after commit. */
  emit(event: DomainEvent): Promise<void>;
  /** Sends a job in the same transaction. */
  enqueue(job: JobRequest): Promise<void>;
  /** Adds a changed row to the command's audit record. */
  recordChange(change: RowChange): void;
  /** The actor's reason, for the audit record. */
  recordReason(reason: string): void;
  /**
   * Runs `work` on a separate connection if the command is refused, so that its writes survive the rollback: failure
   * counters.
   */
  afterRollback(work: (db: Kysely<Tables>) => Promise<void>): void;
}
