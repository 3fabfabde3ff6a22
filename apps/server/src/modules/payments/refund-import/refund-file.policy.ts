import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { RefundReason } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import {
  findRefundColumn,
  neededRefundColumns,
  type RefundColumn,
  refundColumns,
} from "@countinghouse/contract/payments/refund-import/refund-columns.ts";
import {
  type RowProblem,
  rowProblems,
} from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import { hasCardNumber, maskCardNumbers, substitute } from "@countinghouse/contract/platform/card-number.ts";
import { isReadableCell } from "@countinghouse/contract/platform/storable-text.ts";
import { readPositiveAmount } from "@countinghouse/money/positive-amount.ts";
import { toWire } from "@countinghouse/money/wire.ts";

/** Column positions of a file; undefined for columns it does not have. */
export interface RefundHeader {
  readonly width: number;
  readonly at: Readonly<Partial<Record<RefundColumn, number>>>;
}

/** A row as read from the file, or the problem that makes it unreadable. */
export interface FileRefund {
  readonly orderNo: string | null;
  readonly merchantOrderNo: string | null;
  /** In minor units. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reason: ValueOf<typeof RefundReason> | null;
  readonly remark: string | null;
  readonly merchantRefundNo: string | null;
  readonly refusal: string | null;
}

/** The columns of a file by its heading, or the first required one that is missing. */
export function headerOf(cells: readonly string[]): RefundHeader | { readonly missing: RefundColumn } {
  const found = (Object.keys(refundColumns) as RefundColumn[]).flatMap((column) => {
    const at = findRefundColumn(column, cells);
    return at < 0 ? [] : [[column, at] as const];
  });
  const at: RefundHeader["at"] = Object.fromEntries(found);
  const missing = neededRefundColumns.find((column) => at[column] === undefined);
  if (missing) return { missing };
  if (at.orderNo === undefined && at.merchantOrderNo === undefined) return { missing: "orderNo" };
  return { width: cells.length, at };
}

/** The problem of a row as text, in the language of the file. */
export const problemText = (problem: RowProblem, locale: Locale, values: object = {}): string =>
  fill(rowProblems[problem][locale], { ...values });

const longest: Readonly<Partial<Record<RefundColumn, number>>> = { remark: 500 };

/** Aborts the parsing of a cell with its problem. */
class Wrong extends Error {
  readonly problem: RowProblem;
  readonly column: RefundColumn | undefined;
  readonly value: string;

  constructor(problem: RowProblem, column?: RefundColumn, value = "") {
    super(problem);
    this.problem = problem;
    this.column = column;
    this.value = value;
  }
}

function cellOf({ at }: RefundHeader, cells: readonly string[], column: RefundColumn): string {
  const place = at[column];
  const text = place === undefined ? "" : (cells[place] ?? "").trim();
  if (text.includes(substitute) || (column !== "amount" && hasCardNumber(text))) throw new Wrong("cardNumber", column);
  if (!isReadableCell(text)) throw new Wrong("badCharacters", column);
  if (text.length > (longest[column] ?? 64)) throw new Wrong("tooLong", column);
  return text;
}

function neededCell(header: RefundHeader, cells: readonly string[], column: RefundColumn): string {
  const text = cellOf(header, cells, column);
  if (text === "") throw new Wrong("missing", column);
  return text;
}

/** A reason by its code, or by its label in one of the three languages. */
function reasonOf(text: string): ValueOf<typeof RefundReason> {
  const said = text.toLowerCase();
  const found = RefundReason.members.find(
    ({ value, text: words }) => value === said || Object.values(words).some((word) => word.toLowerCase() === said),
  );
  if (!found) throw new Wrong("unknownReason", "reason", text);
  return found.value;
}

/** Parses one row. The first fault is the reason of its refusal; nothing is guessed or corrected. */
export function readRefundRow(header: RefundHeader, cells: readonly string[], locale: Locale): FileRefund {
  const row: { -readonly [K in keyof FileRefund]: FileRefund[K] } = { ...blank };
  try {
    if (cells.length !== header.width) throw new Wrong("columnsDiffer", undefined, String(cells.length));
    row.orderNo = cellOf(header, cells, "orderNo") || null;
    row.merchantOrderNo = cellOf(header, cells, "merchantOrderNo") || null;
    if (!row.orderNo && !row.merchantOrderNo) throw new Wrong("missing", "orderNo");
    row.merchantRefundNo = cellOf(header, cells, "merchantRefundNo") || null;
    row.currency = neededCell(header, cells, "currency").toUpperCase();
    const text = neededCell(header, cells, "amount");
    const read = readPositiveAmount(text, row.currency);
    if ("problem" in read) {
      const { currency } = row;
      // An unknown currency word is kept in the problem's text only.
      if (read.problem === "unknownCurrency") row.currency = null;
      throw new Wrong(read.problem, "amount", read.problem === "unknownCurrency" ? currency : text);
    }
    row.amount = toWire(read.amount);
    row.remark = cellOf(header, cells, "remark") || null;
    row.reason = reasonOf(neededCell(header, cells, "reason"));
    return row;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const column = error.column && refundColumns[error.column].text[locale];
    return { ...row, refusal: problemText(error.problem, locale, { column, value: maskCardNumbers(error.value) }) };
  }
}

const blank: FileRefund = {
  orderNo: null,
  merchantOrderNo: null,
  amount: null,
  currency: null,
  reason: null,
  remark: null,
  merchantRefundNo: null,
  refusal: null,
};

/** The values that identify a row again, as far as the file has them. */
export interface KeyedRow {
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly merchantRefundNo: string | null;
}

/**
 * Idempotency keys of rows, equal for equal rows in every file: the merchant's own refund number, or else order,
 * amount and occurrence among equal rows of the file. A second file with the same rows requests nothing twice.
 */
export function rowKeys(rows: readonly KeyedRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ orderId, amount, currency, merchantRefundNo }) => {
    if (merchantRefundNo !== null) return `no ${merchantRefundNo}`;
    const same = `${orderId} ${amount} ${currency}`;
    const count = (seen.get(same) ?? 0) + 1;
    seen.set(same, count);
    return `row ${same} ${count}`;
  });
}
