import {
  type PayoutOrderAction,
  payoutOrderLifecycle,
} from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import type { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import type { PayoutOrderReview } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
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
import { screenBeneficiary } from "../screening/index.ts";
import { beneficiaryOf } from "./beneficiary.service.ts";
import { assertGenuine } from "./payout-order.step.service.ts";
import { findPayoutOrder, type PayoutOrderRow, pastPayouts } from "./payout-order.store.ts";

type Operations = (typeof payoutOrder)["operations"];

/** Facts for the approver, as of now. */
async function reviewOf(ctx: Context, row: PayoutOrderRow, payout: PayoutRow | undefined): Promise<PayoutOrderReview> {
  const { merchantId, mode, tenantId } = row;
  const code = currency(row.currency);
  const balances = await balancesOf(ctx, merchantId, mode);
  const buckets = (of: PayoutOrderRow["position"]) => ({ ...of, currency: row.currency });
  return {
    before: buckets(row.position),
    now: buckets(bucketsOf(merchantId, code, balances)),
    isCovered: await isCovered(ctx, row, balances),
    negativeCurrency: (await currencyBelow(ctx, merchantId, code, balances)) ?? null,
    approvals: row.approvals.map(({ userName, time, remark }) => ({ userName, time, remark })),
    screened: [
      ...(await screenBeneficiary(ctx, { tenantId, name: row.beneficiaryName, country: row.country })).matches,
    ],
    paidBefore: (await pastPayouts(ctx, row, [row.accountDigest])).toAccount,
    payout: await transferShown(ctx, payout),
  };
}

/** A payout order with the actions possible on it; the operator's users also get the present position. */
export async function readPayoutOrder(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<ResultOf<Operations["detail"]>> {
  const { shown, row } = await findPayoutOrder(ctx, id);
  const { merchantId, status } = row;
  const may = (action: PayoutOrderAction) => allows(payoutOrderLifecycle, status, action);
  const source = { merchantId, sourceType: "payout_order", sourceId: id } as const;
  const payout = await payoutOf(ctx.db, source);
  const isMerchants = isOfMerchant(ctx.actor);
  const isApprover = row.approvals.some(({ userId }) => userId === ctx.actor.userId);
  return {
    ...shown,
    allocations: await batchesOf(ctx, source),
    review: isMerchants ? null : await reviewOf(ctx, row, payout),
    abilities: {
      cancel: isMerchants && may("cancel"),
      submit: isMerchants && may("submit"),
      retry: isMerchants && (status === "failed" || status === "returned"),
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

/** The unmasked account of a beneficiary, for manual payment. */
export async function revealBeneficiary(
  ctx: Context,
  ring: KeyRing,
  { id }: { readonly id: string },
): Promise<ResultOf<Operations["reveal"]>> {
  const { row } = await findPayoutOrder(ctx, id);
  await assertGenuine(ctx, row);
  ctx.recordChange({ table: "payoutOrders", id, before: null, after: { beneficiary: "shown" }, isRead: true });
  const { bankName, swift, routingNo, branchCode, number, address } = beneficiaryOf(ring, row);
  return { bankName, swift, bankCode: routingNo, branchCode, number, address };
}
