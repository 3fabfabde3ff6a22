import { type CashoutAction, cashoutLifecycle } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { CashoutStatus, PayoutFailure } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { OpenWithdrawalView } from "@countinghouse/contract/integration/open-api/open-withdrawal.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import { type BucketBalance, lockedBalances } from "../ledger/index.ts";
import { type CashoutChange, type CashoutRef, type CashoutRow, lockCashout, updateCashout } from "./cashout.store.ts";

/** Webhook events of a withdrawal. */
export type CashoutEvent = Extract<MerchantEvent["type"], `cashout.${string}`>;

/** A withdrawal in the form of webhooks and the open API. */
export const cashoutObject = (row: CashoutRow): OpenWithdrawalView => ({
  withdrawalNo: row.cashoutNo,
  mode: row.mode,
  status: row.status,
  returnCause: row.returnCause,
  amount: Number(row.amount),
  currency: row.currency,
  feeMode: row.feeMode,
  feeAmount: Number(row.feeAmount),
  debitedAmount: Number(row.debitedAmount),
  targetAmount: Number(row.targetAmount),
  targetCurrency: row.targetCurrency,
  fxRate: row.fxRate,
  quoteExpireTime: row.quoteExpireTime,
  payoutAccountId: row.payoutAccountId,
  payoutAccount: row.accountLabel,
  bankReference: row.bankReference,
  failureCode: row.failureCode,
  failureMessage: row.failureCode === null ? null : (PayoutFailure.memberOf(row.failureCode)?.text.en ?? null),
  remark: row.remark,
  createTime: row.applyTime,
  paidTime: row.paidTime,
  finishedTime: row.finishedTime,
});

/** Publishes a withdrawal's webhook event. The caller has incremented `eventSeq`. */
export const publishCashoutEvent = (
  ctx: Context,
  row: CashoutRow,
  type: CashoutEvent,
  before?: CashoutRow,
): Promise<void> =>
  recordMerchantEvent(ctx, {
    merchantId: row.merchantId,
    tenantId: row.tenantId,
    appId: null,
    mode: row.mode,
    type,
    objectType: "cashout",
    objectId: row.id,
    objectNo: row.cashoutNo,
    objectSeq: row.eventSeq,
    object: cashoutObject(row),
    previous: before && previousOf(cashoutObject(before), cashoutObject(row)),
  });

/** A withdrawal with the merchant's book locked before it, and the book's balances. */
export interface LockedCashout {
  readonly row: CashoutRow;
  readonly balances: readonly BucketBalance[];
}

/**
 * A withdrawal in the version that was read, with a matching seal, locked behind the merchant's book: nobody books
 * meanwhile.
 */
export async function lockedCashoutAsRead(ctx: Context, ref: CashoutRef, version?: number): Promise<LockedCashout> {
  const balances = await lockedBalances(ctx, { merchantId: ref.merchantId, book: ref.mode });
  const row = await lockCashout(ctx, ref);
  if (version !== undefined) assertFresh(cashout, version, row.version);
  await assertGenuine(ctx, row);
  return { row, balances };
}

/** Refuses a withdrawal whose seal does not match: amount, payee and approvals may have been altered. */
export async function assertGenuine(ctx: Context, row: CashoutRow): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, "cashouts", row))) throw refuse("cashout.altered");
}

/** Refuses a step that the withdrawal's status does not allow. */
export function assertStep(ctx: Context, { status }: CashoutRow, action: CashoutAction): void {
  if (allows(cashoutLifecycle, status, action)) return;
  const named = CashoutStatus.memberOf(status)?.text[ctx.request.locale] ?? status;
  throw refuse("cashout.invalidTransition", { status: named }, { extras: { from: status, event: action } });
}

/** Applies a step to a locked withdrawal: its row, and the webhook. */
export async function stepCashout(
  ctx: Context,
  before: CashoutRow,
  action: CashoutAction,
  { event, ...change }: CashoutChange & { readonly event?: CashoutEvent } = {},
): Promise<CashoutRow> {
  assertStep(ctx, before, action);
  const counted = event ? { eventSeq: before.eventSeq + 1 } : {};
  const after = await updateCashout(ctx, before, {
    ...change,
    ...counted,
    status: cashoutLifecycle.actions[action].to,
  });
  if (event) await publishCashoutEvent(ctx, after, event, before);
  return after;
}

/** Columns that mark a withdrawal as ended. */
export const endedNow = ({ now }: Pick<Context, "now">) => ({ finishedTime: now.toISOString() });
