import { add, subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { OrderRow } from "../order-record/index.ts";
import type { RefundRow } from "../refund-record/index.ts";
import { alarm } from "./refund-alarm.service.ts";
import { isNewNumber, madeBeside } from "./refund-made.service.ts";
import { type ReportedRefund, returnOf } from "./refund-report.service.ts";
import { retellRefund } from "./refund-retold.service.ts";
import { takeReturn } from "./refund-return.service.ts";

/** A refund locked behind its order, and a report about it. */
interface RefundTold {
  readonly order: OrderRow;
  readonly refund: RefundRow;
  readonly report: ReportedRefund;
}

/**
 * Applies a report about a further refund that the gateway made beside a paid one. Money that went to the payer a
 * second time stays in suspense until a person decides who bears it; returned money leaves suspense.
 */
export async function noteOther(ctx: Context, { order, refund, report }: RefundTold, id: string): Promise<RefundRow> {
  const isKnown = !isNewNumber(refund, id);
  if (report.kind === "succeeded" && refund.status === "succeeded" && !isKnown)
    return noteMade(ctx, { order, refund, report }, id);
  const isBack = report.kind === "reversed" || report.kind === "failed";
  if (!isBack || !isKnown || refund.status !== "succeeded") return refund;
  return takeReturn(ctx, { order, refund }, returnOf(report));
}

async function noteMade(ctx: Context, { order, refund, report }: RefundTold, id: string): Promise<RefundRow> {
  const { currency, others } = refund;
  const told = "amount" in report ? report.amount : null;
  const amount = told ?? subtract(fromWire(refund.amount, currency), madeBeside(refund));
  await alarm(ctx, refund, "refund.madeTwice", `the gateway made it a second time, as ${id}`);
  if (amount.currency !== currency || amount.amountMinor <= 0n) return refund;
  const no = (others?.length ?? 0) + 2;
  return retellRefund(ctx, order, refund, {
    told: add(fromWire(refund.amount, currency), amount),
    others: [...(others ?? []), { upstreamRefundId: id, amount: toWire(amount), no }],
  });
}
