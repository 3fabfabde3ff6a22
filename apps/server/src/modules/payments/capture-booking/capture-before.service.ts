import type { CapturedVolumes, ChargedBefore } from "@countinghouse/money/capture-charge.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Money, sum } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PartSnapshot } from "../agreement/index.ts";
import type { CaptureRow } from "../capture/index.ts";
import type { OrderRow } from "../order-record/index.ts";

/** What of a payment was captured before a capture, and what of it was charged already. */
export interface CapturedBefore {
  /** In the order's currency. */
  readonly captured: Money;
  /** Its other captures that are priced, in their order. */
  readonly priced: readonly CaptureRow[];
}

/** The captures of an order but one; `altered` where an earlier one is missing, or one is not as this installation wrote it. */
export async function othersOf(
  { db, seals }: Pick<Context, "db" | "seals">,
  captures: readonly CaptureRow[],
  { id, seq }: Pick<CaptureRow, "id" | "seq">,
): Promise<readonly CaptureRow[] | "altered"> {
  if (captures.filter((row) => row.seq < seq).length !== seq - 1) return "altered";
  for (const row of captures) if (!(await seals.isGenuine(db, "captures", row))) return "altered";
  return captures.filter((row) => row.id !== id);
}

/** Whether a capture brought money. Its state carries no seal, but that it is priced does. */
export const isTaken = ({ status, isPriced }: CaptureRow): boolean => isPriced || status === "succeeded";

/** What some captures of an order, all before another one, came to, with the `others` that may be priced since. */
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

/** Nothing yet. */
export const nothingBefore = (order: Pick<OrderRow, "currency">): CapturedBefore => capturedBy(order, []);

const snapshotOf = ({ feeRule }: CaptureRow) => feeRule as PartSnapshot | null;

/** The snapshots of the captures that were priced in a currency. */
export const snapshotsIn = ({ priced }: CapturedBefore, code: CurrencyCode): PartSnapshot[] =>
  priced.flatMap((row) => {
    const snapshot = snapshotOf(row);
    return snapshot?.currency === code ? [snapshot] : [];
  });

/** What was charged already in a currency: by the sealed snapshots, of captures from before those told it by their rows. */
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

/** The volumes that the first priced capture went by; undefined where there is none. */
export function volumesBefore(before: CapturedBefore, code: CurrencyCode): CapturedVolumes | undefined {
  const known = snapshotsIn(before, code).find(({ volumes }) => volumes)?.volumes;
  return known && { monthToDate: fromWire(known.monthToDate, code), lastMonth: fromWire(known.lastMonth, code) };
}
