import { merDepositMessages } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.messages.ts";
import { type merDeposit, negativeDays } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { reserveUsed } from "@countinghouse/ledger/settlement.postings.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { money } from "@countinghouse/money/money.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type BucketBalance, balancesOf, lockedBalances } from "../ledger/index.ts";
import { publishDepositEvent } from "./deposit-object.service.ts";
import { drawFromHolds } from "./mer-deposit.policy.ts";
import { assertStep, bookMove } from "./mer-deposit.service.ts";
import { type DepositBook, type DepositRow, findDeposit, updateDeposit, usableHolds } from "./mer-deposit.store.ts";

type Operations = typeof merDeposit.operations;

const held = (balances: readonly BucketBalance[], currency: string, bucket: BucketBalance["bucket"]): bigint =>
  balances.find((one) => one.currency === currency && one.bucket === bucket)?.amount.amountMinor ?? 0n;

const placeOf = ({ merchantId, mode, currency }: DepositRow): DepositBook => ({ merchantId, book: mode, currency });

const withRemains = (rows: readonly DepositRow[]) => rows.map((row) => ({ row, remain: BigInt(row.remainAmount) }));

/** The loss: the amount by which an available balance is negative. */
const lossOf = (available: bigint): bigint => (available < 0n ? -available : 0n);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Preview of using holds now. Nothing is stored or promised. */
export async function previewUse(
  ctx: Context,
  input: InputOf<Operations["usePreview"]>,
): Promise<ResultOf<Operations["usePreview"]>> {
  const named = await findDeposit(ctx, input.id);
  const place = placeOf(named);
  const balances = await balancesOf(ctx, place.merchantId, place.book);
  const [available, reserve] = [held(balances, place.currency, "available"), held(balances, place.currency, "reserve")];
  const holds = withRemains(await usableHolds(ctx, place, false));
  const usable = holds.reduce((sum, { remain }) => sum + remain, 0n);
  const loss = lossOf(available);
  const amount = least(input.amount ? BigInt(input.amount) : loss, least(loss, usable));
  const currency = named.currency as ResultOf<Operations["usePreview"]>["currency"];
  return {
    currency,
    lossAmount: String(loss),
    usableAmount: String(usable),
    amount: String(amount),
    availableBefore: String(available),
    availableAfter: String(available + amount),
    reserveBefore: String(reserve),
    reserveAfter: String(reserve - amount),
    parts: drawFromHolds(holds, amount).map(({ row: { id, depositNo, releaseDate, remainAmount }, remain, taken }) => ({
      id,
      depositNo,
      releaseDate,
      currency,
      remainAmount,
      useAmount: String(taken),
      leftAmount: String(remain - taken),
    })),
  };
}

/** Reason and amount of covering a loss. */
interface LossCover {
  /** The whole loss by default, as far as holds suffice. */
  readonly amount?: bigint;
  readonly reason: string;
}

/** Covers a loss from holds, oldest first, with one journal; answers the amount. */
async function cover(ctx: Context, place: DepositBook, { amount, reason }: LossCover): Promise<bigint> {
  const { merchantId, currency } = place;
  const loss = lossOf(held(await lockedBalances(ctx, place), currency, "available"));
  const holds = withRemains(await usableHolds(ctx, place, true));
  for (const { row } of holds)
    if (!(await ctx.seals.isGenuine(ctx.db, "merDeposits", row))) throw refuse("merDeposit.altered");
  const usable = holds.reduce((sum, { remain }) => sum + remain, 0n);
  const shown = (minor: bigint) => formatMoney(money(minor, currency), { language: ctx.request.locale });
  if (amount !== undefined && loss === 0n) throw refuse("merDeposit.noLoss");
  if (amount !== undefined && amount > loss) throw refuse("merDeposit.exceedsLoss", { loss: shown(loss) });
  if (amount !== undefined && amount > usable) throw refuse("merDeposit.exceedsUsable", { usable: shown(usable) });
  const taken = amount ?? least(loss, usable);
  if (taken === 0n) return 0n;
  const journalId = await bookMove(ctx, place, {
    entry: reserveUsed({ merchantId, amount: money(taken, currency) }),
    eventId: newId("mdu", ctx.now),
    description: "loss",
  });
  for (const share of drawFromHolds(holds, taken)) await takeFrom(ctx, share.row, share.taken, { journalId, reason });
  return taken;
}

async function takeFrom(
  ctx: Context,
  row: DepositRow,
  taken: bigint,
  { journalId, reason }: { readonly journalId: string; readonly reason: string },
): Promise<void> {
  const after = await updateDeposit(
    ctx,
    row,
    {
      status: assertStep(ctx, row, "use", taken),
      usedAmount: String(BigInt(row.usedAmount) + taken),
      remainAmount: String(BigInt(row.remainAmount) - taken),
    },
    { kind: "used", amount: String(taken), journalId, reason },
  );
  await publishDepositEvent(ctx, after, "deposit.used", row);
}

/** Covers the loss of a hold's merchant. */
export async function useHolds(
  ctx: Context,
  { id, amount, reason }: InputOf<Operations["use"]>,
): Promise<ResultOf<Operations["use"]>> {
  ctx.recordReason(reason);
  const place = placeOf(await findDeposit(ctx, id));
  const taken = await cover(ctx, place, { ...(amount ? { amount: BigInt(amount) } : {}), reason });
  if (taken === 0n) throw refuse("merDeposit.noLoss");
  return { amount: String(taken) };
}

/**
 * Covers a balance that has been negative for two weeks, as far as holds suffice. The loss is read under the book's
 * lock: a concurrent caller finds nothing left to cover.
 */
export async function coverLossesAutomatically(ctx: Context, place: DepositBook): Promise<void> {
  const reason = fill(merDepositMessages[ctx.request.locale].text.offset, { days: negativeDays.offset });
  await cover(ctx, place, { reason });
}
