import type { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { isBusinessDay } from "@countinghouse/money/business-calendar.ts";
import { addDays, addMonths, weekdayOf } from "@countinghouse/money/plain-date.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findMerchant } from "../../merchants/merchant/index.ts";
import { balancesOf } from "../ledger/index.ts";
import { describedDeposits, figuresOf, movesOf, scheduleOf } from "./mer-deposit.list.store.ts";
import { type DepositStep, stateAfter } from "./mer-deposit.policy.ts";
import { ownTerms, platformToday } from "./mer-deposit.service.ts";
import { findDeposit } from "./mer-deposit.store.ts";

type Operations = typeof merDeposit.operations;
type Detail = ResultOf<Operations["detail"]>;

/** A hold with its movements and the actions possible on it. */
export async function readDeposit(ctx: Context, { id }: { readonly id: string }): Promise<Detail> {
  const described = await describedDeposits(ctx).where("merDeposits.id", "=", id).executeTakeFirst();
  if (!described) throw notFound("merDeposit", id);
  const row = await findDeposit(ctx, id);
  const moves = await movesOf(ctx, id);
  const balances = await balancesOf(ctx, row.merchantId, row.mode);
  const available = balances.find(({ currency, bucket }) => currency === row.currency && bucket === "available");
  const standing = { status: row.status, amount: BigInt(row.amount), remain: BigInt(row.remainAmount) };
  const may = (step: DepositStep) => stateAfter(standing, step, standing.remain) !== undefined;
  const isNegative = available !== undefined && available.amount.amountMinor < 0n;
  return {
    ...(described as Detail),
    bankAccount: row.bankAccount,
    reason: row.reason,
    journalIds: moves.flatMap(({ journalId }) => journalId ?? []),
    moves,
    availableAmount: available ? toWire(available.amount) : "0",
    abilities: {
      release: may("release"),
      freeze: may("freeze"),
      unfreeze: may("unfreeze"),
      use: may("use") && isNegative,
      extend: may("extend"),
    },
  };
}

export async function readFigures(
  ctx: Context,
  { mode, merchantId }: InputOf<Operations["figures"]>,
): Promise<ResultOf<Operations["figures"]>> {
  if (merchantId) await findMerchant(ctx, merchantId);
  const figures = await figuresOf(ctx, { mode, merchantId }, platformToday(ctx));
  return Promise.all(
    figures.map(async (row) => {
      const terms = merchantId ? await ownTerms(ctx, { merchantId, currency: row.currency }) : undefined;
      return { ...row, fixedTarget: terms?.fixedDepositTarget ? toWire(terms.fixedDepositTarget) : null };
    }),
  );
}

/** Months for which the calendar lists closed days. */
const toldMonths = 12;

/** Weekdays that are non-business days of a merchant, in the requested span. */
async function closedDays(ctx: Context, { merchantId, currency, from, to }: InputOf<Operations["schedule"]>) {
  if (!merchantId || !currency) return [];
  const calendars = (await ownTerms(ctx, { merchantId, currency }))?.calendars ?? [];
  const first = from ?? platformToday(ctx);
  const last = to ?? addMonths(first, toldMonths);
  const closed: string[] = [];
  for (let day = first; day < last && closed.length < 400; day = addDays(day, 1))
    if (weekdayOf(day) < 6 && !isBusinessDay(day, calendars)) closed.push(day);
  return closed;
}

export async function readSchedule(
  ctx: Context,
  input: InputOf<Operations["schedule"]>,
): Promise<ResultOf<Operations["schedule"]>> {
  if (input.merchantId) await findMerchant(ctx, input.merchantId);
  return { days: await scheduleOf(ctx, input), closed: await closedDays(ctx, input) };
}
