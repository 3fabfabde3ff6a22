import { notFound, Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { add, subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { mayRefund, merchantFacts, readOrderRow } from "../order-record/index.ts";
import { findDue } from "../payment-due/index.ts";
import { convertAtCurrentRate, feesOf } from "../refund-booking/index.ts";
import {
  abilitiesOf,
  approveRefund,
  assertMayApprove,
  bearerOf,
  beginDueReturn,
  cancelRefund,
  planRefund,
  type RefundPlan,
  type RefundToApprove,
  refundAskQueue,
  refundQueue,
  rejectRefund,
  requestRefund,
  resolveExcess,
  retryRefund,
  reviewCauseOf,
  settleTold,
} from "../refund-processing/index.ts";
import { isAskedByMerchant, type RefundRow, refOf } from "../refund-record/index.ts";
import {
  findRefund,
  merchantOfOrder,
  type RefundWithFacts,
  refOfRefund,
  refundColumns,
  refundsWithFacts,
} from "./order-refund.store.ts";

type Operations = typeof orderRefund.operations;

/** Adds to each refund the actions its reader can take. */
export async function withAbilities<R extends RefundWithFacts>(ctx: Context, rows: readonly R[]) {
  const mayApprove = approvals(ctx);
  const mayAskFor = askings(ctx);
  return Promise.all(
    rows.map(async ({ doubts, applicantId, keyMakerIds, isMadeAgain, ...row }) => {
      const { merchantId, mode, retryOf, applicantType, appKey } = row;
      const asked = { merchantId, mode, retryOf, applicantType, applicantId, appKey, keyMakerIds };
      const isOtherPerson = row.status !== "review" || (await mayApprove(asked));
      // Only a failed refund can be requested again.
      const mayAsk = row.status !== "failed" || (await mayAskFor(row));
      const reader = { isOfMerchant: isOfMerchant(ctx.actor), isOtherPerson, mayAsk };
      const facts = { ...row, ...reader, doubts, isMadeAgain, isAskedByMerchant: isAskedByMerchant(row) };
      return { ...row, applicantId, abilities: abilitiesOf(facts) };
    }),
  );
}

/**
 * Whether the reader may request refunds for a merchant now: a merchant's user while the merchant is allowed to.
 * Cached per merchant.
 */
function askings(ctx: Context): (of: Pick<RefundWithFacts, "merchantId" | "mode">) => Promise<boolean> {
  const known = new Map<string, ReturnType<typeof merchantFacts>>();
  return async ({ merchantId, mode }) => {
    if (!isOfMerchant(ctx.actor)) return true;
    const facts = known.get(merchantId) ?? merchantFacts(ctx, merchantId);
    known.set(merchantId, facts);
    return mayRefund(await facts, mode);
  };
}

/** Whether the reader may approve a request; the requester is looked up once. */
function approvals(ctx: Context): (asked: RefundToApprove) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const ask = (asked: RefundToApprove) =>
    assertMayApprove(ctx, asked).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  return (asked) => {
    const key = JSON.stringify(asked);
    const answer = known.get(key) ?? ask(asked);
    known.set(key, answer);
    return answer;
  };
}

const rows = recordReads({
  table: "orderRefunds",
  resource: orderRefund,
  describe: refundsWithFacts,
  columns: refundColumns,
});

/** Refunds in the actor's scope, each with the actions its reader can take. */
export async function pageRefunds(
  ctx: Context,
  input: InputOf<Operations["page"]>,
): Promise<ResultOf<Operations["page"]>> {
  const { items, ...page } = await rows.page(ctx, input);
  return { ...page, items: await withAbilities(ctx, items as RefundWithFacts[]) };
}

/** A refund with its captures. */
export async function readRefund(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<ResultOf<Operations["detail"]>> {
  const [row] = await withAbilities(ctx, [await findRefund(ctx, id)]);
  if (!row) throw notFound("orderRefund", id);
  const { currency, settleCurrency } = row;
  return { ...row, parts: row.parts.map((part) => ({ ...part, currency, settleCurrency })) };
}

async function askedOf(ctx: Context, { orderId, captureId, amount }: InputOf<Operations["preview"]>) {
  const merchantId = await merchantOfOrder(ctx, orderId);
  const order = await readOrderRow(ctx, { merchantId, orderId });
  return {
    order,
    ref: { merchantId, orderId },
    asked: { captureId: captureId ?? null, amount: amount ? fromWire(amount, order.currency) : null },
  };
}

/** Preview of a refund, by the same rules as the refund itself. */
export async function previewRefund(
  ctx: Context,
  input: InputOf<Operations["preview"]>,
): Promise<ResultOf<Operations["preview"]>> {
  const { order, asked } = await askedOf(ctx, input);
  const plan = await planRefund(ctx, order, asked);
  const { bucket, balance, isCovered, needed } = await bearerOf(ctx, plan, { isFree: false, isLocked: false });
  const { handling, returned } = feesOf(plan.shares, plan.settle, false);
  const after = add(subtract(balance, needed), add(returned.fee, returned.tax));
  const { amount, settle, refundable } = plan;
  const settleCurrency = settle.currency;
  return {
    currency: amount.currency,
    amount: toWire(amount),
    refundableAmount: toWire(refundable),
    settleCurrency,
    settleAmount: toWire(settle),
    fxRate: plan.fxRate,
    handlingFee: toWire(handling.fee),
    handlingFeeTax: toWire(handling.tax),
    returnedFee: toWire(returned.fee),
    returnedFeeTax: toWire(returned.tax),
    sourceBucket: bucket,
    balanceBefore: toWire(balance),
    balanceAfter: toWire(after),
    isCovered,
    reviewCause: await reviewCauseOf(ctx, plan),
    refundableUntil: plan.refundableUntil,
    exchangeDifference: await exchangeDifferenceOf(ctx, plan),
    parts: plan.shares.map(({ capture, amount: part, settle: taken }) => ({
      captureId: capture.id,
      captureNo: capture.captureNo,
      amount: toWire(part),
      currency: amount.currency,
      settleAmount: toWire(taken),
      settleCurrency,
    })),
  };
}

/**
 * The exchange difference that we bear: the refund's present value less what it takes from the merchant; negative
 * where we gain. Null where no conversion is involved, or no rate is fresh.
 */
async function exchangeDifferenceOf(ctx: Context, { amount, settle }: RefundPlan): Promise<string | null> {
  if (amount.currency === settle.currency) return null;
  const today = await convertAtCurrentRate(ctx, amount, settle.currency);
  return today ? toWire(subtract(today, settle)) : null;
}

/** The answer to a refund request; a job sends the refund after the commit. */
async function begun(ctx: Context, row: RefundRow): Promise<ResultOf<Operations["add"]>> {
  if (row.status === "created") await ctx.enqueue({ queue: refundQueue, data: refOf(row) });
  const { id, refundNo, status } = row;
  return { id, refundNo, status };
}

export async function addRefund(ctx: Context, input: InputOf<Operations["add"]>): Promise<ResultOf<Operations["add"]>> {
  const { ref, asked } = await askedOf(ctx, input);
  const { reason, remark = null, merchantRefundNo = null } = input;
  if (remark) ctx.recordReason(remark);
  return begun(ctx, await requestRefund(ctx, ref, { ...asked, reason, remark, merchantRefundNo }));
}

export async function returnDue(
  ctx: Context,
  { dueId, version }: InputOf<Operations["returnDue"]>,
): Promise<ResultOf<Operations["returnDue"]>> {
  const { merchantId } = await findDue(ctx, dueId);
  return begun(ctx, await beginDueReturn(ctx, { merchantId, dueId }, { version }));
}

export async function approve(ctx: Context, { id, version }: InputOf<Operations["approve"]>): Promise<null> {
  await approveRefund(ctx, await refOfRefund(ctx, id), version);
  return null;
}

export async function reject(ctx: Context, { id, version, reason }: InputOf<Operations["reject"]>): Promise<null> {
  ctx.recordReason(reason);
  await rejectRefund(ctx, await refOfRefund(ctx, id), version, reason);
  return null;
}

export async function cancel(ctx: Context, { id, version }: InputOf<Operations["cancel"]>): Promise<null> {
  await cancelRefund(ctx, await refOfRefund(ctx, id), version);
  return null;
}

export async function retry(
  ctx: Context,
  { id, version }: InputOf<Operations["retry"]>,
): Promise<ResultOf<Operations["retry"]>> {
  return begun(ctx, await retryRefund(ctx, await refOfRefund(ctx, id), version));
}

export async function resolve(
  ctx: Context,
  { id, ...resolution }: InputOf<Operations["resolveExcess"]>,
): Promise<null> {
  ctx.recordReason(resolution.note);
  await resolveExcess(ctx, await refOfRefund(ctx, id), resolution);
  return null;
}

export async function settle(ctx: Context, { id, ...said }: InputOf<Operations["settleTold"]>): Promise<null> {
  ctx.recordReason(said.note);
  await settleTold(ctx, await refOfRefund(ctx, id), said);
  return null;
}

export async function sync(ctx: Context, { id }: InputOf<Operations["sync"]>): Promise<null> {
  const { abilities } = await readRefund(ctx, { id });
  if (!abilities.sync) throw refuse("orderRefund.nothingToAsk");
  await ctx.enqueue({ queue: refundAskQueue, data: await refOfRefund(ctx, id) });
  return null;
}
