import type { BankCsvField, BankCsvMapping } from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";
import { bankLinesMax } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { isPlainDate } from "@countinghouse/money/plain-date.ts";
import { type FileRow, rowsIn, UnreadableFile } from "../../../platform/files/file-parts.ts";
import { type StatementLine, type StatementRead, UnreadableStatement } from "./statement-file.port.ts";

/** A bank's table: its headings, and the rows below. */
export interface BankTable {
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
}

const delimiters = [";", ",", "\t", "|"] as const;
/** Most lines of text that a bank puts above the headings. */
const preambleMax = 30;
const columnsMin = 3;

/** The delimiter that occurs most in the first rows. */
const delimiterOf = (text: string): string => {
  const head = text
    .split(/\r\n|\n|\r/, preambleMax)
    .join("\n")
    .replace(/"[^"]*"/g, "");
  const counted = delimiters.map((sign) => [sign, head.split(sign).length] as const);
  return counted.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ",";
};

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8");
}

/** Reads a table; undefined for anything else. Lines above the first row with at least three columns are skipped. */
export async function readTable(text: string): Promise<BankTable | undefined> {
  if (text.includes("\u0000")) return undefined;
  const style = { encoding: "utf-8", delimiter: delimiterOf(text), rowsMax: bankLinesMax + preambleMax };
  const rows: FileRow[] = [];
  try {
    for await (const row of rowsIn(once(text), style)) rows.push(row);
  } catch (error) {
    if (error instanceof UnreadableFile && error.failure === "emptyFile") return undefined;
    if (error instanceof UnreadableFile) throw new UnreadableStatement(`${error.row ?? 1}`, "CSV", error.failure);
    throw error;
  }
  const at = rows
    .slice(0, preambleMax)
    .findIndex(({ cells }) => cells.filter((cell) => cell.trim()).length >= columnsMin);
  const header = rows[at];
  if (!header) return undefined;
  const columns = header.cells.map((cell) => cell.trim());
  return { columns, rows: rows.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== "")) };
}

const outWords = /^(?:d|db|dr|dbit|debit|s|soll|out|-|支出|借)$/i;
const inWords = /^(?:c|cr|crdt|credit|h|haben|in|\+|收入|贷|貸)$/i;

/** One row, read by the column mapping. */
class Row {
  readonly #row: FileRow;
  readonly #mapping: BankCsvMapping;
  constructor(row: FileRow, mapping: BankCsvMapping) {
    this.#row = row;
    this.#mapping = mapping;
  }
  text(name: BankCsvField): string {
    const at = this.#mapping.columns[name];
    return at === undefined ? "" : (this.#row.cells[at] ?? "").trim();
  }
  fault(name: BankCsvField): UnreadableStatement {
    return new UnreadableStatement(`${this.#row.row}`, name, this.text(name));
  }
  day(name: BankCsvField): string {
    const text = this.text(name);
    const [, first = "", second = "", third = ""] = /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})/.exec(text) ?? [];
    const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
    const [year, month, day] = compact
      ? [compact[1], compact[2], compact[3]]
      : first.length === 4
        ? [first, second, third]
        : this.#mapping.dayOrder === "dayFirst"
          ? [third, second, first]
          : [third, first, second];
    const century = year?.length === 2 ? `20${year}` : year;
    const plain = `${century}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
    if (!isPlainDate(plain)) throw this.fault(name);
    return plain;
  }
  /** In minor units; zero for an empty cell. */
  amount(name: BankCsvField, currency: string): bigint {
    const text = this.text(name).replaceAll("\u2212", "-");
    if (text === "") return 0n;
    const isComma = this.#mapping.decimalSign === ",";
    const isNegative = /^\(.*\)$/.test(text) || /^-|-$/.test(text.replace(/[A-Z\s]/g, ""));
    const digits = text.replace(/[()\s'’+-]|[A-Z]{3}|[$€£¥]/g, "");
    const grouped = isComma ? /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/ : /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
    const ungrouped = grouped.test(digits) ? digits.replaceAll(isComma ? "." : ",", "") : digits;
    try {
      const { amountMinor } = parseDecimal(isComma ? ungrouped.replace(",", ".") : ungrouped, currency);
      return isNegative ? -amountMinor : amountMinor;
    } catch (error) {
      if (error instanceof MoneyError) throw this.fault(name);
      throw error;
    }
  }
  /** The amount of the movement; negative where it is outgoing. */
  movement(currency: string): bigint {
    const { columns } = this.#mapping;
    if (columns.amount === undefined) {
      const [debit, credit] = [this.amount("debit", currency), this.amount("credit", currency)];
      if (debit !== 0n && credit !== 0n) throw this.fault("debit");
      return debit === 0n ? credit : debit < 0n ? debit : -debit;
    }
    const amount = this.amount("amount", currency);
    if (columns.direction === undefined) return amount;
    const word = this.text("direction");
    if (!outWords.test(word) && !inWords.test(word)) throw this.fault("direction");
    const size = amount < 0n ? -amount : amount;
    return outWords.test(word) ? -size : size;
  }
}

const charges = /\b(?:fee|fees|charge|charges|entgelt|gebühr(?:en)?)\b|手续费|手續費/i;
const returns = /\b(?:returned?|reversal|rückläufer|rücküberweisung|bounced)\b|退汇|退匯/i;

function lineOf(row: Row, amount: bigint): StatementLine {
  const bookingDate = row.day("bookingDate");
  const bankCode = row.text("bankCode");
  return {
    type: charges.test(bankCode) ? "charge" : returns.test(bankCode) ? "return" : "transfer",
    bookingDate,
    valueDate: row.text("valueDate") === "" ? bookingDate : row.day("valueDate"),
    amount,
    bankCode,
    bankRef: row.text("reference"),
    endToEndId: row.text("endToEndId"),
    partyName: row.text("partyName"),
    partyAccount: row.text("partyAccount"),
    remittance: row.text("remittance"),
  };
}

/**
 * Opening and closing balance from running balances, in either row order. Throws where a balance does not follow from
 * the one before.
 */
function balancesOf(rows: readonly { readonly row: Row; readonly amount: bigint }[], currency: string) {
  const balances = rows.map(({ row, amount }) => ({ row, amount, after: row.amount("balance", currency) }));
  const brokenIn = (order: typeof balances) =>
    order.find(({ amount, after }, at) => at > 0 && (order[at - 1]?.after ?? 0n) + amount !== after);
  const ascending = brokenIn(balances) === undefined;
  const order = ascending ? balances : balances.toReversed();
  const broken = ascending ? undefined : brokenIn(order);
  if (broken) throw (brokenIn(balances) ?? broken).row.fault("balance");
  const [first, last] = [order[0], order.at(-1)];
  return { opening: (first?.after ?? 0n) - (first?.amount ?? 0n), closing: last?.after ?? 0n };
}

/** Balances given by the user for a table without them, in minor units. */
export interface GivenBalances {
  readonly opening: bigint;
  readonly closing: bigint;
}

/** A table as one statement; undefined where neither the table nor the user gives balances. */
export function readMapped(
  { rows }: BankTable,
  mapping: BankCsvMapping,
  { currency, given }: { readonly currency: string; readonly given: GivenBalances | undefined },
): StatementRead | undefined {
  const read = rows.map((cells) => {
    const row = new Row(cells, mapping);
    return { row, amount: row.movement(currency) };
  });
  const balances = mapping.columns.balance === undefined ? given : balancesOf(read, currency);
  if (!balances) return undefined;
  const lines = read.filter(({ amount }) => amount !== 0n).map(({ row, amount }) => lineOf(row, amount));
  const days = lines.map(({ bookingDate }) => bookingDate).toSorted();
  return {
    ...balances,
    account: null,
    bankNo: "",
    currency,
    fromDate: days[0] ?? "",
    toDate: days.at(-1) ?? "",
    lines,
  };
}
