import { createHash } from "node:crypto";
import type { billLinesOf, CategoryCharges } from "../../modules/funds/ledger/index.ts";
import type { CaptureRow } from "../../modules/payments/capture/index.ts";
import { type HistoryLine, lineAmount } from "./history-book.ts";

/** What a line is about, as its bill counts it. */
export interface BillSource {
  readonly category: string;
  readonly capture: CaptureRow | undefined;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** As `checksumOf` of the ledger makes it. */
export const checksumOf = (lines: readonly HistoryLine[]): string =>
  sha256(
    lines
      .toSorted((a, b) => (a.journalId < b.journalId ? -1 : 1))
      .map((line) =>
        [line.journalId, line.lineType, line.sourceId, line.currency, line.amount, line.taxAmount, line.dueDate].join(
          "|",
        ),
      )
      .join("\n"),
  );

type BillLine = ReturnType<typeof billLinesOf>[number][1] & { readonly paymentCategory: string };

/** As `billChecksumOf` of the ledger makes it. */
export const billChecksumOf = (lines: readonly BillLine[]): string =>
  sha256(
    lines
      .toSorted((a, b) => (a.paymentCategory < b.paymentCategory ? -1 : 1))
      .map((line) =>
        [
          line.paymentCategory,
          line.orderCount,
          line.grossAmount,
          line.transactionFee,
          line.gatewayFee,
          line.refundCount,
          line.refundAmount,
          line.refundHandlingFee,
          line.disputeCount,
          line.disputeAmount,
          line.disputePenalty,
          line.refusalToPayPenalty,
          line.taxAmount,
          line.adjustmentAmount,
          line.netAmount,
          line.gatewayCostAmount,
          line.marginAmount,
        ].join("|"),
      )
      .join("\n"),
  );

/** What a line counts as on a bill: fees of refunds are told apart from those of payments. */
const kindOf = ({ lineType, event }: HistoryLine): "gross" | "transaction" | "refundFee" | "refund" | "adjustment" => {
  if (lineType === "capture") return "gross";
  if (event === "J02" || event === "J13") return "transaction";
  if (event === "J12") return "refundFee";
  return lineType === "refund" ? "refund" : "adjustment";
};

/** A source with its lines. */
export interface SourceLines extends BillSource {
  readonly own: readonly HistoryLine[];
}

/** What the sources of one category come to, as `billedBy` of the ledger adds it up. */
export function charges(category: string, sources: readonly SourceLines[]): CategoryCharges {
  const sums = { gross: 0n, transaction: 0n, refundFee: 0n, refund: 0n, adjustment: 0n, tax: 0n, net: 0n, cost: 0n };
  const counts = { lines: 0, orders: 0, refunds: 0 };
  for (const { own, capture } of sources) {
    for (const line of own) {
      const tax = line.lineType === "fee" ? BigInt(line.taxAmount) : 0n;
      const { amountMinor } = lineAmount(line);
      sums[kindOf(line)] += amountMinor - tax;
      sums.tax += tax;
      sums.net += amountMinor;
    }
    const isSale = own.some(({ lineType }) => lineType === "capture");
    counts.lines += own.length;
    counts.orders += isSale ? 1 : 0;
    counts.refunds += own.some((line) => kindOf(line) === "refund") ? 1 : 0;
    sums.cost += isSale && capture ? costIn(capture) : 0n;
  }
  const { gross, transaction, refundFee, refund, adjustment, tax, net, cost } = sums;
  return {
    category,
    ...counts,
    disputes: 0,
    gross: String(gross),
    transactionFee: String(-transaction),
    gatewayFee: "0",
    refunded: String(-refund),
    refundFee: String(-refundFee),
    disputed: "0",
    penalty: "0",
    refusal: "0",
    tax: String(-tax),
    adjustment: String(adjustment),
    net: String(net),
    cost: String(cost),
  };
}

/** What a gateway keeps of a capture, in the currency in which it is settled: at the mid rate of the capture. */
function costIn({ gatewayCostAmount, gatewayCostCurrency, settleCurrency, fx, amount }: CaptureRow): bigint {
  const cost = BigInt(gatewayCostAmount ?? "0");
  if (gatewayCostCurrency === settleCurrency) return cost;
  const { midValue } = fx as { readonly midValue: string };
  const whole = BigInt(amount);
  return (cost * BigInt(midValue) * 2n + whole) / (whole * 2n);
}
