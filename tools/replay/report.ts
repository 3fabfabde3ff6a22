import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import type { PlannedRow } from "./mapping.ts";

/** What became of a row. */
export const outcomes = ["paid", "declined", "waiting", "refused", "unsent"] as const;
export type Outcome = (typeof outcomes)[number];

/** A row with what became of it, and why where it was not paid. */
export interface Result {
  readonly row: PlannedRow;
  readonly outcome: Outcome;
  readonly orderNo: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

const cell = (value: string | number | undefined): string => {
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const decimal = (amountMinor: bigint, currency: string): string => formatDecimal(money(amountMinor, currency));

const columns = ["line", "merchantOrderNo", "amount", "currency", "method", "outcome", "orderNo", "code", "message"];

/** The report, a line for each row of the file and in its order. */
export function reportCsv(results: readonly Result[]): string {
  const lines = results.map(({ row, outcome, orderNo, code, message }) => {
    const order = "order" in row ? row.order : undefined;
    const amount = row.sum ? decimal(BigInt(row.sum.amountMinor), row.sum.currency) : undefined;
    const cells = [
      row.line,
      order?.merchantOrderNo,
      amount,
      row.sum?.currency,
      order?.method,
      outcome,
      orderNo,
      code,
      message,
    ];
    return cells.map(cell).join(",");
  });
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Counts and sums of a report: per method, currency and outcome, and per currency in all. */
export function summary(results: readonly Result[]): string[] {
  const groups = Map.groupBy(results, ({ row, outcome }) =>
    [row.sum?.currency ?? "?", "order" in row ? row.order.method : "(not an order)", outcome].join("\t"),
  );
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const [currency = "", method = "", outcome = ""] = key.split("\t");
      return `${currency.padEnd(4)} ${method.padEnd(16)} ${outcome.padEnd(9)} ${String(group.length).padStart(8)}  ${total(group).padStart(20)}`;
    });
  const currencies = Map.groupBy(results, ({ row }) => row.sum?.currency ?? "?");
  const totals = [...currencies].map(([currency, group]) => {
    const paid = group.filter(({ outcome }) => outcome === "paid");
    return `${currency.padEnd(4)} file ${group.length} rows ${total(group)}, paid ${paid.length} rows ${total(paid)}`;
  });
  return [...lines, ...totals];
}

function total(group: readonly Result[]): string {
  const [currency] = group.flatMap(({ row }) => row.sum?.currency ?? []);
  if (currency === undefined) return "";
  return decimal(
    group.reduce((sum, { row }) => sum + BigInt(row.sum?.amountMinor ?? 0), 0n),
    currency,
  );
}
