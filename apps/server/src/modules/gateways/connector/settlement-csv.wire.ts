import { isCurrency } from "@countinghouse/money/currency.ts";
import { parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { isPlainDate } from "@countinghouse/money/plain-date.ts";
import { type FileRow, rowsIn, UnreadableFile } from "../../../platform/files/file-parts.ts";
import { type SettlementFileLine, type SettlementFileRead, UnreadableSettlementFile } from "./settlement-file.port.ts";

const columns = [
  "batchNo",
  "upstreamMid",
  "upstreamReference",
  "merchantReference",
  "modificationReference",
  "type",
  "creationDate",
  "timeZone",
  "grossCurrency",
  "grossDebit",
  "grossCredit",
  "exchangeRate",
  "netCurrency",
  "netDebit",
  "netCredit",
  "markup",
  "schemeFee",
  "interchange",
  "paymentMethod",
  "bookingDate",
] as const;
type Column = (typeof columns)[number];

const types: Readonly<Record<string, SettlementFileLine["type"]>> = {
  Settled: "settled",
  Refunded: "refunded",
  RefundedReversed: "refund_reversed",
  Chargeback: "chargeback",
  SecondChargeback: "second_chargeback",
  ChargebackReversed: "chargeback_reversed",
  Fee: "fee",
  DepositCorrection: "deposit_correction",
  InvoiceDeduction: "invoice_deduction",
  ManualCorrected: "manual_correction",
  MerchantPayout: "payout",
};

/** Most lines of a file; no account settles more in a day. */
const linesMax = 1_000_000;

/** One row by column names. */
class Row {
  readonly lineNo: number;
  readonly #cells: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  constructor({ row, cells }: FileRow, places: ReadonlyMap<string, number>) {
    this.lineNo = row;
    this.#cells = cells;
    this.#places = places;
  }
  text(column: Column): string {
    return this.#cells[this.#places.get(column) ?? -1] ?? "";
  }
  fault(column: Column): UnreadableSettlementFile {
    return new UnreadableSettlementFile(this.lineNo, column, this.text(column));
  }
  matching(column: Column, form: RegExp): string {
    const text = this.text(column);
    if (!form.test(text)) throw this.fault(column);
    return text;
  }
  currency(column: Column): string {
    const text = this.text(column);
    if (!isCurrency(text)) throw this.fault(column);
    return text;
  }
  day(column: Column): string {
    const text = this.matching(column, /^20\d\d-\d\d-\d\d$/);
    if (!isPlainDate(text)) throw this.fault(column);
    return text;
  }
  amount(column: Column, code: string): bigint {
    const text = this.text(column);
    if (text === "") return 0n;
    try {
      return parseDecimal(text, code).amountMinor;
    } catch (error) {
      if (error instanceof MoneyError) throw this.fault(column);
      throw error;
    }
  }
  /** Credit less debit; a line has one of them. */
  sides(debit: Column, credit: Column, code: string): bigint {
    if (this.text(debit) !== "" && this.text(credit) !== "") throw this.fault(debit);
    return this.amount(credit, code) - this.amount(debit, code);
  }
}

function lineOf(row: Row): SettlementFileLine {
  const type = types[row.text("type")];
  if (!type) throw row.fault("type");
  const [grossCurrency, netCurrency] = [row.currency("grossCurrency"), row.currency("netCurrency")];
  const time = new Date(row.matching("creationDate", /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/));
  if (Number.isNaN(time.getTime())) throw row.fault("creationDate");
  if (row.text("timeZone") !== "UTC") throw row.fault("timeZone");
  const line = {
    lineNo: row.lineNo,
    type,
    upstreamRef: row.matching("upstreamReference", /^[\x21-\x7e]{0,64}$/),
    merchantRef: row.matching("merchantReference", /^[\x21-\x7e]{0,64}$/),
    modificationRef: row.matching("modificationReference", /^[\x21-\x7e]{0,64}$/),
    paymentMethod: row.matching("paymentMethod", /^[\w-]{0,64}$/) || null,
    time: time.toISOString(),
    bookingDate: row.day("bookingDate"),
    grossCurrency,
    netCurrency,
    gross: row.sides("grossDebit", "grossCredit", grossCurrency),
    interchange: row.amount("interchange", netCurrency),
    schemeFee: row.amount("schemeFee", netCurrency),
    markup: row.amount("markup", netCurrency),
  };
  // A line whose parts do not sum to its own net is not credible.
  const net = row.sides("netDebit", "netCredit", netCurrency);
  const isOneCurrency = grossCurrency === netCurrency;
  if (isOneCurrency && line.gross - line.interchange - line.schemeFee - line.markup !== net)
    throw row.fault("netCredit");
  if (isOneCurrency) return line;
  // Paid in one currency and settled in another: the amount in the settlement currency.
  return { ...line, gross: net + line.interchange + line.schemeFee + line.markup };
}

/** Largest total of a file in minor units: the limit of the stored sums. */
const sumMax = 2n ** 63n - 1n;

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Largest contribution of a line to its file's sums, regardless of signs. */
const weightOf = ({ gross, interchange, schemeFee, markup }: SettlementFileLine): bigint =>
  sizeOf(gross) + sizeOf(interchange) + sizeOf(schemeFee) + sizeOf(markup);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Parses a settlement file with twenty named columns: header, details, fees, corrections and payout. */
export async function readSettlementCsv(bytes: Uint8Array): Promise<SettlementFileRead> {
  const lines: SettlementFileLine[] = [];
  let places: ReadonlyMap<string, number> | undefined;
  let upstreamMid = "";
  let batchNo = 0;
  let weight = 0n;
  try {
    for await (const read of rowsIn(once(bytes), { encoding: "utf-8", delimiter: ",", rowsMax: linesMax })) {
      if (!places) {
        places = new Map(read.cells.map((name, at) => [name, at]));
        const missing = columns.find((column) => !places?.has(column));
        if (missing) throw new UnreadableSettlementFile(read.row, missing, "");
        continue;
      }
      const row = new Row(read, places);
      const own = {
        mid: row.matching("upstreamMid", /^[\x21-\x7e]{1,64}$/),
        no: Number(row.matching("batchNo", /^[1-9]\d{0,8}$/)),
      };
      if (lines.length > 0 && own.mid !== upstreamMid) throw row.fault("upstreamMid");
      if (lines.length > 0 && own.no !== batchNo) throw row.fault("batchNo");
      [upstreamMid, batchNo] = [own.mid, own.no];
      const line = lineOf(row);
      weight += weightOf(line);
      if (weight > sumMax) throw row.fault("netCredit");
      lines.push(line);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw new UnreadableSettlementFile(error.row ?? 1, error.failure, "");
    throw error;
  }
  return { upstreamMid, batchNo, lines };
}
