import { columnDifferences, missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";

/** What lines of one category of payments come to; minor units, charges without their sign. */
export interface CategoryCharges {
  readonly category: string;
  readonly lines: number;
  readonly orders: number;
  readonly gross: string;
  readonly transactionFee: string;
  readonly gatewayFee: string;
  readonly refunds: number;
  readonly refunded: string;
  readonly refundFee: string;
  readonly disputes: number;
  readonly disputed: string;
  readonly penalty: string;
  readonly refusal: string;
  readonly tax: string;
  readonly adjustment: string;
  readonly net: string;
  /** What gateways are expected to keep of the captures, in the currency of the lines. */
  readonly cost: string;
}

/** What the lines of a batch come to, by its columns; minor units. */
export interface BatchColumnSums {
  readonly grossAmount: string;
  readonly feeAmount: string;
  readonly refundAmount: string;
  readonly disputeAmount: string;
  readonly penaltyAmount: string;
  readonly taxAmount: string;
  readonly adjustmentAmount: string;
  readonly amount: string;
  readonly lineCount: number;
}

/** The amounts of a line of a bill, by its columns; minor units. */
export interface BillAmounts {
  readonly orderCount: number;
  readonly grossAmount: string;
  readonly transactionFee: string;
  readonly gatewayFee: string;
  readonly refundCount: number;
  readonly refundAmount: string;
  readonly refundHandlingFee: string;
  readonly disputeCount: number;
  readonly disputeAmount: string;
  readonly disputePenalty: string;
  readonly refusalToPayPenalty: string;
  readonly taxAmount: string;
  readonly adjustmentAmount: string;
  readonly netAmount: string;
  readonly gatewayCostAmount: string;
  readonly marginAmount: string;
}

const plus = (...amounts: readonly string[]): string =>
  String(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

/** The column of each sum, and those that only count. */
const counted = { orderCount: "orders", refundCount: "refunds", disputeCount: "disputes" } as const;
const added = {
  grossAmount: "gross",
  transactionFee: "transactionFee",
  gatewayFee: "gatewayFee",
  refundAmount: "refunded",
  refundHandlingFee: "refundFee",
  disputeAmount: "disputed",
  disputePenalty: "penalty",
  refusalToPayPenalty: "refusal",
  taxAmount: "tax",
  adjustmentAmount: "adjustment",
  netAmount: "net",
  gatewayCostAmount: "cost",
} as const;

/** What of what was billed is ours to keep, and what of that are penalties. */
const incomeOf = ({ transactionFee, gatewayFee, refundFee, ...one }: CategoryCharges): string =>
  plus(transactionFee, gatewayFee, refundFee, penaltyOf(one));
const penaltyOf = ({ penalty, refusal }: Pick<CategoryCharges, "penalty" | "refusal">): string =>
  plus(penalty, refusal);

/** One line of a bill over what was billed of some categories: one of them, or all for the total. */
export function billAmounts(billed: readonly CategoryCharges[]): BillAmounts {
  const counts = Object.entries(counted).map(([column, name]) => [
    column,
    billed.reduce((sum, one) => sum + one[name], 0),
  ]);
  const sums = Object.entries(added).map(([column, name]) => [column, plus(...billed.map((one) => one[name]))]);
  const amounts = Object.fromEntries([...counts, ...sums]) as Omit<BillAmounts, "marginAmount">;
  const income = plus(...billed.map(incomeOf));
  return { ...amounts, marginAmount: String(BigInt(income) - BigInt(amounts.gatewayCostAmount)) };
}

/** The lines of a bill: one for each category, the total under `all` last. */
export const billLinesOf = (
  billed: readonly CategoryCharges[],
): readonly (readonly [category: string, BillAmounts])[] => [
  ...billed.map((one) => [one.category, billAmounts([one])] as const),
  ["all", billAmounts(billed)],
];

/** The sums of a batch over everything that was billed of it. */
export function batchSums(billed: readonly CategoryCharges[]): BatchColumnSums {
  const all = billAmounts(billed);
  return {
    grossAmount: all.grossAmount,
    feeAmount: plus(all.transactionFee, all.gatewayFee, all.refundHandlingFee),
    refundAmount: all.refundAmount,
    disputeAmount: all.disputeAmount,
    penaltyAmount: plus(...billed.map(penaltyOf)),
    taxAmount: all.taxAmount,
    adjustmentAmount: all.adjustmentAmount,
    amount: all.netAmount,
    lineCount: billed.reduce((sum, { lines }) => sum + lines, 0),
  };
}

/** A batch as it is stored. */
export interface BatchFacts extends BatchColumnSums {
  readonly id: string;
  readonly currency: string;
  readonly seq: number | null;
  readonly status: string;
  readonly checksum: string | null;
  readonly reserveAmount: string;
  readonly journalId: string | null;
}

/** A bill as it is stored, with its lines. */
export interface BillFacts {
  readonly id: string;
  readonly status: string;
  readonly checksum: string;
  readonly lines: readonly (BillAmounts & { readonly paymentCategory: string })[];
}

/** What stands behind a stored batch: its lines, its bill, and what was booked to settle it; null where nothing was. */
export interface BatchEvidence {
  readonly billed: readonly CategoryCharges[];
  readonly checksum: string;
  /** States of its lines. */
  readonly states: readonly string[];
  readonly bill: BillFacts | undefined;
  /** SHA-256 over the lines of its bill as they are stored. */
  readonly billChecksum: string;
  readonly settled: { readonly journalId: string; readonly net: string; readonly reserve: string } | null;
}

const batchPlace = (key: string): FindingPlace => ({ law: "batch_settled", table: "settlement_batches", key });
const billPlace = (table: "bills" | "bill_lines", key: string): FindingPlace => ({ law: "repeated_fact", table, key });

/** The state that the lines of a batch have in each of its own; none where it has no lines. */
const lineStates: Readonly<Record<string, string | undefined>> = {
  closed: "batched",
  confirmed: "batched",
  settled: "settled",
};

/** What a closed batch and its bill say otherwise than their lines and what was booked. */
export function batchRowFindings(batch: BatchFacts, grounds: BatchEvidence): Finding[] {
  const place = batchPlace(batch.id);
  const state = lineStates[batch.status];
  const strays = grounds.states.filter((one) => one !== state);
  const astray = strays.map((one) =>
    rowFinding({ ...place, table: "settlement_lines" }, "state", [state ?? null, one]),
  );
  if (!state) return astray;
  const sums = batchSums(grounds.billed);
  const { settled } = grounds;
  const isSettled = batch.status === "settled" && batch.amount !== "0";
  const booked = isSettled
    ? columnDifferences(place, {
        journal_id: [settled?.journalId, batch.journalId],
        amount: [settled?.net, batch.amount],
        reserve_amount: [settled?.reserve, batch.reserveAmount],
      })
    : columnDifferences(place, { journal_id: [null, settled?.journalId] });
  return [
    ...astray,
    ...columnDifferences(place, {
      gross_amount: [sums.grossAmount, batch.grossAmount],
      fee_amount: [sums.feeAmount, batch.feeAmount],
      refund_amount: [sums.refundAmount, batch.refundAmount],
      dispute_amount: [sums.disputeAmount, batch.disputeAmount],
      penalty_amount: [sums.penaltyAmount, batch.penaltyAmount],
      tax_amount: [sums.taxAmount, batch.taxAmount],
      adjustment_amount: [sums.adjustmentAmount, batch.adjustmentAmount],
      amount: [sums.amount, batch.amount],
      line_count: [sums.lineCount, batch.lineCount],
      checksum: [grounds.checksum, batch.checksum],
    }),
    ...booked,
    ...billFindings(batch, grounds),
  ];
}

/** What a bill says otherwise than the lines of its batch. What it cost may have been corrected since it was issued. */
function billFindings(batch: BatchFacts, { bill, billChecksum, billed }: BatchEvidence): Finding[] {
  if (!bill) return [missingFinding(billPlace("bills", batch.id))];
  const expected = new Map(billLinesOf(billed));
  const stored = new Map(bill.lines.map((line) => [line.paymentCategory, line]));
  const lines = [...new Set([...expected.keys(), ...stored.keys()])].flatMap((category) => {
    const place = billPlace("bill_lines", `${bill.id} ${category}`);
    const row = stored.get(category);
    return row
      ? columnDifferences(place, { net_amount: [expected.get(category)?.netAmount, row.netAmount] })
      : [missingFinding(place)];
  });
  return [...lines, ...columnDifferences(billPlace("bills", bill.id), { checksum: [billChecksum, bill.checksum] })];
}

/** Closed batches of a currency that are gone: they are counted without a gap. */
export function absentBatches(batches: readonly BatchFacts[]): Finding[] {
  const byCurrency = Map.groupBy(
    batches.filter(({ seq }) => seq !== null),
    ({ currency }) => currency,
  );
  return [...byCurrency].flatMap(([currency, rows]) => {
    const seqs = new Set(rows.map(({ seq }) => seq));
    const last = Math.max(...rows.map(({ seq }) => seq ?? 0));
    return Array.from({ length: last }, (_, index) => index + 1)
      .filter((seq) => !seqs.has(seq))
      .map((seq) => missingFinding(batchPlace(`${currency} ${seq}`)));
  });
}
