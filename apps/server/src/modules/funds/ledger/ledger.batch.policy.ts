import { columnDifferences, missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";

/** Totals of lines in one payment category; minor units, charges as positive amounts. */
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
  /** Expected gateway costs of the captures, in the currency of the lines. */
  readonly cost: string;
}

/** Totals of a batch's lines, by column; in minor units. */
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

/** Amounts of a bill line, by column; in minor units. */
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

/** The column of each sum, and the columns that count. */
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

/** Our income from billed charges, and the penalties in it. */
const incomeOf = ({ transactionFee, gatewayFee, refundFee, ...one }: CategoryCharges): string =>
  plus(transactionFee, gatewayFee, refundFee, penaltyOf(one));
const penaltyOf = ({ penalty, refusal }: Pick<CategoryCharges, "penalty" | "refusal">): string =>
  plus(penalty, refusal);

/** A bill line for one category, or over all for the total. */
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

/** The lines of a bill: one per category, the total under `all` last. */
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

/** A stored batch. */
export interface BatchFacts extends BatchColumnSums {
  readonly id: string;
  readonly currency: string;
  readonly seq: number | null;
  readonly status: string;
  readonly checksum: string | null;
  readonly reserveAmount: string;
  readonly journalId: string | null;
}

/** A stored bill with its lines. */
export interface BillFacts {
  readonly id: string;
  readonly status: string;
  readonly checksum: string;
  readonly lines: readonly (BillAmounts & { readonly paymentCategory: string })[];
}

/** What backs a stored batch: its lines, its bill, and its settlement journals; null without any. */
export interface BatchEvidence {
  readonly billed: readonly CategoryCharges[];
  readonly checksum: string;
  /** Statuses of its lines. */
  readonly states: readonly string[];
  readonly bill: BillFacts | undefined;
  /** SHA-256 over the stored lines of its bill. */
  readonly billChecksum: string;
  readonly settled: { readonly journalId: string; readonly net: string; readonly reserve: string } | null;
}

const batchPlace = (key: string): FindingPlace => ({ law: "batch_settled", table: "settlement_batches", key });
const billPlace = (table: "bills" | "bill_lines", key: string): FindingPlace => ({ law: "repeated_fact", table, key });

/** Expected status of the lines in each batch status; undefined where a batch has no lines. */
const lineStates: Readonly<Record<string, string | undefined>> = {
  closed: "batched",
  confirmed: "batched",
  settled: "settled",
};

/** Differences between a closed batch with its bill, and their lines and journals. */
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

/** Differences between a bill and its batch's lines. Its cost may have been corrected after it was issued. */
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

/** Missing closed batches of a currency: their numbers have no gaps. */
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
