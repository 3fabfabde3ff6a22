import { isNegative, isZero, type Money, negate, subtract } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";

/** A step from gross sales to the payout. */
export interface WaterfallStep {
  readonly key:
    | "sales"
    | "refunds"
    | "disputes"
    | "fees"
    | "penalties"
    | "tax"
    | "adjustments"
    | "net"
    | "reserve"
    | "made";
  /** Signed: deductions are negative. */
  readonly amount: Money;
  /** Start and end of its bar, in hundredths of the scale. */
  readonly from: number;
  readonly to: number;
  /** Whether it is a subtotal. */
  readonly isSum: boolean;
}

/** The steps, and the origin of the axis; null for an empty batch. */
export interface Waterfall {
  readonly steps: readonly WaterfallStep[];
  readonly base: Money | null;
}

/** Sums of a batch in minor units as text; deductions are unsigned, as in the contract. */
export interface WaterfallSums {
  readonly currency: string;
  readonly grossAmount: string;
  readonly refundAmount: string;
  readonly disputeAmount: string;
  readonly feeAmount: string;
  readonly penaltyAmount: string;
  readonly taxAmount: string;
  readonly adjustmentAmount: string;
  readonly amount: string;
  readonly reserveAmount: string;
}

const taken = ["refunds", "disputes", "fees", "penalties", "tax"] as const;
const fieldOf = {
  refunds: "refundAmount",
  disputes: "disputeAmount",
  fees: "feeAmount",
  penalties: "penaltyAmount",
  tax: "taxAmount",
} as const;

/**
 * The steps of the bill's formula in order (net = gross - refunds - disputes - fees - penalties - tax + adjustments),
 * each with its bar; zero steps are omitted, sales and results never.
 */
export function waterfallOf(batch: WaterfallSums): Waterfall {
  const of = (minor: string): Money => fromWire(minor, batch.currency);
  const net = of(batch.amount);
  const made = subtract(net, of(batch.reserveAmount));
  const moves: readonly { readonly key: WaterfallStep["key"]; readonly amount: Money; readonly isSum?: boolean }[] = [
    { key: "sales", amount: of(batch.grossAmount) },
    ...taken.map((key) => ({ key, amount: negate(of(batch[fieldOf[key]])) })),
    { key: "adjustments", amount: of(batch.adjustmentAmount) },
    { key: "net", amount: net, isSum: true },
    { key: "reserve", amount: negate(of(batch.reserveAmount)) },
    { key: "made", amount: made, isSum: true },
  ];
  const shown = moves.filter(({ key, amount, isSum }) => key === "sales" || isSum || !isZero(amount));
  const spans = spansOf(shown);
  const base = baseOf(spans);
  const ends = spans.flatMap(({ start, end }) => [Number(start), Number(end)]);
  const low = Math.min(base, ...ends.filter((end) => end < 0));
  const scale = Math.max(1, ...ends) - low;
  const at = (minor: bigint): number => Math.max(0, ((Number(minor) - low) / scale) * 100);
  const steps = spans.map(({ key, amount, isSum, start, end }) => ({
    key,
    amount,
    isSum,
    from: Math.min(at(start), at(end)),
    to: Math.max(at(start), at(end)),
  }));
  return { steps, base: base > 0 ? of(String(base)) : null };
}

interface Span {
  readonly key: WaterfallStep["key"];
  readonly amount: Money;
  readonly isSum: boolean;
  readonly start: bigint;
  readonly end: bigint;
}

/** Start and end of each step in minor units: a subtotal starts at zero. */
function spansOf(
  moves: readonly { readonly key: WaterfallStep["key"]; readonly amount: Money; readonly isSum?: boolean }[],
): readonly Span[] {
  let running = 0n;
  return moves.map(({ key, amount, isSum = false }) => {
    const start = isSum ? 0n : running;
    running = isSum ? amount.amountMinor : running + amount.amountMinor;
    return { key, amount, isSum, start, end: running };
  });
}

/** Origin of the axis: zero, or so close to the smallest subtotal that the steps take half of the width. */
function baseOf(spans: readonly Span[]): number {
  const ends = spans.map(({ end }) => Number(end));
  const lowest = Math.min(...ends);
  const highest = Math.max(...ends);
  const span = highest - lowest;
  if (span <= 0 || lowest <= 2 * span) return 0;
  const round = 10 ** Math.floor(Math.log10(span));
  return Math.max(0, Math.floor((lowest - span) / round) * round);
}

/** Whether the merchant owes the batch's amount. */
export const isOwed = ({ amount, currency }: Pick<WaterfallSums, "amount" | "currency">): boolean =>
  isNegative(fromWire(amount, currency));
