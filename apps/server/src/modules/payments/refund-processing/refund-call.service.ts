import { fromWire } from "@countinghouse/money/wire.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PaymentReference } from "../../gateways/connector/index.ts";
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

/** What takes a second person and was decided by nobody is not sent, whatever it says of its state. */
const isUndecided = ({ reviewCause, decideTime }: RefundRow): boolean => reviewCause !== null && decideTime === null;

/** The gateway is not asked for a refund that somebody altered: its amount or its payment may be another one. */
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

/**
 * The payment that a refund gives back. What came twice came under another number of the gateway's than its attempt has.
 */
function paymentOf(refund: RefundRow, attempt: AttemptRow): PaymentReference {
  const known = [attempt.upstreamAttemptId, attempt.transactionNo, attempt.attemptNo];
  const isAnother = refund.sourceBucket === "payer_funds" && !known.includes(refund.tradeNo);
  return {
    ...referenceOf(attempt),
    ...(isAnother ? { upstreamIntentId: null, upstreamAttemptId: refund.tradeNo } : {}),
  };
}

/** Notes that a refund goes to its gateway now, in its order's story too; undefined where it is not to be sent any more. */
export async function beginSending(ctx: Context, ref: RefundRef, afterSeconds: number): Promise<RefundRow | undefined> {
  // Behind its order, like every step: it may be cancelled at the very moment.
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
 * Sends a refund that was asked for, and takes the answer in. It is marked as sent before the call, so that a process that
 * dies leaves it to be asked about; sent again, it carries the same key and stays one refund. Answers nothing where it is
 * not to be sent, or not any more.
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
  const outcome = await callGatewayFor(node, attempt, (connector, account) =>
    connector.refund(account, {
      ...paymentOf(refund, attempt),
      amount: fromWire(refund.amount, refund.currency),
      refundNo: refund.refundNo,
      reason: refund.reason,
    }),
  );
  return transact(node, caller, (ctx) => applyRefund(ctx, ref, outcome, "answer"));
}

/** A refund that is asked about; by another number of the gateway's than the one that is known, where told. */
interface AskedRefund extends RefundRef {
  readonly upstreamRefundId?: string | undefined;
}

/** Asks the gateway what became of a refund that was sent, and takes the answer in. */
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

/** Goes on with a refund whose time has come: asks about what may have arrived, and sends what did not. */
export async function followRefund(node: OrderNode, caller: Requester, refund: RefundRow): Promise<void> {
  const ref = refOf(refund);
  const mayHaveArrived = refund.attempts > 0 && (refund.doubts > 0 || refund.upstreamRefundId !== null);
  if (!mayHaveArrived) await sendRefund(node, caller, ref);
  else {
    const asked = await askRefund(node, caller, ref);
    // It never arrived: sent again at once, under the same key.
    if (asked?.refund.status === "processing" && asked.refund.doubts === 0 && asked.refund.upstreamRefundId === null)
      await sendRefund(node, caller, ref);
  }
}
