import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import type { SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import {
  type ChangeRequestDetail,
  changeRequest,
  changeRequestHours,
  changeRequestTopic,
  type RowDifference,
} from "@countinghouse/contract/system/change-request/change-request.ts";
import { assertMay, holds } from "../../../platform/access/permission.ts";
import { recorded, redacted, writeAudit } from "../../../platform/audit/audit.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import type { ListRequest } from "../../../platform/db/list-query.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { RowChange } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { hashRequest } from "../../../platform/http/idempotency.ts";
import type { BoundOperation } from "../../../platform/http/open-context.ts";
import type { ChangeRequestPort, RequestedChange } from "../../../platform/http/second-person.ts";
import type { Platform } from "../../../platform/platform.ts";
import { peopleWhoMay } from "./approver.store.ts";
import { differencesOf, mayStep, overtakenIn, targetOf } from "./change-request.policy.ts";
import {
  type ChangeRequestRow,
  endRequest,
  expireRequests,
  findRequest,
  insertRequest,
  lockRequest,
  noteOvertaken,
  pageRequests,
} from "./change-request.store.ts";
import { approving, holdsOf, isInForce } from "./change-rule.service.ts";
import { assertOtherPerson } from "./other-person.service.ts";

type Secrets = Pick<Platform, "secret">;

/** Encrypted while a change is pending: the exact input, and a digest of the rest of the row. */
interface Sealed {
  readonly input: unknown;
  /** Digest of everything that the approver is shown. */
  readonly shown: string;
}

const placeOf = (id: string): string => `changeRequest:${id}`;

/** The fields of a row that must be unchanged since the request. */
type ShownRequest = Pick<
  ChangeRequestRow,
  | "tenantId"
  | "changeNo"
  | "operation"
  | "target"
  | "changes"
  | "reason"
  | "createUserId"
  | "createUserName"
  | "createTime"
  | "expireTime"
>;

const shownHash = ({
  tenantId,
  changeNo,
  operation,
  target,
  changes,
  reason,
  createUserId,
  createUserName,
  createTime,
  expireTime,
}: ShownRequest): string =>
  hashRequest({
    tenantId,
    changeNo,
    operation,
    target,
    changes,
    reason,
    createUserId,
    createUserName,
    createTime: new Date(createTime).toISOString(),
    expireTime: new Date(expireTime).toISOString(),
  });

const differences = (changes: readonly RowChange[], now: Date): RowDifference[] =>
  differencesOf(changes, now, (row) => redacted(row));

/** Notifies users who may see change requests that one was made, decided or expired. */
const tell = (ctx: Context, { id, tenantId }: Pick<ChangeRequestRow, "id" | "tenantId">): Promise<void> =>
  ctx.emit({
    topic: changeRequestTopic,
    payload: { id },
    audience: { tenantId, permission: permissionOf(changeRequest.name, "page") },
  });

/** Records a change that requires two people, encrypted; nothing has been changed yet. */
async function ask(ctx: Context, { secret }: Secrets, asked: RequestedChange): Promise<SentForApproval> {
  const { bound, input, reason } = asked;
  const name = `${bound.resource.name}.${bound.name}`;
  if (asked.changes.length === 0) throw new Error(`${name} takes a second person and does not say what it changes`);
  const { userId, realName, tenantId } = ctx.actor;
  const id = newId("chg", ctx.now);
  const changes = differences(asked.changes, ctx.now);
  const expireTime = new Date(ctx.now.getTime() + changeRequestHours * 3_600_000).toISOString();
  const row = {
    tenantId,
    changeNo: businessNumber("CR", ctx.now),
    operation: name,
    target: targetOf(changes),
    changes,
    reason,
    createUserId: userId,
    createUserName: realName || null,
    createTime: ctx.now.toISOString(),
    expireTime,
  };
  // An expired request makes way for a new one.
  await expireRequests(ctx.db, ctx.now);
  const sealed: Sealed = { input, shown: shownHash(row) };
  await insertRequest(ctx, {
    ...row,
    id,
    rowCount: changes.length,
    changes: JSON.stringify(changes),
    sealed: seal(installationKeys(secret).ring, JSON.stringify(sealed), placeOf(id)),
  });
  const { changes: _shown, ...told } = row;
  ctx.recordChange({ table: "changeRequests", id, before: null, after: { ...told, status: "waiting" } });
  await tell(ctx, { id, tenantId });
  return { changeRequestId: id, changeNo: row.changeNo, expireTime };
}

/** The port through which operations request changes. */
export const changeRequestPort = (platform: Secrets): ChangeRequestPort => ({
  isInForce,
  ask: (ctx, asked) => ask(ctx, platform, asked),
});

/** Locks a pending request; refuses a decided or expired one. */
async function lockWaiting(
  ctx: Context,
  id: string,
  step: "approve" | "refuse" | "withdraw",
): Promise<ChangeRequestRow> {
  const row = await lockRequest(ctx, id);
  if (!mayStep(row.status, step)) throw refuse("changeRequest.decided");
  return row;
}

/** The exact input of the request. Refuses a request of which anything was altered since. */
function openSealed({ secret }: Secrets, row: ChangeRequestRow): unknown {
  let sealed: Sealed;
  try {
    sealed = JSON.parse(open(installationKeys(secret).ring, row.sealed ?? "", placeOf(row.id))) as Sealed;
  } catch {
    throw refuse("changeRequest.altered");
  }
  if (sealed.shown !== shownHash(row)) throw refuse("changeRequest.altered");
  return sealed.input;
}

/** Refusals which say that a record changed since it was read. */
const overtaking: readonly string[] = ["platform.stale", "platform.notFound"];

/**
 * Executes the requested change in the caller's transaction, on the requester's behalf, and compares it with what was
 * shown: any difference ends the request.
 */
async function carryOut(ctx: Context, row: ChangeRequestRow, bound: BoundOperation, input: unknown): Promise<void> {
  const changes: RowChange[] = [];
  const askedBy = { userId: row.createUserId, realName: row.createUserName };
  const inner: Context = {
    ...ctx,
    askedBy,
    recordChange: (change) => void changes.push(recorded(change)),
    recordReason: () => {},
  };
  const overtaken = (fields: readonly string[]) => {
    ctx.afterRollback((db) => noteOvertaken(db, row.id, fields, ctx.now));
    return refuse("changeRequest.overtaken", { fields: fields.join(", ") }, { extras: { overtaken: fields } });
  };
  try {
    await bound.handler(inner, input as never);
  } catch (error) {
    if (error instanceof Refusal && overtaking.includes(error.code)) throw overtaken(["version"]);
    throw error;
  }
  const fields = overtakenIn(row.changes, differences(changes, ctx.now));
  if (fields.length > 0) throw overtaken(fields);
  const reason = `${row.changeNo}, ${row.createUserName ?? row.createUserId}: ${row.reason}`;
  const { operation } = bound;
  await writeAudit(inner, { event: row.operation, operation, input, changes, reason, elapsedMs: 0 });
}

/** Approves as the second person: somebody other than the requester, with the permission of the change itself. */
export const approveRequest =
  (platform: Secrets, operations: ReadonlyMap<string, BoundOperation>) =>
  async (ctx: Context, { id }: { readonly id: string }): Promise<null> => {
    const row = await lockWaiting(ctx, id, "approve");
    if (Date.parse(row.expireTime) <= ctx.now.getTime()) throw refuse("changeRequest.expired");
    // A new row would belong to the approver's tenant.
    if (row.tenantId !== ctx.actor.tenantId) throw refuse("platform.forbidden", { permission: approving });
    const bound = operations.get(row.operation);
    const input = openSealed(platform, row);
    if (!bound) throw refuse("changeRequest.altered");
    assertMay(ctx.actor, bound.resource.name, bound.name, bound.operation, ctx.now);
    const permissions = [permissionOf(bound.resource.name, bound.name)];
    await assertOtherPerson(ctx, { by: row.createUserId, permissions }, refuse("changeRequest.ownChange"));
    await carryOut(ctx, row, bound, input);
    ctx.recordReason(row.reason);
    await endRequest(ctx, row, "approve");
    await tell(ctx, row);
    return null;
  };

/** Rejects somebody else's request. */
export async function refuseRequest(ctx: Context, { id, reason }: { id: string; reason: string }): Promise<null> {
  const row = await lockWaiting(ctx, id, "refuse");
  if (row.createUserId === ctx.actor.userId) throw refuse("changeRequest.ownChange");
  ctx.recordReason(reason);
  await endRequest(ctx, row, "refuse", { reason });
  await tell(ctx, row);
  return null;
}

/** Withdraws one's own request. */
export async function withdrawRequest(ctx: Context, { id }: { readonly id: string }): Promise<null> {
  const row = await lockWaiting(ctx, id, "withdraw");
  if (row.createUserId !== ctx.actor.userId) throw refuse("changeRequest.notOwn");
  await endRequest(ctx, row, "withdraw");
  await tell(ctx, row);
  return null;
}

/** Why the reader may not decide a pending request; null where they may. */
async function holdOf(
  ctx: Context,
  { createUserId, operation, tenantId }: Pick<ChangeRequestRow, "createUserId" | "operation" | "tenantId">,
) {
  const { userId } = ctx.actor;
  if (tenantId !== ctx.actor.tenantId) return "not_allowed" as const;
  const hold = (await holdsOf(ctx, createUserId, [userId])).get(userId) ?? null;
  const mayDo = holds(ctx.actor, approving) && holds(ctx.actor, operation.replace(".", ":"));
  return hold ?? (mayDo ? null : ("not_allowed" as const));
}

/** A page of requests; pending ones say why the reader may not decide them. */
export async function listRequests(ctx: Context, input: ListRequest) {
  const { items, ...page } = await pageRequests(ctx, input);
  const told = items.map(async (row) => ({ ...row, hold: row.status === "waiting" ? await holdOf(ctx, row) : null }));
  return { ...page, items: await Promise.all(told) };
}

const approversShown = 20;

/** A request with its changes, the possible approvers, and why the reader may not decide it. */
export async function readRequest(ctx: Context, { id }: { readonly id: string }): Promise<ChangeRequestDetail> {
  const row = await findRequest(ctx, id);
  const own = row.operation.replace(".", ":");
  const people = (await peopleWhoMay(ctx.db, row.tenantId, [approving, own])).slice(0, approversShown);
  const found = await holdsOf(
    ctx,
    row.createUserId,
    people.map((one) => one.id),
  );
  return {
    ...row,
    hold: row.status === "waiting" ? await holdOf(ctx, row) : null,
    approvers: people.map((one) => ({ id: one.id, name: one.name, hold: found.get(one.id) ?? null })),
  };
}

/** Expires undecided requests after their deadline, and notifies users. */
export async function expireInTime(ctx: Context): Promise<number> {
  const ended = await expireRequests(ctx.db, ctx.now);
  for (const one of ended) {
    ctx.recordChange({
      table: "changeRequests",
      id: one.id,
      before: { status: "waiting" },
      after: { status: "expired" },
    });
    await tell(ctx, one);
  }
  return ended.length;
}
