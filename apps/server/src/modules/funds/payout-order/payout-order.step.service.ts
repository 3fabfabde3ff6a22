import { PayoutFailure } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import {
  type PayoutOrderAction,
  payoutOrderLifecycle,
} from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { PayoutOrderStatus } from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import type { OpenPayoutOrderView } from "@countinghouse/contract/integration/open-api/open-payout-order.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import { type BucketBalance, lockedBalances } from "../ledger/index.ts";
import type { OutboundAllocation } from "../outbound/index.ts";
import {
  lockPayoutOrder,
  type PayoutOrderChange,
  type PayoutOrderRef,
  type PayoutOrderRow,
  updatePayoutOrder,
} from "./payout-order.store.ts";

/** Webhook events of a payout order. */
export type PayoutOrderEvent = Extract<MerchantEvent["type"], `payout_order.${string}`>;

/** A payout order in the form of outgoing money. */
export const leaving = (row: PayoutOrderRow): OutboundAllocation => {
  const amount = (minor: string) => fromWire(minor, row.currency);
  return {
    kind: "payoutOrder",
    merchantId: row.merchantId,
    tenantId: row.tenantId,
    mode: row.mode,
    id: row.id,
    no: row.payoutOrderNo,
    debited: amount(row.debitedAmount),
    fee: amount(row.feeAmount),
    sent: amount(row.sentAmount),
    given: amount(row.sentAmount),
    midValue: amount(row.sentAmount),
    fundingAccountId: row.fundingAccountId,
  };
};

/** A payout order in the form of webhooks and the open API, with only the end of the account number. */
export const payoutOrderObject = (row: PayoutOrderRow): OpenPayoutOrderView => ({
  payoutOrderNo: row.payoutOrderNo,
  merchantPayoutNo: row.merchantPayoutNo,
  mode: row.mode,
  status: row.status,
  returnCause: row.returnCause,
  amount: Number(row.amount),
  currency: currency(row.currency),
  feeMode: row.feeMode,
  feeAmount: Number(row.feeAmount),
  debitedAmount: Number(row.debitedAmount),
  sentAmount: Number(row.sentAmount),
  method: row.method,
  beneficiaryType: row.beneficiaryType,
  beneficiaryName: row.beneficiaryName,
  country: row.country,
  beneficiaryAccount: row.accountLabel,
  purpose: row.purpose,
  reference: row.reference,
  bankReference: row.bankReference,
  failureCode: row.failureCode,
  failureMessage: row.failureCode === null ? null : (PayoutFailure.memberOf(row.failureCode)?.text.en ?? null),
  returnedAmount: row.returnedAmount === null ? null : Number(row.returnedAmount),
  createTime: row.applyTime,
  paidTime: row.paidTime,
  finishedTime: row.finishedTime,
});

/** Publishes a payout order's webhook event. The caller has incremented `eventSeq`. */
export const publishPayoutOrderEvent = (
  ctx: Context,
  row: PayoutOrderRow,
  type: PayoutOrderEvent,
  before?: PayoutOrderRow,
): Promise<void> =>
  recordMerchantEvent(ctx, {
    merchantId: row.merchantId,
    tenantId: row.tenantId,
    appId: row.appId,
    mode: row.mode,
    type,
    objectType: "payout_order",
    objectId: row.id,
    objectNo: row.payoutOrderNo,
    objectSeq: row.eventSeq,
    object: payoutOrderObject(row),
    previous: before && previousOf(payoutOrderObject(before), payoutOrderObject(row)),
  });

/** A payout order with the merchant's book locked before it, and the book's balances. */
export interface LockedPayoutOrder {
  readonly row: PayoutOrderRow;
  readonly balances: readonly BucketBalance[];
}

/**
 * A payout order in the version that was read, with a matching seal, locked behind the merchant's book: nobody books
 * meanwhile.
 */
export async function lockPayoutOrderAsRead(
  ctx: Context,
  ref: PayoutOrderRef,
  version?: number,
): Promise<LockedPayoutOrder> {
  const balances = await lockedBalances(ctx, { merchantId: ref.merchantId, book: ref.mode });
  const row = await lockPayoutOrder(ctx, ref);
  if (version !== undefined) assertFresh(payoutOrder, version, row.version);
  await assertGenuine(ctx, row);
  return { row, balances };
}

/** Refuses an order whose seal does not match: amount, beneficiary and approvals may have been altered. */
export async function assertGenuine(ctx: Context, row: PayoutOrderRow): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, "payoutOrders", row))) throw refuse("payoutOrder.altered");
}

/** Refuses a step that the order's status does not allow. */
export function assertStep(ctx: Context, { status }: PayoutOrderRow, action: PayoutOrderAction): void {
  if (allows(payoutOrderLifecycle, status, action)) return;
  throw refuseState(ctx, status, action);
}

/** The refusal of a step that a status does not allow. */
export const refuseState = (ctx: Context, status: PayoutOrderRow["status"], event: string) =>
  refuse(
    "payoutOrder.invalidTransition",
    { status: PayoutOrderStatus.memberOf(status)?.text[ctx.request.locale] ?? status },
    { extras: { from: status, event } },
  );

/** Applies a step to a locked payout order: its row, and the webhook. */
export async function stepPayoutOrder(
  ctx: Context,
  before: PayoutOrderRow,
  action: PayoutOrderAction,
  { event, ...change }: PayoutOrderChange & { readonly event?: PayoutOrderEvent } = {},
): Promise<PayoutOrderRow> {
  assertStep(ctx, before, action);
  const after = await updatePayoutOrder(ctx, before, {
    ...change,
    ...(event ? { eventSeq: before.eventSeq + 1 } : {}),
    status: payoutOrderLifecycle.actions[action].to,
  });
  if (event) await publishPayoutOrderEvent(ctx, after, event, before);
  return after;
}

/** Columns that mark a payout order as ended. */
export const endedNow = ({ now }: Pick<Context, "now">) => ({ finishedTime: now.toISOString() });
