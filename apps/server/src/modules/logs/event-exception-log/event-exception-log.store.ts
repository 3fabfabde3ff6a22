import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import {
  type EventException,
  type ExceptionDetail,
  eventExceptionLog,
} from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Kysely, sql, type Updateable } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context, JobRequest } from "../../../platform/http/context.ts";

/** Groups of failures in scope. */
export const exceptionsInScope = (ctx: Context) => from(ctx, "eventExceptions").selectAll("eventExceptions");

type Search = ListRequest & {
  readonly objectId?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

/** A group is found by the objects and merchants of all its failures, not only of the latest. */
export function pageExceptions(
  ctx: Context,
  { objectId, merchantId, ...input }: Search,
): Promise<Page<EventException>> {
  let query = exceptionsInScope(ctx);
  for (const [column, value] of Object.entries({ object_id: objectId, merchant_id: merchantId }))
    if (value)
      query = query.where(
        sql<boolean>`EXISTS (SELECT 1 FROM event_exception_items i
                              WHERE i.exception_id = event_exceptions.id AND i.${sql.raw(column)} = ${value})`,
      );
  return pageQuery(ctx, query, {
    spec: eventExceptionLog.operations.page.list,
    input,
  });
}

const itemsShown = 50;

export async function findException(ctx: Context, id: string): Promise<ExceptionDetail> {
  const group = await exceptionsInScope(ctx).where("id", "=", id).executeTakeFirst();
  if (!group) throw notFound("eventExceptionLog", id);
  const items = await from(ctx, "eventExceptionItems")
    .select(["id", "at", "message", "objectType", "objectId", "merchantId", "retriedTime"])
    .select(sql<boolean>`retry IS NOT NULL`.as("canRetry"))
    .where("exceptionId", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(itemsShown)
    .execute();
  return { ...group, items };
}

/** Stack and masked payload of one occurrence. */
export async function readTrace(ctx: Context, itemId: string) {
  const item = await from(ctx, "eventExceptionItems")
    .select(["stack", "payload"])
    .where("id", "=", itemId)
    .executeTakeFirst();
  if (!item) throw notFound("eventExceptionLog", itemId);
  return item;
}

/** Number of open groups, and of those assigned to the caller. */
export const countExceptions = (ctx: Context) =>
  from(ctx, "eventExceptions")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("status", "=", "open").as("open"),
      fn.countAll<number>().filterWhere("status", "=", "open").filterWhere("level", "=", "critical").as("critical"),
      fn.countAll<number>().filterWhere("status", "=", "retrying").as("retrying"),
      fn
        .countAll<number>()
        .filterWhere("status", "in", ["open", "retrying"])
        .filterWhere("assigneeId", "=", ctx.actor.userId)
        .as("mine"),
    ])
    .executeTakeFirstOrThrow();

/** Locks groups in scope in the order of their ids, as every transaction does; an unknown one is refused by name. */
export async function lockExceptions(ctx: Context, ids: readonly string[]) {
  const groups = await exceptionsInScope(ctx)
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
  const known = new Set(groups.map(({ id }) => id));
  const absent = ids.find((id) => !known.has(id));
  if (absent) throw notFound("eventExceptionLog", absent);
  return groups;
}

type Group = Awaited<ReturnType<typeof lockExceptions>>[number];

/** Changes locked groups, with before and after in the audit trail. */
export async function changeExceptions(
  ctx: Context,
  groups: readonly Group[],
  values: Updateable<Tables["eventExceptions"]>,
): Promise<void> {
  for (const before of groups) {
    const after = await change(ctx, "eventExceptions")
      .set({ ...values, version: before.version + 1 })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    ctx.recordChange({ table: "eventExceptions", id: before.id, before, after });
  }
}

/** An occurrence with the job that retries it. */
export interface RetryableOccurrence {
  readonly id: string;
  readonly exceptionId: string;
  readonly retry: Pick<JobRequest, "queue" | "data">;
}

const retryable = (ctx: Context) =>
  from(ctx, "eventExceptionItems")
    .select(["id", "exceptionId", "retry"])
    .where("retry", "is not", null)
    .where("exceptionId", "is not", null);

/** Retryable occurrences by id. */
export const retryableItems = (ctx: Context, ids: readonly string[]): Promise<RetryableOccurrence[]> =>
  retryable(ctx)
    .where("id", "in", [...ids])
    .execute() as Promise<RetryableOccurrence[]>;

const groupRetriesMax = 1_000;

/** Occurrences of a kind that can be retried and were not. */
export const retryableOfKind = (ctx: Context, fingerprint: string): Promise<RetryableOccurrence[]> =>
  retryable(ctx)
    .where("fingerprint", "=", fingerprint)
    .where("retriedTime", "is", null)
    .orderBy("at")
    .limit(groupRetriesMax)
    .execute() as Promise<RetryableOccurrence[]>;

export const markRetried = (ctx: Context, items: readonly RetryableOccurrence[]): Promise<unknown> =>
  change(ctx, "eventExceptionItems")
    .set({ retriedTime: ctx.now.toISOString() })
    .where(
      "id",
      "in",
      items.map(({ id }) => id),
    )
    .execute();

const quietMs = 3_600_000;

/** Failures without recurrence within an hour of their retry count as resolved. */
export const settleQuiet = (db: Kysely<Tables>, now: Date): Promise<unknown> =>
  db
    .updateTable("eventExceptions")
    .set({ status: "resolved", version: sql`version + 1` })
    .where("status", "=", "retrying")
    .where("retryTime", "<=", new Date(now.getTime() - quietMs).toISOString())
    .execute();

/** An operator's account in the caller's scope that may sign in, by id. */
export const findOperator = (ctx: Context, userId: number) =>
  from(ctx, "users")
    .select(["id", "realName"])
    .where("id", "=", userId)
    .where("status", "=", Status.Enable)
    .where("accountType", ">=", AccountType.NormalUser)
    .where("merchantId", "is", null)
    .executeTakeFirst();
