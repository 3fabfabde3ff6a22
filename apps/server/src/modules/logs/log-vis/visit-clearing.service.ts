import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { sysLogVis, type VisitClearing } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import type { VisitClearingRow } from "./log-vis.table.ts";
import { approvableMs } from "./visit-clearing.policy.ts";
import { addClearing, countVisits, dropClearing, noteClearing, openClearing } from "./visit-clearing.store.ts";

/** Queue of approved clearings. */
export const clearingQueue = "visit-clearing";

const expiryOf = ({ askTime }: VisitClearingRow): Date => new Date(Date.parse(askTime) + approvableMs);
const isOver = (row: VisitClearingRow, now: Date): boolean => expiryOf(row).getTime() <= now.getTime();

/** The pending or running clearing; null where there is none. */
export async function shownClearing(ctx: Context): Promise<VisitClearing | null> {
  const row = isOfMerchant(ctx.actor) ? undefined : await openClearing(ctx.db, ctx.actor.tenantId);
  if (!row || isOver(row, ctx.now)) return null;
  return {
    id: row.id,
    upTo: row.upTo,
    rows: row.rows,
    askUserName: row.askUserName,
    expiresTime: expiryOf(row).toISOString(),
    isOwn: row.askUserId === ctx.actor.userId,
    isApproved: row.approveTime !== null,
  };
}

/** Requests to clear the visits of the caller's tenant up to now. An expired request makes way. */
export async function askClearing(ctx: Context): Promise<null> {
  const { tenantId, userId, realName } = ctx.actor;
  const open = await openClearing(ctx.db, tenantId, { isLocked: true });
  if (open && !isOver(open, ctx.now)) throw refuse("sysLogVis.clearingWaits");
  if (open) await dropClearing(ctx.db, open.id);
  const now = ctx.now.toISOString();
  const asked = { id: newId("vcl", ctx.now), tenantId, upTo: now, askTime: now };
  const rows = await countVisits(ctx.db, asked);
  await addClearing(ctx.db, { ...asked, rows, askUserId: userId, askUserName: realName });
  ctx.recordChange({ table: "visitClearings", id: asked.id, before: null, after: { ...asked, rows } });
  return null;
}

/** The pending clearing that the caller was shown. */
async function waiting(ctx: Context, id: string): Promise<VisitClearingRow> {
  const row = await openClearing(ctx.db, ctx.actor.tenantId, { isLocked: true });
  if (row?.id !== id) throw notFound("sysLogVis", id);
  if (row.approveTime !== null || isOver(row, ctx.now)) throw refuse("sysLogVis.nothingAsked");
  return row;
}

/** Approves as the second person; a job archives the visits and then deletes them. */
export async function approveClearing(ctx: Context, { id }: { readonly id: string }): Promise<null> {
  const row = await waiting(ctx, id);
  const { userId, realName } = ctx.actor;
  const asked = { by: row.askUserId, permissions: [permissionOf(sysLogVis.name, "clear")] };
  await assertOtherPerson(ctx, asked, refuse("sysLogVis.ownRequest"));
  const approved = { approveUserId: userId, approveUserName: realName, approveTime: ctx.now.toISOString() };
  await noteClearing(ctx.db, id, approved);
  await ctx.enqueue({ queue: clearingQueue, data: { id } });
  ctx.recordChange({ table: "visitClearings", id, before: { approveUserId: null }, after: approved });
  return null;
}

/** Rejects a request; its requester withdraws it this way too. */
export async function rejectClearing(ctx: Context, { id }: { readonly id: string }): Promise<null> {
  const { tenantId, upTo, rows, askUserId } = await waiting(ctx, id);
  await dropClearing(ctx.db, id);
  ctx.recordChange({ table: "visitClearings", id, before: { tenantId, upTo, rows, askUserId }, after: null });
  return null;
}
