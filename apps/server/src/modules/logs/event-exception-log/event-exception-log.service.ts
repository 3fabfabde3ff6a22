import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { eventExceptionLog } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  changeExceptions,
  findOperator,
  lockExceptions,
  markRetried,
  type RetryableOccurrence,
  retryableItems,
  retryableOfKind,
} from "./event-exception-log.store.ts";

type Operations = typeof eventExceptionLog.operations;

/** Queues the jobs that repeat the failed work. */
async function retryItems(ctx: Context, items: readonly RetryableOccurrence[]): Promise<{ count: number }> {
  if (items.length === 0) throw refuse("eventExceptionLog.noRetry");
  const groups = await lockExceptions(ctx, [...new Set(items.map(({ exceptionId }) => exceptionId))].sort());
  for (const { retry } of items) await ctx.enqueue(retry);
  await markRetried(ctx, items);
  for (const group of groups)
    await changeExceptions(ctx, [group], {
      status: "retrying",
      retryCount: group.retryCount + 1,
      retryTime: ctx.now.toISOString(),
    });
  return { count: items.length };
}

export const retryExceptions = async (ctx: Context, { ids }: InputOf<Operations["retry"]>) =>
  retryItems(ctx, await retryableItems(ctx, ids));

export const retryKind = async (ctx: Context, { fingerprint }: InputOf<Operations["retryGroup"]>) =>
  retryItems(ctx, await retryableOfKind(ctx, fingerprint));

const settledBy = ({ actor }: Context) => ({ resolveUserId: actor.userId, resolveUserName: actor.realName });

export async function ignoreExceptions(ctx: Context, { ids, reason }: InputOf<Operations["ignore"]>): Promise<null> {
  const groups = await lockExceptions(ctx, [...new Set(ids)].sort());
  await changeExceptions(ctx, groups, { status: "ignored", remark: reason, ...settledBy(ctx) });
  ctx.recordReason(reason);
  return null;
}

export async function resolveExceptions(ctx: Context, { ids, remark }: InputOf<Operations["resolve"]>): Promise<null> {
  const groups = await lockExceptions(ctx, [...new Set(ids)].sort());
  await changeExceptions(ctx, groups, { status: "resolved", remark, ...settledBy(ctx) });
  ctx.recordReason(remark);
  return null;
}

export async function reopenExceptions(ctx: Context, { ids }: InputOf<Operations["reopen"]>): Promise<null> {
  const groups = await lockExceptions(ctx, [...new Set(ids)].sort());
  await changeExceptions(ctx, groups, { status: "open", resolveUserId: null, resolveUserName: null });
  return null;
}

export async function assignExceptions(
  ctx: Context,
  { ids, assigneeId }: InputOf<Operations["assign"]>,
): Promise<null> {
  const person = assigneeId ? await findOperator(ctx, assigneeId) : undefined;
  if (assigneeId && !person) {
    throw refuse("eventExceptionLog.assigneeUnknown");
  }
  const groups = await lockExceptions(ctx, [...new Set(ids)].sort());
  await changeExceptions(ctx, groups, { assigneeId: person?.id ?? null, assigneeName: person?.realName ?? null });
  return null;
}
