import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { refundLifecycle } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import type {
  RefundApplicant,
  RefundReason,
} from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockOrder, moveOrder, type OrderRef, type OrderRow } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { bookHold } from "../refund-booking/index.ts";
import { insertRefund, type NewRefund, publishRefundEvent, type RefundRow } from "../refund-record/index.ts";
import { dueDateOf, planRefund, type RefundPlan, type RequestedRefund } from "./refund-plan.service.ts";
import { reviewCauseOf } from "./refund-review.service.ts";
import { bearerOf } from "./refund-source.service.ts";
import { refundEntryOf, refundsMake } from "./refund-step.service.ts";

/** Queue that sends refunds to their gateways. */
export const refundQueue = "refund.send";

/** Delay after which a recorded refund that was never sent is sent, in milliseconds. */
const unsentAfterMs = 60_000;

/** A refund request with its reason and the merchant's own number. */
export interface RefundRequest extends RequestedRefund {
  readonly reason: ValueOf<typeof RefundReason>;
  readonly remark?: string | null;
  readonly merchantRefundNo?: string | null;
  readonly contentHash?: string | null;
  /** The app whose server requests it. */
  readonly app?: {
    readonly id: string;
    readonly key: string;
    /** Users who made the secrets of the key, where a key requested it. */
    readonly makers?: readonly number[];
  } | null;
  /** Number of the failed refund that it repeats. */
  readonly retryOf?: string | null;
  readonly dueId?: string | null;
}

/** The requester: a user of the operator or the merchant, a merchant's server, or the platform itself. */
export function applicantOf({ actor }: Pick<Context, "actor">): ValueOf<typeof RefundApplicant> {
  if (actor.account === "system") return "system";
  if (!isOfMerchant(actor)) return "operator";
  return actor.userId > 0 ? "merchant_user" : "merchant_api";
}

/** A refund's columns that follow from its order and payment. */
export const ofPayment = (order: OrderRow, attempt: AttemptRow) => ({
  merchantId: order.merchantId,
  tenantId: order.tenantId,
  mode: order.mode,
  orderId: order.id,
  orderNo: order.orderNo,
  merchantOrderNo: order.merchantOrderNo,
  attemptId: attempt.id,
  gatewayId: attempt.gatewayId,
  gatewayAccountId: attempt.gatewayAccountId,
  tradeNo: attempt.transactionNo ?? attempt.upstreamAttemptId,
  cardFingerprint: order.cardFingerprint,
});

/** A refund's columns that follow from its requester. */
export const ofRequest = (ctx: Context, order: OrderRow, asked: RefundRequest) => ({
  id: newId("rfd", ctx.now),
  refundNo: businessNumber("RF", ctx.now),
  merchantRefundNo: asked.merchantRefundNo ?? null,
  contentHash: asked.contentHash ?? null,
  appId: asked.app?.id ?? order.appId,
  appKey: asked.app?.key ?? null,
  keyMakerIds: asked.app?.makers ? [...asked.app.makers] : null,
  reason: asked.reason,
  remark: asked.remark ?? null,
  retryOf: asked.retryOf ?? null,
  dueId: asked.dueId ?? null,
  applicantType: applicantOf(ctx),
  applicantId: ctx.actor.userId > 0 ? ctx.actor.userId : null,
  applicantName: ctx.actor.realName || null,
  refundTime: ctx.now.toISOString(),
});

/** When it is sent at the latest; null while it needs a second person. */
export const firstTryOf = ({ now }: Pick<Context, "now">): string =>
  new Date(now.getTime() + unsentAfterMs).toISOString();

/**
 * Records a refund request and sets its money aside, in the caller's transaction; sending has to follow. Of concurrent
 * requests those succeed that fit: the order is locked, a capture counts its claims, and the book is locked before its
 * balance is read.
 */
export async function requestRefund(ctx: Context, ref: OrderRef, asked: RefundRequest): Promise<RefundRow> {
  if (asked.reason === "other" && !asked.remark) throw refuse("orderRefund.remarkNeeded");
  const order = await lockOrder(ctx, ref);
  const plan = await planRefund(ctx, order, asked);
  const isOurs = asked.isOurs === true;
  const source = await bearerOf(ctx, plan, { isFree: isOurs, isLocked: true });
  // A return that we make ourselves is owed, whatever the merchant's balance.
  if (!source.isCovered && !isOurs) throw notCovered(ctx, source);
  const reviewCause = isOurs ? null : await reviewCauseOf(ctx, plan);
  return addRefund(ctx, plan.order, {
    ...ofPayment(order, plan.attempt),
    ...ofRequest(ctx, order, asked),
    ...ofPlan(plan),
    sourceBucket: source.bucket,
    dueDate: source.bucket === "pending" ? dueDateOf(plan, ctx.now) : null,
    reviewCause,
    status: reviewCause ? refundLifecycle.actions.hold.to : refundLifecycle.initial,
    nextRetryTime: reviewCause ? null : firstTryOf(ctx),
  });
}

const ofPlan = ({ amount, settle, fxRate, shares }: RefundPlan) => ({
  currency: amount.currency,
  amount: toWire(amount),
  settleCurrency: settle.currency,
  settleAmount: toWire(settle),
  fxRate,
  parts: shares.map(({ capture, amount: part, settle: taken }) => ({
    captureId: capture.id,
    captureNo: capture.captureNo,
    amount: toWire(part),
    settleAmount: toWire(taken),
  })),
});

/** The refusal of a refund that the merchant's balance does not cover. */
function notCovered(
  { request: { locale } }: Context,
  { bucket, balance, needed }: Awaited<ReturnType<typeof bearerOf>>,
) {
  const shown = (amount: typeof balance) => formatMoney(amount, { language: locale });
  return refuse(
    "orderRefund.insufficientBalance",
    {
      bucket: MerchantBucket.memberOf(bucket)?.text[locale] ?? bucket,
      balance: shown(balance),
      needed: shown(needed),
    },
    {
      extras: {
        bucket,
        currency: balance.currency,
        balance: Number(balance.amountMinor),
        needed: Number(needed.amountMinor),
      },
    },
  );
}

/** Adds a refund to a locked order: its row, the money set aside, the timeline entry and the webhook. */
export async function addRefund(ctx: Context, order: OrderRow, values: NewRefund): Promise<RefundRow> {
  const row = await insertRefund(ctx, { ...values, eventSeq: 1 });
  await bookHold(ctx, row);
  const title = row.status === "review" ? "eventRefundReview" : "eventRefundRequested";
  const step = { objectId: row.id, from: null, action: "add", to: row.status };
  const timeline = refundEntryOf(row, title, { step, detail: { reason: row.reason } });
  const change = row.sourceBucket === "payer_funds" ? {} : await refundsMake(ctx, order);
  await moveOrder(ctx, order, { change, timeline: [timeline], event: undefined });
  await publishRefundEvent(ctx, row, "refund.created");
  return row;
}
