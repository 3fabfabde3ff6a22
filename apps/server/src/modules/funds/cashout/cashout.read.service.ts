import { type CashoutAction, cashoutLifecycle } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import type { CashoutReview, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { batchesOf } from "../allocation/index.ts";
import { balancesOf } from "../ledger/index.ts";
import {
  bucketsOf,
  currencyBelow,
  isCovered,
  isDifferenceOpen,
  mayAsk,
  mayGiveUp,
  transferShown,
} from "../outbound/index.ts";
import { type PayoutRow, payoutOf } from "../payout/index.ts";
import { accountById, payeeObstacleOf } from "../payout-account/index.ts";
import { rateNow } from "./cashout.decision.service.ts";
import { type CashoutRow, findCashout } from "./cashout.store.ts";

type Detail = ResultOf<(typeof cashout.operations)["detail"]>;

/** The rate that an approval would lock now; undefined where no rate is fresh. */
async function quoted(ctx: Context, row: CashoutRow) {
  try {
    return await rateNow(ctx, row);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Facts for the approver, as of now. */
async function reviewOf(ctx: Context, row: CashoutRow, payout: PayoutRow | undefined): Promise<CashoutReview> {
  const { merchantId, mode } = row;
  const code = currency(row.currency);
  const balances = await balancesOf(ctx, merchantId, mode);
  const account = await accountById(ctx.db, row.payoutAccountId);
  if (!account) throw new Error(`${row.cashoutNo} goes to an account that is gone`);
  const isOpen = row.status === "applied" || row.status === "approving";
  const rate = isOpen ? await quoted(ctx, row) : undefined;
  const buckets = (of: CashoutRow["position"]) => ({ ...of, currency: row.currency });
  return {
    before: buckets(row.position),
    now: buckets(bucketsOf(merchantId, code, balances)),
    isCovered: await isCovered(ctx, row, balances),
    negativeCurrency: (await currencyBelow(ctx, merchantId, code, balances)) ?? null,
    targetAmount: rate ? toWire(rate.target) : row.targetAmount,
    askedTargetAmount: row.askedTargetAmount,
    fxRate: rate ? rate.fxRate : row.fxRate,
    isRateWorse: rate?.cause === "rate_worse",
    isPriced: !isOpen || rate !== undefined,
    approvals: row.approvals.map(({ userName, time, remark }) => ({ userName, time, remark })),
    accountStatus: {
      isUsable: payeeObstacleOf(account, ctx.now) === undefined,
      lastChangeTime: account.lastChangeTime,
      holderName: account.holderName,
    },
    payout: await transferShown(ctx, payout),
  };
}

/** A withdrawal with the actions possible on it; the operator's users also get the present position. */
export async function readCashout(ctx: Context, { id }: { readonly id: string }): Promise<Detail> {
  const { shown, row } = await findCashout(ctx, id);
  const { merchantId, status } = row;
  const may = (action: CashoutAction) => allows(cashoutLifecycle, status, action);
  const payout = await payoutOf(ctx.db, { merchantId, sourceType: "cashout", sourceId: id });
  const isMerchants = isOfMerchant(ctx.actor);
  const isApprover = row.approvals.some(({ userId }) => userId === ctx.actor.userId);
  return {
    ...shown,
    allocations: await batchesOf(ctx, { merchantId, sourceType: "cashout", sourceId: id }),
    review: isMerchants ? null : await reviewOf(ctx, row, payout),
    abilities: {
      cancel: isMerchants && may("cancel"),
      submit: isMerchants && may("submit"),
      approve: !isMerchants && may("approve") && !shown.isOwn && !isApprover,
      reject: !isMerchants && may("reject"),
      execute: !isMerchants && may("execute"),
      mark: !isMerchants && may("fail") && (payout === undefined || mayGiveUp(payout, ctx.now)),
      markReturned: !isMerchants && may("bounce"),
      resolveDifference: !isMerchants && payout !== undefined && isDifferenceOpen(payout),
      sync: !isMerchants && payout !== undefined && mayAsk(payout),
    },
  };
}
