import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context, JobRequest } from "../../../platform/http/context.ts";
import { withoutCredentials, withoutSensitive } from "../../../platform/observability/redaction.ts";
import { type FailureShape, shapeOfMessage } from "./exception.policy.ts";

/** Queue of failures that could not be grouped at once. */
export const groupQueue = "event-exception-group";

/** A failure as reported. Secrets and card numbers are masked before storage. */
export interface ExceptionFacts extends FailureShape {
  readonly objectType?: string | null;
  readonly objectId?: string | null;
  readonly merchantId?: string | null;
  readonly payload?: object;
  /** The exception; its stack is stored for users with permission to read stacks. */
  readonly error?: unknown;
  /** The job that retries the failed work; without one no retry is offered. */
  readonly retry?: Pick<JobRequest, "queue" | "data">;
}

const messageMax = 500;
const stackMax = 8_000;

/** The fields of an occurrence that its group is made from. */
type Item = Insertable<Tables["eventExceptionItems"]>;

/**
 * Records a failure in the caller's transaction. Failures of one kind form a group with a count. Nothing waits here:
 * where another transaction has locked the group, a job groups the row later.
 */
export async function recordException(ctx: Context, facts: ExceptionFacts): Promise<void> {
  return recordOccurrence(ctx, newId("exi", ctx.now), facts);
}

/** Records a failure with a given id, which could be reported twice. */
export async function recordOccurrence(ctx: Context, id: string, facts: ExceptionFacts): Promise<void> {
  const item = { ...itemOf(ctx, facts, await tenantOf(ctx, facts.merchantId ?? null)), id };
  const isMine = await tryLock(ctx, item.fingerprint);
  await ctx.db.insertInto("eventExceptionItems").values(item).execute();
  if (isMine) await groupItems(ctx.db, item.fingerprint, ctx.now);
  else await ctx.enqueue({ queue: groupQueue, data: { fingerprint: item.fingerprint } });
}

async function tenantOf(ctx: Context, merchantId: string | null): Promise<number | null> {
  if (merchantId === null) return ctx.actor.tenantId || null;
  const row = await ctx.db.selectFrom("merchants").select("tenantId").where("id", "=", merchantId).executeTakeFirst();
  return row?.tenantId ?? null;
}

function itemOf(ctx: Context, facts: ExceptionFacts, tenantId: number | null): Omit<Item, "id"> {
  const { source, eventType, level, objectType = null, objectId = null, merchantId = null, payload, retry } = facts;
  const message = withoutCredentials(facts.message).replaceAll("\u0000", "").slice(0, messageMax);
  const parts = [tenantId ?? 0, source, eventType, level, shapeOfMessage(message)];
  return {
    tenantId,
    fingerprint: createHash("sha256").update(parts.join("\n"), "utf8").digest("hex").slice(0, 32),
    exceptionNo: businessNumber("EX", ctx.now),
    source,
    eventType,
    level,
    message,
    objectType,
    objectId,
    merchantId,
    at: ctx.now.toISOString(),
    stack: stackOf(facts.error),
    payload: payload === undefined ? null : JSON.stringify(withoutSensitive(payload)),
    retry: retry === undefined ? null : JSON.stringify(retry),
  };
}

const stackOf = (error: unknown): string | null =>
  error instanceof Error && error.stack
    ? withoutCredentials(error.stack).replaceAll("\u0000", "").slice(0, stackMax)
    : null;

/** Locks the group for this transaction, if it is free. Never waits. */
async function tryLock({ db }: Pick<Context, "db">, fingerprint: string): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`exception ${fingerprint}`}, 0)) AS is_mine`.execute(db);
  return rows[0]?.isMine === true;
}

/** Waits for the group's lock. For transactions that use one group only. */
export const lockGroup = ({ db }: Pick<Context, "db">, fingerprint: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`exception ${fingerprint}`}, 0))`.execute(db);

/**
 * Groups the ungrouped failures of a kind and counts them. A resolved group opens again; an ignored one stays ignored.
 * The caller holds the group's lock.
 */
export async function groupItems(db: Context["db"], fingerprint: string, now: Date): Promise<void> {
  // One statement, so that every grouped failure is counted.
  await sql`
    WITH loose AS (
      SELECT * FROM event_exception_items WHERE fingerprint = ${fingerprint} AND exception_id IS NULL
    ), latest AS (
      SELECT * FROM loose ORDER BY at DESC, id DESC LIMIT 1
    ), grouped AS (
      INSERT INTO event_exceptions (id, exception_no, tenant_id, fingerprint, source, event_type, level, message,
                                    object_type, object_id, merchant_id, occurrences, first_time, last_time, can_retry)
      SELECT ${newId("exc", now)}::text, l.exception_no, l.tenant_id, l.fingerprint, l.source, l.event_type, l.level,
             l.message, l.object_type, l.object_id, l.merchant_id, (SELECT count(*) FROM loose),
             (SELECT min(at) FROM loose), l.at, l.retry IS NOT NULL
        FROM latest l
      ON CONFLICT (fingerprint) DO UPDATE SET
        message = excluded.message, object_type = excluded.object_type, object_id = excluded.object_id,
        merchant_id = excluded.merchant_id, can_retry = excluded.can_retry OR event_exceptions.can_retry,
        occurrences = event_exceptions.occurrences + excluded.occurrences,
        last_time = greatest(event_exceptions.last_time, excluded.last_time),
        status = CASE event_exceptions.status WHEN 'ignored' THEN 'ignored' ELSE 'open' END,
        version = event_exceptions.version + 1
      RETURNING id
    )
    UPDATE event_exception_items i SET exception_id = grouped.id
      FROM grouped
     WHERE i.fingerprint = ${fingerprint} AND i.exception_id IS NULL`.execute(db);
}
