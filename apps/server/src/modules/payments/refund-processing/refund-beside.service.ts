import { add, subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { OrderRow } from "../order-record/index.ts";
import type { RefundRow } from "../refund-record/index.ts";
import { alarm } from "./refund-alarm.service.ts";
import { madeBeside, type ReportedRefund } from "./refund-report.service.ts";
import { retellRefund } from "./refund-retold.service.ts";

/** A refund that is locked behind its order, and what was said of it. */
interface RefundTold {
  readonly order: OrderRow;
  readonly refund: RefundRow;
  readonly report: ReportedRefund;
}

/**
 * The gateway says something of a refund that it made beside one that it paid. What went to the payer a second time stands
 * in suspense until somebody says who bears it; what came back of that is gone from there.
 */
export async function noteOther(ctx: Context, { order, refund, report }: RefundTold, id: string): Promise<RefundRow> {
  const before = refund.others ?? [];
  const known = before.find(({ upstreamRefundId }) => upstreamRefundId === id);
  const { currency } = refund;
  if (report.kind === "succeeded" && refund.status === "succeeded" && !known) {
    const amount = report.amount ?? subtract(fromWire(refund.amount, currency), madeBeside(refund));
    await alarm(ctx, refund, "refund.madeTwice", `the gateway made it a second time, as ${id}`);
    if (amount.currency !== currency || amount.amountMinor <= 0n) return refund;
    const others = [...before, { upstreamRefundId: id, amount: toWire(amount) }];
    return retellRefund(ctx, order, refund, { told: add(fromWire(refund.amount, currency), amount), others });
  }
  const isBack = report.kind === "reversed" || report.kind === "failed";
  if (!isBack || !known || refund.status !== "succeeded") return refund;
  const others = before.filter((one) => one !== known);
  const told = subtract(fromWire(refund.amount, currency), fromWire(known.amount, currency));
  return retellRefund(ctx, order, refund, { told, others: others.length === 0 ? null : others });
}

/** The money of a refund came back, and the gateway made another one beside it: that one is the refund from now on. */
export async function takeOtherFor(ctx: Context, { order, refund }: Omit<RefundTold, "report">): Promise<RefundRow> {
  const [first, ...others] = refund.others ?? [];
  return retellRefund(ctx, order, refund, {
    told: madeBeside(refund),
    others: others.length === 0 ? null : others,
    ...(first ? { upstreamRefundId: first.upstreamRefundId } : {}),
  });
}
