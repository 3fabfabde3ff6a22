import { createHash } from "node:crypto";
import type { OpenInput } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import type { openOperations } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromOpenInteger } from "@countinghouse/money/wire.ts";
import { violates } from "../../../platform/db/database-error.ts";
import type { Context } from "../../../platform/http/context.ts";
import { captureByNo } from "../../payments/capture/index.ts";
import type { OrderNode } from "../../payments/order-processing/index.ts";
import { lockOrder } from "../../payments/order-record/index.ts";
import {
  cancelRefund,
  type RefundRequest,
  refundQueue,
  requestRefund,
  sendRefund,
} from "../../payments/refund-processing/index.ts";
import {
  type RefundRow,
  refOf,
  refundByMerchantNo,
  refundByNo,
  refundObject,
} from "../../payments/refund-record/index.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import type { OpenCall, OpenHandlers, ShowBoundObject } from "./open-call.service.ts";
import { orderOf } from "./orders.service.ts";
import { listRefunds, positionOfRefund, refundById } from "./refunds.store.ts";

type Creation = OpenInput<(typeof openOperations)["createRefund"]>["body"];
type RefundNames = "createRefund" | "listRefunds" | "getRefund" | "cancelRefund";

/** The merchant's refund with a number in the key's mode; any other is not found. */
async function refundOf({ reading, app: { merchantId, mode } }: OpenCall, refundNo: string): Promise<RefundRow> {
  const found = await refundByNo(reading, { merchantId, mode, refundNo });
  if (!found) throw refuse("openApi.notFound", { what: "refund" });
  return found;
}

/** Fingerprint of a refund request: equal for the same body. */
const markOf = ({ orderNo, captureNo, amount, reason, remark }: Creation): string =>
  createHash("sha256")
    .update(JSON.stringify([orderNo, captureNo ?? null, amount ?? null, reason, remark ?? null]))
    .digest("base64url");

/** A refund request in the refund module's terms. */
async function requestOf(call: OpenCall, body: Creation) {
  const { app, reading } = call;
  const order = await orderOf(call, body.orderNo);
  const { merchantId, mode } = app;
  const capture =
    body.captureNo === undefined
      ? undefined
      : await captureByNo(reading, { merchantId, mode, captureNo: body.captureNo });
  const isOther = body.captureNo !== undefined && capture?.orderId !== order.id;
  if (isOther) throw refuse("openApi.notFound", { what: "capture" });
  const asked: RefundRequest = {
    captureId: capture?.id ?? null,
    amount: body.amount === undefined ? null : fromOpenInteger(body.amount, order.currency),
    reason: body.reason,
    remark: body.remark ?? null,
    merchantRefundNo: body.merchantRefundNo ?? null,
    contentHash: markOf(body),
    app: { id: app.appId, key: app.keyId, makers: app.secretMakers },
  };
  return { ref: { merchantId, orderId: order.id }, asked };
}

/** The existing refund with the merchant's number: the same, or a different one, which is refused. */
async function known(
  { db }: Pick<Context, "db">,
  { app: { merchantId, mode } }: OpenCall,
  { merchantRefundNo, contentHash }: RefundRequest,
): Promise<RefundRow | undefined> {
  if (!merchantRefundNo) return undefined;
  const found = await refundByMerchantNo({ db }, { merchantId, mode, merchantRefundNo });
  if (found && found.contentHash !== contentHash) throw refuse("orderRefund.duplicateRefundNo");
  return found;
}

/**
 * Creates a refund bound to the idempotency key, and sends it. The key is bound in the transaction that stores the
 * refund: a repeated request shows that refund, in its current state. So does a request with the same merchant's number
 * under another key: the same content is of the same order, behind whose lock the first request has created it.
 */
async function create(node: OrderNode, call: OpenCall, body: Creation): Promise<RefundRow> {
  const { ref, asked } = await requestOf(call, body);
  const begun = call.transact(async (ctx) => {
    await lockOrder(ctx, ref);
    const before = await known(ctx, call, asked);
    const row = before ?? (await requestRefund(ctx, ref, asked));
    await call.bind(ctx, row.id);
    const isToSend = !before && row.status === "created";
    if (isToSend) await ctx.enqueue({ queue: refundQueue, data: refOf(row), startAfterSeconds: unsentAfterSeconds });
    return { row, isToSend };
  });
  const { row, isToSend } = await begun.catch((error: unknown) => {
    // A concurrent request for another order.
    throw violates(error, "order_refunds_merchant_no_unique") ? refuse("orderRefund.duplicateRefundNo") : error;
  });
  const sent = isToSend ? await sendRefund(node, call, refOf(row)) : undefined;
  return sent?.refund ?? row;
}

/** Delay in seconds before a job sends a stored refund that was not sent. */
const unsentAfterSeconds = 60;

/** Handlers of refunds. */
export const refundHandlers = (node: OrderNode): Pick<OpenHandlers, RefundNames> => ({
  createRefund: async (call, { body }) => refundObject(await create(node, call, body)),

  listRefunds: async ({ reading, app }, { query: { limit, cursor, ...filter } }) => {
    const list = { name: "refunds", filter };
    const { merchantId, mode } = app;
    const rows = await listRefunds(reading, { ...filter, merchantId, mode, limit, after: decodeCursor(cursor, list) });
    return pageFrom(rows, limit, { list, position: positionOfRefund, view: refundObject });
  },

  getRefund: async (call, { params: { refundNo } }) => refundObject(await refundOf(call, refundNo)),

  cancelRefund: async (call, { params: { refundNo } }) => {
    const row = await refundOf(call, refundNo);
    return refundObject(
      await call.transact(async (ctx) => {
        const canceled = await cancelRefund(ctx, refOf(row));
        await call.bind(ctx, canceled.id);
        return canceled;
      }),
    );
  },
});

const showRefund: ShowBoundObject = async ({ reading, app }, objectId) => {
  const found = await refundById(reading, app.merchantId, objectId);
  if (!found) throw refuse("openApi.notFound", { what: "refund" });
  return refundObject(found);
};

/** A repeated request shows the refund it created, in its current state. */
export const refundShows = { createRefund: showRefund, cancelRefund: showRefund };
