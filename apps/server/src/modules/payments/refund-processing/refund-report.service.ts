import { add, type Money } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { RefundOutcome, RefundQueryOutcome } from "../../gateways/connector/index.ts";
import { isPutOff } from "../order-processing/index.ts";
import type { RefundChange, RefundRow } from "../refund-record/index.ts";
import { isNewNumber, madeBeside } from "./refund-made.service.ts";
import type { ReturnStory } from "./refund-return.service.ts";
import type { ReportedRefundStatus } from "./refund-verdict.policy.ts";

/** A gateway's report about a refund, from any source. */
export type ReportedRefund = RefundOutcome | RefundQueryOutcome;

/** Our own refusals that no retry can fix. */
const lasting: readonly string[] = ["amount_not_representable", "invalid_amount", "invalid_transaction"];

/** The part of a report that decides. */
export function wordOf(refund: RefundRow, report: ReportedRefund): ReportedRefundStatus {
  switch (report.kind) {
    case "succeeded":
      // An amount of zero, or in another currency, is no success.
      return report.amount === null || isGiven(refund, report.amount)
        ? {
            kind: "succeeded",
            isOther: report.amount !== null && !isOurAmount(refund, report.amount),
            isNew: isNewNumber(refund, otherRefundOf(refund, report)),
          }
        : { kind: "unknown" };
    case "pending":
    case "reversed":
    case "not_found":
      return { kind: report.kind };
    case "unknown":
      return { kind: "unknown" };
    case "failed":
      return { kind: "failed", code: report.failureCode };
    case "refused":
      return { kind: "refused", code: report.upstreamCode };
    case "error":
      return { kind: "error", isLasting: lasting.includes(report.code), isPutOff: isPutOff(report) };
  }
}

/** Whether the reported amount equals the refund's, without further refunds made beside it. */
export const isOurAmount = (refund: RefundRow, told: Money) =>
  told.currency === refund.currency && toWire(add(told, madeBeside(refund))) === refund.amount;

/** The number of another refund that a report is about; null where it is about this one, or has no number. */
export function otherRefundOf(refund: RefundRow, report: ReportedRefund): string | null {
  const named = "upstreamRefundId" in report ? report.upstreamRefundId : null;
  return refund.upstreamRefundId !== null && named && named !== refund.upstreamRefundId ? named : null;
}

const isGiven = ({ currency }: RefundRow, told: Money) => told.currency === currency && told.amountMinor > 0n;

/** A success that cannot be this refund's: of zero, or in another currency. A person decides how it ended. */
export function toldInVain(
  refund: RefundRow,
  report: ReportedRefund,
): Pick<RefundChange, "toldAmount" | "toldCurrency"> {
  if (report.kind !== "succeeded" || report.amount === null || isGiven(refund, report.amount)) return {};
  return { toldAmount: String(report.amount.amountMinor), toldCurrency: report.amount.currency };
}

/** The amount that a gateway reports as returned, where it differs from the refund's. */
export function refundDiscrepancy({
  refund,
  report,
}: {
  readonly refund: RefundRow;
  readonly report: ReportedRefund;
}): Money | null {
  const told = report.kind === "succeeded" ? report.amount : null;
  return told === null || isOurAmount(refund, told) ? null : told;
}

/** The values that any report may carry. */
export function factsOf(report: ReportedRefund): RefundChange {
  const known = <V>(value: V | null | undefined): value is V => value !== null && value !== undefined;
  return {
    ...("upstreamRefundId" in report && known(report.upstreamRefundId)
      ? { upstreamRefundId: report.upstreamRefundId, doubts: 0 }
      : {}),
    ...("arn" in report && known(report.arn) ? { arn: report.arn } : {}),
  };
}

/** The gateway's own message. */
export const messageOf = (report: ReportedRefund): string | null => {
  const said =
    "upstreamMessage" in report ? report.upstreamMessage : "failureCode" in report ? report.failureCode : null;
  return said?.slice(0, 500) ?? null;
};

/** A gateway's report about returned money. */
export const returnOf = (report: ReportedRefund): ReturnStory => ({
  upstreamRefundId: ("upstreamRefundId" in report && report.upstreamRefundId) || null,
  amount: "amount" in report ? report.amount : null,
  message: messageOf(report),
  timeline: { actor: { type: "gateway" } },
});
