import { cashoutLifecycle } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import type { CashoutPreview, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type BucketBalance, balancesOf, lockedBalances } from "../ledger/index.ts";
import {
  afterApplied,
  approvalsForResubmission,
  bookApplied,
  bookDropped,
  bucketsOf,
  ownMerchant,
  readTerms,
} from "../outbound/index.ts";
import { labelOf } from "../payout-account/index.ts";
import { approveNow, leaving } from "./cashout.execution.service.ts";
import {
  type CashoutExchange,
  type CashoutInput,
  type CashoutPlan,
  exchangeHeld,
  exchangeNow,
  exchangePromised,
  planCashout,
  previewOf,
  sellingOf,
} from "./cashout.plan.service.ts";
import { assertStep, endedNow, lockedCashoutAsRead, publishCashoutEvent, stepCashout } from "./cashout.step.service.ts";
import { type CashoutChange, type CashoutRef, type CashoutRow, insertCashout } from "./cashout.store.ts";

type Operations = typeof cashout.operations;

/** A requested withdrawal, with the extras of the open API or the console. */
export type CashoutRequest = CashoutInput & {
  readonly quoteId?: string | null | undefined;
  readonly remark?: string | null | undefined;
  /** The key of the requesting server, and the users who made its secrets. */
  readonly app?: { readonly key: string; readonly makers: readonly number[] };
};

export async function showTerms(
  ctx: Context,
  input: InputOf<Operations["terms"]>,
): Promise<ResultOf<Operations["terms"]>> {
  return readTerms(ctx, "cashout", input, await balancesOf(ctx, ownMerchant(ctx, "cashout"), input.mode));
}

/** Preview of a withdrawal, by the same rules as the request. */
export async function previewCashout(ctx: Context, asked: CashoutInput): Promise<CashoutPreview> {
  const plan = await planCashout(ctx, asked, await balancesOf(ctx, ownMerchant(ctx, "cashout"), asked.mode));
  return previewOf(plan, await exchangeNow(ctx, sellingOf(plan)));
}

/** {@link previewCashout} at a rate held for half an hour. */
export async function quoteCashout(ctx: Context, asked: CashoutInput): Promise<ResultOf<Operations["quote"]>> {
  const plan = await planCashout(ctx, asked, await balancesOf(ctx, ownMerchant(ctx, "cashout"), asked.mode));
  const exchange = await exchangeHeld(ctx, sellingOf(plan));
  return { ...previewOf(plan, exchange), quoteId: exchange.quoteId, expireTime: exchange.expireTime };
}

/** The conversion's columns of a withdrawal. */
export const exchangeColumns = ({ target, midValue, fxMid, fxMarkup, fxRate, quoteId, expireTime }: CashoutExchange) =>
  ({
    targetCurrency: target.currency,
    targetAmount: toWire(target),
    midAmount: toWire(midValue),
    fxMid,
    fxMarkup,
    fxRate,
    quoteId,
    quoteExpireTime: expireTime,
  }) satisfies CashoutChange;

const priced = (plan: CashoutPlan) => ({
  merchantId: plan.merchantId,
  tenantId: plan.tenantId,
  mode: plan.mode,
  currency: plan.currency,
  amount: toWire(plan.amount),
  feeMode: plan.terms.withdrawal.feeMode,
  feeAmount: toWire(plan.fee),
  debitedAmount: toWire(plan.debited),
  sentAmount: toWire(plan.sent),
  termsId: plan.terms.id,
  payoutAccountId: plan.account.id,
  accountLabel: labelOf(plan.account),
  riskFlags: plan.flags,
  approvalsNeeded: plan.approvalsNeeded,
});

/** A withdrawal as somebody asks for it, and what its merchant holds then. */
export interface AskedCashout {
  readonly id: string;
  readonly plan: CashoutPlan;
  readonly exchange: CashoutExchange;
  readonly held: readonly BucketBalance[];
  readonly asked: Pick<CashoutRequest, "remark" | "app">;
}

/** The row of a withdrawal that is asked for now. */
export const newCashoutRow = (
  { actor, now }: Pick<Context, "actor" | "now">,
  { id, plan, exchange, held, asked }: AskedCashout,
) => ({
  ...priced(plan),
  ...exchangeColumns(exchange),
  id,
  cashoutNo: businessNumber("CO", now),
  askedTargetAmount: toWire(exchange.target),
  status: cashoutLifecycle.initial,
  position: afterApplied(bucketsOf(plan.merchantId, plan.currency, held), plan),
  approvals: [],
  applyUserId: actor.userId > 0 ? actor.userId : null,
  applyUserName: actor.realName || null,
  applyTime: now.toISOString(),
  remark: asked.remark || null,
  appKey: asked.app?.key ?? null,
  keyMakerIds: asked.app ? [...asked.app.makers] : null,
  eventSeq: 1,
});

/**
 * Requests a withdrawal in the caller's transaction. Locks the merchant's book before reading its balance: of
 * concurrent requests those succeed that the balance covers. One that needs no approval is approved, and paid, at
 * once.
 */
export async function requestCashout(ctx: Context, ring: () => KeyRing, asked: CashoutRequest): Promise<CashoutRow> {
  const merchantId = ownMerchant(ctx, "cashout");
  const held = await lockedBalances(ctx, { merchantId, book: asked.mode });
  const plan = await planCashout(ctx, asked, held);
  const id = newId("cso", ctx.now);
  const selling = sellingOf(plan);
  const { quoteId } = asked;
  const exchange = quoteId
    ? await exchangePromised(ctx, selling, { quoteId, usedBy: id })
    : await exchangeHeld(ctx, selling);
  const row = await insertCashout(ctx, newCashoutRow(ctx, { id, plan, exchange, held, asked }));
  await bookApplied(ctx, leaving(row));
  await publishCashoutEvent(ctx, row, "cashout.applied");
  return plan.approvalsNeeded === 0 ? approveNow(ctx, ring, row, "pass", {}) : stepCashout(ctx, row, "submit");
}

/** Cancels a withdrawal that was not approved. */
export async function cancelCashout(ctx: Context, ref: CashoutRef, version?: number): Promise<CashoutRow> {
  ownMerchant(ctx, "cashout");
  const { row } = await lockedCashoutAsRead(ctx, ref, version);
  const after = await stepCashout(ctx, row, "cancel", {
    ...endedNow(ctx),
    returnCause: null,
    event: "cashout.canceled",
  });
  await bookDropped(ctx, leaving(row));
  return after;
}

/** Resubmits a returned withdrawal at the present rate, to which the merchant thereby agrees. */
export async function submitCashout(ctx: Context, ref: CashoutRef, version: number): Promise<CashoutRow> {
  ownMerchant(ctx, "cashout");
  const { row } = await lockedCashoutAsRead(ctx, ref, version);
  assertStep(ctx, row, "submit");
  const amount = fromWire(row.amount, row.currency);
  const approvalsNeeded = await approvalsForResubmission(ctx, "cashout", row, amount);
  const { merchantId, mode, fxMarkup, targetCurrency: into } = row;
  const sent = fromWire(row.sentAmount, row.currency);
  const exchange = await exchangeHeld(ctx, { merchantId, mode, sent, into, markup: fxMarkup ?? 0 });
  return stepCashout(ctx, row, "submit", {
    ...exchangeColumns(exchange),
    askedTargetAmount: toWire(exchange.target),
    returnCause: null,
    countedTime: ctx.now.toISOString(),
    approvalsNeeded,
    submitterIds: [...new Set([...(row.submitterIds ?? []), ctx.actor.userId])],
  });
}
