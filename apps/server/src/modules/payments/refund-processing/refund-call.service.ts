import { fromWire } from "@countinghouse/money/wire.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import type {
  Connector,
  GatewayAccountForCalls,
  PaymentReference,
  RefundCall,
  RefundOutcome,
} from "../../gateways/connector/index.ts";
import { longestCallSeconds } from "../../gateways/gateway-account/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { callGatewayFor, type OrderNode, type Requester, readAttempt, referenceOf } from "../order-processing/index.ts";
import { lockOrder, moveOrder } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import {
  lockRefund,
  markRefundSent,
  type RefundRef,
  type RefundRow,
  readRefund,
  refOf,
} from "../refund-record/index.ts";
import { type AppliedRefundOutcome, applyRefund } from "./refund-outcome.service.ts";
import { refundEntryOf } from "./refund-step.service.ts";

/** A refund that needs a second person and has no decision is not sent, whatever its status says. */
const isUndecided = ({ reviewCause, decideTime }: RefundRow): boolean => reviewCause !== null && decideTime === null;

/** The gateway is not called for a refund whose seal does not match: its amount or payment may have been altered. */
async function isGenuine(node: OrderNode, caller: Requester, refund: RefundRow): Promise<boolean> {
  if (!isUndecided(refund) && (await node.seals.isGenuine(node.db, "orderRefunds", refund))) return true;
  const { merchantId, orderId, orderNo, refundNo } = refund;
  await transact(node, caller, (ctx) =>
    recordException(ctx, {
      source: "ledger",
      eventType: "refund.altered",
      objectType: "order",
      objectId: orderId,
      merchantId,
      level: "critical",
      message: `${orderNo} ${refundNo} is not as it was written: its gateway is not called`,
      payload: { orderNo, refundNo },
    }),
  );
  return false;
}

/** The payment that a refund returns. A duplicate payment has another gateway number than its attempt. */
function paymentOf(refund: RefundRow, attempt: AttemptRow): PaymentReference {
  const known = [attempt.upstreamAttemptId, attempt.transactionNo, attempt.attemptNo];
  const isAnother = refund.sourceBucket === "payer_funds" && !known.includes(refund.tradeNo);
  return {
    ...referenceOf(attempt),
    ...(isAnother ? { upstreamIntentId: null, upstreamAttemptId: refund.tradeNo } : {}),
  };
}

/**
 * Records in the refund and the order's timeline that the refund is being sent; undefined where it is not to be sent
 * any more.
 */
export async function beginSending(ctx: Context, ref: RefundRef, afterSeconds: number): Promise<RefundRow | undefined> {
  // Locked behind its order like every step: it may be cancelled concurrently.
  const order = await lockOrder(ctx, ref);
  const locked = await lockRefund(ctx, ref);
  const { status: from } = locked;
  const sent = await markRefundSent(ctx, locked, afterSeconds);
  if (sent && sent.status !== from) {
    const step = { objectId: sent.id, from, action: "send", to: sent.status };
    const entry = refundEntryOf(sent, "eventRefundSent", { step, visibility: "operator" });
    await moveOrder(ctx, order, { change: {}, timeline: [entry], event: undefined });
  }
  return sent;
}

/**
 * Refunds unapplied money. Its currency was told once and may have been told wrongly, and gateways take a refund's amount
 * without one: the payment is queried first, and a refund in another currency than the payment's is not sent.
 */
async function refundInItsCurrency(
  connector: Connector,
  account: GatewayAccountForCalls,
  call: RefundCall,
): Promise<RefundOutcome> {
  const asked = await connector.query(account, call);
  const { exchanges } = asked;
  if (asked.kind === "unknown")
    return {
      kind: "error",
      code: "gateway_timeout_unknown",
      upstreamCode: null,
      upstreamMessage: asked.reason,
      retryAfter: null,
      upstreamIntentId: null,
      exchanges,
    };
  const there = "capturedAmount" in asked ? asked.capturedAmount : null;
  if (there && there.currency !== call.amount.currency)
    return {
      kind: "refused",
      upstreamCode: "refund_currency_mismatch",
      upstreamMessage: `${call.amount.currency} of a payment in ${there.currency}`,
      exchanges,
    };
  const sent = await connector.refund(account, call);
  return { ...sent, exchanges: [...exchanges, ...sent.exchanges] };
}

/**
 * Sends a requested refund and applies the answer. It is marked as sent before the call, so that the query schedule
 * covers a crash; sent again, it carries the same key and stays one refund. Undefined where it is not to be sent, or
 * not any more.
 */
export async function sendRefund(
  node: OrderNode,
  caller: Requester,
  ref: RefundRef,
): Promise<AppliedRefundOutcome | undefined> {
  const standing = await readRefund(node.db, ref);
  if (!standing || !(await isGenuine(node, caller, standing))) return undefined;
  const refund = await transact(node, caller, async (ctx) =>
    beginSending(ctx, ref, await longestCallSeconds(ctx, standing.gatewayAccountId)),
  );
  const attempt = refund && (await readAttempt(node.db, { ...ref, attemptId: refund.attemptId }));
  if (!attempt) return undefined;
  const call: RefundCall = {
    ...paymentOf(refund, attempt),
    amount: fromWire(refund.amount, refund.currency),
    refundNo: refund.refundNo,
    reason: refund.reason,
  };
  const outcome = await callGatewayFor(node, attempt, (connector, account) =>
    // What a merchant has was captured in the currency that the gateway was asked for.
    refund.sourceBucket === "payer_funds"
      ? refundInItsCurrency(connector, account, call)
      : connector.refund(account, call),
  );
  return transact(node, caller, (ctx) => applyRefund(ctx, ref, outcome, "answer"));
}

/** A refund to query; by another gateway number than the known one, where given. */
interface AskedRefund extends RefundRef {
  readonly upstreamRefundId?: string | undefined;
}

/** Queries the gateway about a sent refund, and applies the answer. */
export async function askRefund(
  node: OrderNode,
  caller: Requester,
  ref: AskedRefund,
): Promise<AppliedRefundOutcome | undefined> {
  const refund = await readRefund(node.db, ref);
  if (!refund || refund.attempts === 0 || !(await isGenuine(node, caller, refund))) return undefined;
  const attempt = await readAttempt(node.db, { ...ref, attemptId: refund.attemptId });
  if (!attempt) return undefined;
  const { refundNo } = refund;
  const upstreamRefundId = ref.upstreamRefundId ?? refund.upstreamRefundId;
  const outcome = await callGatewayFor(node, attempt, (connector, account) =>
    connector.queryRefund(account, { ...paymentOf(refund, attempt), refundNo, upstreamRefundId }),
  );
  return transact(node, caller, (ctx) => applyRefund(ctx, ref, outcome, "query"));
}

/** Continues a due refund: queries one that may have arrived, and sends one that did not. */
export async function followRefund(node: OrderNode, caller: Requester, refund: RefundRow): Promise<void> {
  const ref = refOf(refund);
  const mayHaveArrived = refund.attempts > 0 && (refund.doubts > 0 || refund.upstreamRefundId !== null);
  if (!mayHaveArrived) await sendRefund(node, caller, ref);
  else {
    const asked = await askRefund(node, caller, ref);
    // It never arrived: sent again at once under the same key.
    if (asked?.refund.status === "processing" && asked.refund.doubts === 0 && asked.refund.upstreamRefundId === null)
      await sendRefund(node, caller, ref);
  }
}
