import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { moveOrder } from "../order-record/index.ts";
import { attemptRows } from "../payment-attempt/index.ts";
import { type RefundRef, type RefundRow, updateRefund } from "../refund-record/index.ts";
import { lockedRefundAsRead, type RefundDecision } from "./refund-locked.service.ts";
import { carryOutRefund, type ReportedRefund } from "./refund-outcome.service.ts";
import { refundEntryOf } from "./refund-step.service.ts";

/** How a refund ended, as a person found out. */
interface ToldSettlement extends RefundDecision {
  readonly outcome: NonNullable<RefundRow["toldOutcome"]>;
}

/**
 * Ends a refund for which the gateway reports a success that cannot be its own, as a person found out: booked as
 * requested, or released.
 */
export async function settleTold(
  ctx: Context,
  ref: RefundRef,
  { version, outcome, note }: ToldSettlement,
): Promise<void> {
  const { order, refund } = await lockedRefundAsRead(ctx, ref, version);
  if (refund.status !== "processing" || refund.toldCurrency === null) throw refuse("orderRefund.nothingTold");
  const attempt = (await attemptRows(ctx, ref.merchantId, ref.orderId)).find(({ id }) => id === refund.attemptId);
  if (!attempt) throw new Error(`the refund ${refund.refundNo} has no attempt`);
  const decided = await updateRefund(ctx, refund, { toldOutcome: outcome, toldNote: note });
  const entry = refundEntryOf(decided, "eventRefundSettled", { detail: { outcome }, visibility: "operator" });
  const moved = await moveOrder(ctx, order, { change: {}, timeline: [entry], event: undefined });
  const { upstreamRefundId } = refund;
  const nothing = { upstreamAttemptId: null, arn: null, failureCode: null, amount: null, occurredAt: null };
  const kind = outcome === "given" ? ("succeeded" as const) : ("failed" as const);
  const report: ReportedRefund = { ...nothing, kind, upstreamRefundId, exchanges: [] };
  const held = { order: moved, refund: decided, attempt, report };
  await carryOutRefund(ctx, held, outcome === "given" ? { do: "succeed" } : { do: "fail", code: "declined" }, "query");
}
