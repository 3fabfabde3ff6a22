import type { OrderAction } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, recordMerchantEvent } from "../../integration/webhook/index.ts";
import { notifyUrlOf, type OrderRow } from "./coin-order.store.ts";

type OrderEvent = Extract<MerchantEvent["type"], `order.${string}`>;

/** What a merchant's servers are told of a step; steps that lead nowhere new for them are not told. */
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

const open = (minor: string): number => Number(minor);

/**
 * An order as merchants' servers see it. Amounts are JSON integers: what does not fit one is refused when the order
 * is made.
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

/** Tells the merchant's servers how an order is now; its `eventSeq` has been counted up for this. */
export const tellMerchant = (ctx: Context, row: OrderRow, type: OrderEvent): Promise<void> =>
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
    notifyUrl: notifyUrlOf({ merchantId: row.merchantId, orderId: row.id }),
  });
