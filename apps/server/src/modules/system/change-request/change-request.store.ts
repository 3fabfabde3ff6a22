import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { operationNames } from "@countinghouse/contract/operation-names.ts";
import type { ChangeStep } from "@countinghouse/contract/system/change-request/change-request.lifecycle.ts";
import { changeRequestLifecycle } from "@countinghouse/contract/system/change-request/change-request.lifecycle.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type ListRequest, pageQuery } from "../../../platform/db/list-query.ts";
import { operationNaming } from "../../../platform/db/operation-name.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

const nameOf = operationNaming(operationNames);
const named = ({ request }: Context) => nameOf(request.locale, sql.ref("change_requests.operation"));

export type ChangeRequestRow = Selectable<Tables["changeRequests"]>;

/** Change requests in the actor's scope, for lists. One past its deadline counts as expired at once. */
export const describedRequests = (ctx: Context) =>
  from(ctx, "changeRequests").select([
    "changeRequests.id",
    "changeRequests.changeNo",
    "changeRequests.operation",
    sql<string>`${named(ctx)}`.as("operationName"),
    subject(ctx).as("subject"),
    "changeRequests.rowCount",
    "changeRequests.reason",
    statusNow(ctx).as("status"),
    "changeRequests.createTime",
    "changeRequests.createUserName",
    "changeRequests.expireTime",
    isOwn(ctx),
    // Filled in where permissions are read; a large export omits it.
    sql<null>`NULL::text`.as("hold"),
    "changeRequests.createUserId",
    "changeRequests.tenantId",
    "changeRequests.decideTime",
    "changeRequests.decideUserName",
    "changeRequests.decideReason",
    tenantNameIn(ctx, "changeRequests"),
  ]);

/** Names of the changed rows in the reader's language: the first few. */
const subject = ({ request }: Context) => sql<string | null>`(
  SELECT left(string_agg(known.name, ', '), 200) FROM (
    SELECT coalesce(c.row -> 'names' ->> ${request.locale}, c.row ->> 'name') AS name
      FROM jsonb_array_elements(change_requests.changes) AS c (row) LIMIT 3) known)`;

const isOwn = ({ actor }: Context) => sql<boolean>`change_requests.create_user_id = ${actor.userId}`.as("isOwn");

const statusNow = ({ now }: Context) => sql<ChangeRequestRow["status"]>`CASE
  WHEN change_requests.status = 'waiting' AND change_requests.expire_time <= ${now.toISOString()} THEN 'expired'
  ELSE change_requests.status END`;

export const requestColumn = (field: string, ctx: Context): RawBuilder<unknown> => {
  const computed = { status: statusNow, operationName: named, subject }[field];
  return computed ? computed(ctx) : sql.ref(`change_requests.${field}`);
};
export const requestKey = sql.ref("change_requests.id");

export const pageRequests = (ctx: Context, input: ListRequest) =>
  pageQuery(ctx, describedRequests(ctx), {
    spec: changeRequest.operations.page.list,
    input,
    columnOf: (field) => requestColumn(field, ctx),
    id: requestKey,
  });

/** A request in the actor's scope, with its changes. */
export async function findRequest(ctx: Context, id: string) {
  const row = await describedRequests(ctx)
    .select(["changeRequests.changes", "changeRequests.overtaken"])
    .where("changeRequests.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound(changeRequest.name, id);
  return row;
}

/** A request in the actor's scope, locked: of two approvers, the second finds it decided. */
export async function lockRequest(ctx: Context, id: string): Promise<ChangeRequestRow> {
  const row = await from(ctx, "changeRequests").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound(changeRequest.name, id);
  return row;
}

/** Adds a request; refuses a second one for the same rows and operation while the first is pending. */
export async function insertRequest(ctx: Context, row: Insertable<Tables["changeRequests"]>): Promise<void> {
  const twice = () => refuse("changeRequest.alreadyAsked");
  await refusingDuplicate("change_requests_waiting_unique", twice, () =>
    ctx.db.insertInto("changeRequests").values(row).execute(),
  );
}

interface Decision {
  readonly reason?: string;
}

/** Ends a pending request and deletes its encrypted input. The row is already locked. */
export async function endRequest(
  ctx: Context,
  { id, changeNo, operation, createUserName }: ChangeRequestRow,
  step: ChangeStep,
  { reason }: Decision = {},
): Promise<void> {
  const status = changeRequestLifecycle.actions[step].to;
  const decided = {
    status,
    decideReason: reason ?? null,
    decideTime: ctx.now.toISOString(),
    decideUserId: ctx.actor.userId,
    decideUserName: ctx.actor.realName || null,
  };
  await ctx.db
    .updateTable("changeRequests")
    .set({ ...decided, sealed: null })
    .where("id", "=", id)
    .execute();
  const known = { changeNo, operation, createUserName };
  ctx.recordChange({
    table: "changeRequests",
    id,
    before: { ...known, status: "waiting" },
    after: { ...known, ...decided },
  });
}

/** Ends a request whose rows changed since, on a connection of its own. */
export async function noteOvertaken(
  db: Kysely<Tables>,
  id: string,
  fields: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable("changeRequests")
    .set({ status: "stale", sealed: null, overtaken: [...fields], decideTime: now.toISOString() })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
}

/** Expires requests past their deadline; answers whose they were. */
export const expireRequests = (db: Kysely<Tables>, now: Date) =>
  db
    .updateTable("changeRequests")
    .set({ status: "expired", sealed: null })
    .where("status", "=", "waiting")
    .where("expireTime", "<=", now.toISOString())
    .returning(["id", "tenantId"])
    .execute();

/** Whether a request is past its deadline. */
export const hasOutlived = async (db: Kysely<Tables>, now: Date): Promise<boolean> =>
  (await db
    .selectFrom("changeRequests")
    .select("id")
    .where("status", "=", "waiting")
    .where("expireTime", "<=", now.toISOString())
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Pending requests in scope, for the inbox. They have no mode. */
export const waitingRequests = (ctx: Context): WaitingQuery =>
  from(ctx, "changeRequests")
    .where("changeRequests.status", "=", "waiting")
    .where("changeRequests.expireTime", ">", ctx.now.toISOString())
    .select([
      "changeRequests.id",
      sql<string>`coalesce(${subject(ctx)}, change_requests.change_no)`.as("name"),
      "changeRequests.createTime as since",
      "changeRequests.expireTime as due",
      "changeRequests.createUserName as person",
      "changeRequests.reason",
      "changeRequests.operation as state",
      isOwn(ctx),
    ]);
