import type { CapturedVolumes, ChargedBefore } from "@countinghouse/money/capture-charge.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Money, sum } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PartSnapshot } from "../agreement/index.ts";
import type { CaptureRow } from "../capture/index.ts";
import type { OrderRow } from "../order-record/index.ts";

/** Earlier captures of a payment: the amount captured, and the charges. */
export interface CapturedBefore {
  /** In the order's currency. */
  readonly captured: Money;
  /** The order's other priced captures, by sequence number. */
  readonly priced: readonly CaptureRow[];
}

/** The captures of an order except one; `altered` where an earlier one is missing or a seal does not match. */
export async function othersOf(
  { db, seals }: Pick<Context, "db" | "seals">,
  captures: readonly CaptureRow[],
  { id, seq }: Pick<CaptureRow, "id" | "seq">,
): Promise<readonly CaptureRow[] | "altered"> {
  if (captures.filter((row) => row.seq < seq).length !== seq - 1) return "altered";
  for (const row of captures) if (!(await seals.isGenuine(db, "captures", row))) return "altered";
  return captures.filter((row) => row.id !== id);
}

/** Whether a capture brought money. Its status is not sealed, but the fact that it was priced is. */
export const isTaken = ({ status, isPriced }: CaptureRow): boolean => isPriced || status === "succeeded";

/**
 * Totals of some captures of an order, all earlier than another one, with the `others` that may have been priced
 * since.
 */
export const capturedBy = (
  { currency }: Pick<OrderRow, "currency">,
  before: readonly CaptureRow[],
  others: readonly CaptureRow[] = before,
): CapturedBefore => ({
  captured: sum(
    currency,
    before.map(({ amount }) => fromWire(amount, currency)),
  ),
  priced: others.filter(({ isPriced }) => isPriced),
});

/** No earlier captures. */
export const nothingBefore = (order: Pick<OrderRow, "currency">): CapturedBefore => capturedBy(order, []);

const snapshotOf = ({ feeRule }: CaptureRow) => feeRule as PartSnapshot | null;

/** Snapshots of the captures priced in a currency. */
export const snapshotsIn = ({ priced }: CapturedBefore, code: CurrencyCode): PartSnapshot[] =>
  priced.flatMap((row) => {
    const snapshot = snapshotOf(row);
    return snapshot?.currency === code ? [snapshot] : [];
  });

/** The amount charged already in a currency: from sealed snapshots, or from the rows of captures older than those. */
export function chargedIn({ priced }: CapturedBefore, code: CurrencyCode): ChargedBefore {
  const rows = priced.filter(({ settleCurrency, feeRule }) => (feeRule?.currency ?? settleCurrency) === code);
  const all = (figureOf: (row: CaptureRow, snapshot: PartSnapshot | null) => string | null | undefined): Money =>
    sum(
      code,
      rows.map((row) => fromWire(figureOf(row, snapshotOf(row)) ?? "0", code)),
    );
  return {
    value: all((row, snapshot) => snapshot?.amount ?? row.settleAmount),
    fee: all((row, snapshot) => snapshot?.fee ?? row.feeAmount),
    tax: all((row, snapshot) => snapshot?.feeTax ?? row.feeTaxAmount),
  };
}

/** The volumes used for the first priced capture; undefined where there is none. */
export function volumesBefore(before: CapturedBefore, code: CurrencyCode): CapturedVolumes | undefined {
  const known = snapshotsIn(before, code).find(({ volumes }) => volumes)?.volumes;
  return known && { monthToDate: fromWire(known.monthToDate, code), lastMonth: fromWire(known.lastMonth, code) };
}
