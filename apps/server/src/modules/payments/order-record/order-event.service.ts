import type { OrderAction } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import { type CaptureRow, captureObject } from "../capture/index.ts";
import { notifyUrlOf, type OrderRow, particularsObject } from "./order-record.store.ts";

/** Webhook events of an order. */
export type OrderEvent = Extract<MerchantEvent["type"], `order.${string}`>;

/** The webhook event of each step; steps that do not concern merchants have none. */
export const eventOfAction: Readonly<Partial<Record<OrderAction, OrderEvent>>> = {
  awaitPayer: "order.awaiting",
  review: "order.review_required",
  approve: "order.review_resolved",
  confirm: "order.pending",
  authenticated: "order.pending",
  challenge: "order.requires_action",
  authorize: "order.authorized",
  succeed: "order.paid",
  decline: "order.attempt_failed",
  fail: "order.failed",
  reject: "order.failed",
  cancel: "order.canceled",
  release: "order.canceled",
  expire: "order.expired",
};

/** The changed fields of an order's webhook object, with their previous values. */
export const previousOfOrder = (before: OrderRow, after: OrderRow): object | undefined =>
  previousOf(orderObject(before), orderObject(after));

const open = (minor: string): number => Number(minor);

/** The released amount of an authorisation: everything not captured once no more can be. */
export const releasedOf = ({
  status,
  authorizedAmount,
  capturedAmount,
}: Pick<OrderRow, "status" | "authorizedAmount" | "capturedAmount">): number =>
  status === "paid" || status === "canceled" ? Math.max(0, open(authorizedAmount) - open(capturedAmount)) : 0;

/**
 * An order in the form of webhooks and the open API, without its particulars. Amounts are JSON integers: one that does
 * not fit is refused when the order is made.
 */
export const orderObject = (row: OrderRow) => ({
  orderNo: row.orderNo,
  merchantOrderNo: row.merchantOrderNo,
  mode: row.mode,
  status: row.status,
  awaitingReason: row.awaitingReason,
  currency: row.currency,
  amount: open(row.amount),
  capturedAmount: open(row.capturedAmount),
  refundedAmount: open(row.refundedAmount),
  releasedAmount: releasedOf(row),
  captureMethod: row.captureMethod,
  captureDeadline: row.captureDeadline,
  paymentMethod: row.paymentMethod,
  card: row.cardLast4 === null ? null : { brand: row.cardBrand, last4: row.cardLast4, country: row.cardCountry },
  failureCode: row.failureCode,
  failureMessage: row.failureMessage,
  lateSuccess: row.lateSuccess,
  email: row.email,
  orderTime: row.orderTime,
  expireTime: row.expireTime,
  paidTime: row.paidTime,
  canceledTime: row.canceledTime,
});

/**
 * Publishes the order's webhook event, with the order as it is now and the previous values of changed fields. The
 * caller has incremented `eventSeq`.
 */
export const publishOrderEvent = (ctx: Context, row: OrderRow, type: OrderEvent, previous?: object): Promise<void> =>
  recordMerchantEvent(ctx, {
    merchantId: row.merchantId,
    tenantId: row.tenantId,
    appId: row.appId,
    mode: row.mode,
    type,
    objectType: "order",
    objectId: row.id,
    objectNo: row.orderNo,
    objectSeq: row.eventSeq,
    object: orderObject(row),
    more: particularsObject({ merchantId: row.merchantId, orderId: row.id }),
    previous,
    notifyUrl: notifyUrlOf({ merchantId: row.merchantId, orderId: row.id }),
  });

/**
 * Publishes the webhook event of a requested capture's outcome; once, and again where a refused capture turns out to
 * be made.
 */
export const publishCaptureEvent = (
  ctx: Context,
  order: OrderRow,
  capture: CaptureRow,
  before: CaptureRow | undefined,
): Promise<void> =>
  recordMerchantEvent(ctx, {
    merchantId: order.merchantId,
    tenantId: order.tenantId,
    appId: order.appId,
    mode: order.mode,
    type: capture.status === "succeeded" ? "capture.succeeded" : "capture.failed",
    objectType: "capture",
    objectId: capture.id,
    objectNo: capture.captureNo,
    objectSeq: before?.status === "failed" ? 2 : 1,
    object: captureObject(capture),
    previous: before && previousOf(captureObject(before), captureObject(capture)),
    notifyUrl: notifyUrlOf({ merchantId: order.merchantId, orderId: order.id }),
  });
