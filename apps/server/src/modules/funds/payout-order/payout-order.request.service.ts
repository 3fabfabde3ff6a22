import { payoutOrderLifecycle } from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import type { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findApp } from "../../merchants/coin-app/index.ts";
import { merchantFacts } from "../../payments/order-record/index.ts";
import { lockedBalances } from "../ledger/index.ts";
import {
  afterApplied,
  approvalsForResubmission,
  bookApplied,
  bookDropped,
  bucketsOf,
  ownMerchant,
} from "../outbound/index.ts";
import { screenBeneficiary } from "../screening/index.ts";
import {
  checkedBeneficiary,
  type EnteredBeneficiary,
  enteredAgain,
  type PlainBeneficiary,
} from "./beneficiary.policy.ts";
import { accountDigests, beneficiaryOf, sealedBeneficiary } from "./beneficiary.service.ts";
import { approveNow } from "./payout-order.execution.service.ts";
import { assertCountryPaid, type PayoutPlan, planPayoutOrder } from "./payout-order.plan.service.ts";
import {
  assertStep,
  endedNow,
  leaving,
  lockPayoutOrderAsRead,
  publishPayoutOrderEvent,
  refuseState,
  stepPayoutOrder,
} from "./payout-order.step.service.ts";
import {
  insertPayoutOrder,
  type PayoutOrderRef,
  type PayoutOrderRow,
  payoutOrdersNamed,
} from "./payout-order.store.ts";

type Operations = typeof payoutOrder.operations;
type Added = InputOf<Operations["add"]>;

/** A payout request from the console, a file or a merchant's server. */
export type PayoutRequest = EnteredBeneficiary &
  Pick<Added, "mode" | "currency" | "amount" | "merchantPayoutNo" | "purpose"> & {
    readonly reference?: string | null | undefined;
    readonly appId?: string | null | undefined;
    readonly fileName?: string;
    readonly retryOf?: string;
    /** The order it repeats: those involved in requesting that one count as involved in this one. */
    readonly again?: Pick<PayoutOrderRow, "applyUserId" | "submitterIds" | "keyMakerIds">;
    /** The key of the requesting server, and the users who made its secrets. */
    readonly app?: { readonly key: string; readonly makers: readonly number[] };
  };

/** Refuses another merchant's app. */
export async function assertAppOf(ctx: Context, merchantId: string, appId: string | null | undefined): Promise<void> {
  if (appId && (await findApp(ctx, appId)).merchantId !== merchantId) throw refuse("payoutOrder.appUnfit");
}

const priced = (plan: PayoutPlan) => ({
  merchantId: plan.merchantId,
  mode: plan.mode,
  currency: plan.currency,
  amount: toWire(plan.amount),
  feeMode: plan.terms.withdrawal.feeMode,
  feeAmount: toWire(plan.fee),
  debitedAmount: toWire(plan.debited),
  sentAmount: toWire(plan.sent),
  termsId: plan.terms.id,
  riskFlags: plan.flags,
  approvalsNeeded: plan.approvalsNeeded,
});

/**
 * Requests a payout in the caller's transaction. Locks the merchant's book before reading its balance: of concurrent
 * requests those succeed that the balance covers. One that needs no approval is approved, and paid, at once.
 */
export async function requestPayoutOrder(
  ctx: Context,
  ring: () => KeyRing,
  asked: PayoutRequest,
): Promise<PayoutOrderRow> {
  const merchantId = ownMerchant(ctx, "payoutOrder");
  await assertAppOf(ctx, merchantId, asked.appId);
  const beneficiary = checkedBeneficiary(asked);
  const { tenantId } = await merchantFacts(ctx, merchantId);
  const { holderName: name, country } = beneficiary;
  // Before the book is locked: lists are long.
  const screened = await screenBeneficiary(ctx, { tenantId, name, country });
  const held = await lockedBalances(ctx, { merchantId, book: asked.mode });
  if ((await payoutOrdersNamed(ctx.db, { merchantId, mode: asked.mode }, [asked.merchantPayoutNo])).length > 0)
    throw refuse("payoutOrder.duplicatePayoutNo");
  assertCountryPaid(screened, country);
  const digests = accountDigests(ring(), beneficiary);
  const plan = await planPayoutOrder(ctx, { ...asked, merchantId }, { digests, screened }, held);
  const row = await insertPayoutOrder(ctx, {
    ...priced(plan),
    ...made(ctx, ring(), asked, { beneficiary, tenantId }),
    position: afterApplied(bucketsOf(merchantId, plan.currency, held), plan),
  });
  await bookApplied(ctx, leaving(row));
  await publishPayoutOrderEvent(ctx, row, "payout_order.applied");
  return plan.approvalsNeeded === 0 ? approveNow(ctx, ring, row, "pass", {}) : stepPayoutOrder(ctx, row, "submit");
}

/** A new order's columns that follow from requester and beneficiary. */
function made(
  ctx: Context,
  ring: KeyRing,
  asked: PayoutRequest,
  of: { readonly beneficiary: PlainBeneficiary; readonly tenantId: number },
) {
  const id = newId("pyo", ctx.now);
  const { userId, realName } = ctx.actor;
  const now = ctx.now.toISOString();
  return {
    id,
    tenantId: of.tenantId,
    payoutOrderNo: businessNumber("PY", ctx.now),
    merchantPayoutNo: asked.merchantPayoutNo,
    appId: asked.appId ?? null,
    method: asked.method,
    ...sealedBeneficiary(ring, id, of.beneficiary),
    purpose: asked.purpose,
    reference: asked.reference || null,
    status: payoutOrderLifecycle.initial,
    approvals: [],
    fileName: asked.fileName ?? null,
    retryOf: asked.retryOf ?? null,
    applyUserId: userId > 0 ? userId : null,
    applyUserName: realName || null,
    applyTime: now,
    countedTime: now,
    appKey: asked.app?.key ?? null,
    keyMakerIds: someIds(asked.app?.makers, asked.again?.keyMakerIds),
    submitterIds: someIds(asked.again?.submitterIds, [asked.again?.applyUserId ?? null]),
    eventSeq: 1,
  };
}

/** The distinct ids of some lists; null where there are none. */
function someIds(...lists: readonly (readonly (number | null)[] | null | undefined)[]): number[] | null {
  const ids = new Set(lists.flatMap((list) => list ?? []).filter((id) => id !== null));
  return ids.size > 0 ? [...ids] : null;
}

/** Cancels an order that was not approved. */
export async function cancelPayoutOrder(ctx: Context, ref: PayoutOrderRef, version?: number): Promise<PayoutOrderRow> {
  ownMerchant(ctx, "payoutOrder");
  const { row } = await lockPayoutOrderAsRead(ctx, ref, version);
  const after = await stepPayoutOrder(ctx, row, "cancel", {
    ...endedNow(ctx),
    returnCause: null,
    event: "payout_order.canceled",
  });
  await bookDropped(ctx, leaving(row));
  return after;
}

/** Resubmits a returned order for approval. */
export async function submitPayoutOrder(ctx: Context, ref: PayoutOrderRef, version: number): Promise<PayoutOrderRow> {
  ownMerchant(ctx, "payoutOrder");
  const { row } = await lockPayoutOrderAsRead(ctx, ref, version);
  assertStep(ctx, row, "submit");
  const approvalsNeeded = await approvalsForResubmission(ctx, "payoutOrder", row, fromWire(row.amount, row.currency));
  return stepPayoutOrder(ctx, row, "submit", {
    returnCause: null,
    countedTime: ctx.now.toISOString(),
    approvalsNeeded,
    submitterIds: [...new Set([...(row.submitterIds ?? []), ctx.actor.userId])],
  });
}

/** Repeats a failed or returned order as a new one, under another number of the merchant's. */
export async function retryPayoutOrder(
  ctx: Context,
  ring: () => KeyRing,
  ref: PayoutOrderRef,
  { version, merchantPayoutNo }: Omit<InputOf<Operations["retry"]>, "id">,
): Promise<PayoutOrderRow> {
  ownMerchant(ctx, "payoutOrder");
  const { row } = await lockPayoutOrderAsRead(ctx, ref, version);
  if (row.status !== "failed" && row.status !== "returned") throw refuseState(ctx, row.status, "retry");
  const { mode, amount, purpose, reference, appId, method } = row;
  return requestPayoutOrder(ctx, ring, {
    ...enteredAgain(beneficiaryOf(ring(), row), method),
    mode,
    currency: fromWire("0", row.currency).currency,
    amount,
    purpose,
    reference,
    appId,
    merchantPayoutNo,
    retryOf: row.payoutOrderNo,
    again: row,
  });
}
