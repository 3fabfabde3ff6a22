import type { LedgerPeriod, ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { addDays, addMonths } from "@countinghouse/money/plain-date.ts";
import type { Context } from "../../../platform/http/context.ts";
import { firstPost, knownPeriods, setPeriod } from "./ledger.period.store.ts";
import { holdMonth } from "./ledger.post.store.ts";

type Operations = typeof ledger.operations;

/** Months from the first journal to now, newest first; those never closed are open. */
export async function listPeriods(ctx: Context): Promise<LedgerPeriod[]> {
  const known = new Map((await knownPeriods(ctx)).map((period) => [period.month, period]));
  const first = [...known.keys(), (await firstPost(ctx))?.slice(0, 7)].filter((month) => month !== undefined).sort()[0];
  if (!first) return [];
  const months: string[] = [];
  for (let month = ctx.now.toISOString().slice(0, 7); month >= first; ) {
    months.push(month);
    month = addMonths(`${month}-01`, -1).slice(0, 7);
  }
  return months.map((month) => known.get(month) ?? { month, status: "open", updateTime: null, updateUserName: null });
}

/** Closes a month that has ended in every time zone. Waits for bookings in progress. */
export async function closePeriod(ctx: Context, { month, reason }: InputOf<Operations["closePeriod"]>): Promise<null> {
  const from = addDays(addMonths(`${month}-01`, 1), 1);
  if (ctx.now.toISOString().slice(0, 10) < from) throw refuse("ledger.monthNotOver", { month });
  ctx.recordReason(reason);
  await holdMonth(ctx, month);
  await setPeriod(ctx, month, "closed");
  return null;
}

export async function openPeriod(ctx: Context, { month, reason }: InputOf<Operations["openPeriod"]>): Promise<null> {
  ctx.recordReason(reason);
  await setPeriod(ctx, month, "open");
  return null;
}
