import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import { later } from "./agenda.ts";
import type { MoneyLine, SettlementFile } from "./book.ts";
import { day, iso } from "./clock.ts";
import { happened } from "./happened.ts";
import type { World } from "./world.ts";

export const settlementColumns = [
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

/** Mistakes a file can be made to contain, to be found by whoever reconciles it. */
export const anomalyNames = [
  "missing_line",
  "extra_line",
  "amount_up",
  "amount_down",
  "fee_change",
  "duplicate_line",
  "wrong_currency",
  "shifted_date",
  "duplicate_file",
] as const;

export type Anomaly = (typeof anomalyNames)[number];

/** One line before it is written; amounts are minor units, credits positive. */
interface Row {
  readonly upstreamReference: string;
  readonly merchantReference: string;
  readonly modificationReference: string;
  readonly type: string;
  readonly at: number;
  readonly currency: CurrencyCode;
  readonly gross: bigint;
  readonly markup: bigint;
  readonly schemeFee: bigint;
  readonly interchange: bigint;
  readonly method: string;
}

const net = ({ gross, markup, schemeFee, interchange }: Row): bigint => gross - markup - schemeFee - interchange;

/** Costs of a sale in hundredths of a per cent; whole minor units, rounded down. */
const costRates = { markup: 30n, schemeFee: 12n, interchange: 100n };
const share = (amount: bigint, rate: bigint): bigint => (amount * rate) / 10_000n;

function rowOf(line: MoneyLine): Row {
  const isSale = line.type === "Settled";
  return {
    upstreamReference: line.paymentId,
    merchantReference: line.reference,
    modificationReference: line.modificationReference,
    type: line.type,
    at: line.at,
    currency: line.currency,
    gross: line.amount,
    markup: isSale ? share(line.amount, costRates.markup) : 0n,
    schemeFee: isSale ? share(line.amount, costRates.schemeFee) : 0n,
    interchange: isSale ? share(line.amount, costRates.interchange) : 0n,
    method: line.method,
  };
}

const bare = (type: string, at: number, currency: CurrencyCode, gross: bigint): Row => ({
  upstreamReference: "",
  merchantReference: "",
  modificationReference: "",
  type,
  at,
  currency,
  gross,
  markup: 0n,
  schemeFee: 0n,
  interchange: 0n,
  method: "",
});

const feePerDispute = 1_500n;

/** Applies a mistake to a line chosen by chance. The payout still is the sum of what is listed. */
function spoil(world: World, rows: readonly Row[], anomaly: Anomaly): Row[] {
  const place = rows.length === 0 ? -1 : world.random.pick(rows.length);
  const row = rows[place];
  if (!row) return [...rows];
  const replaced = (...by: readonly Row[]): Row[] => rows.toSpliced(place, 1, ...by);
  const spoilers: Readonly<Record<Anomaly, () => Row[]>> = {
    missing_line: () => replaced(),
    extra_line: () =>
      replaced(row, { ...row, upstreamReference: `${row.upstreamReference}x`, merchantReference: "unknown" }),
    amount_up: () => replaced({ ...row, gross: row.gross + 1n }),
    amount_down: () => replaced({ ...row, gross: row.gross - 1n }),
    fee_change: () => replaced({ ...row, schemeFee: row.schemeFee + 1n }),
    duplicate_line: () => replaced(row, row),
    wrong_currency: () => replaced({ ...row, currency: row.currency === "USD" ? "EUR" : "USD" }),
    shifted_date: () => replaced({ ...row, at: row.at - 2 * day }),
    duplicate_file: () => [...rows],
  };
  return spoilers[anomaly]();
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csvLine(batchNo: number, mid: string, row: Row, bookedAt: number): string {
  const show = (amount: bigint): string => formatDecimal(money(amount, row.currency));
  const sides = (amount: bigint): [string, string] => (amount < 0n ? [show(-amount), ""] : ["", show(amount)]);
  const [grossDebit, grossCredit] = sides(row.gross);
  const [netDebit, netCredit] = sides(net(row));
  const values: Readonly<Record<(typeof settlementColumns)[number], string>> = {
    batchNo: String(batchNo),
    upstreamMid: mid,
    upstreamReference: row.upstreamReference,
    merchantReference: row.merchantReference,
    modificationReference: row.modificationReference,
    type: row.type,
    creationDate: iso(row.at),
    timeZone: "UTC",
    grossCurrency: row.currency,
    grossDebit,
    grossCredit,
    exchangeRate: "1",
    netCurrency: row.currency,
    netDebit,
    netCredit,
    markup: show(row.markup),
    schemeFee: show(row.schemeFee),
    interchange: show(row.interchange),
    paymentMethod: row.method,
    bookingDate: iso(bookedAt).slice(0, 10),
  };
  return settlementColumns.map((column) => cell(values[column])).join(",");
}

function writeFile(
  world: World,
  accountId: string,
  currency: CurrencyCode,
  lines: readonly MoneyLine[],
  anomalies: readonly Anomaly[],
): SettlementFile {
  const now = world.clock.now();
  const former = world.book.files.filter((file) => file.accountId === accountId).map((file) => file.batchNo);
  const batchNo = Math.max(0, ...former) + 1;
  const details = anomalies.reduce<Row[]>((rows, anomaly) => spoil(world, rows, anomaly), lines.map(rowOf));
  const disputes = lines.filter(({ type }) => type === "Chargeback" || type === "SecondChargeback").length;
  const fees = disputes > 0 ? [bare("Fee", now, currency, -feePerDispute * BigInt(disputes))] : [];
  const listed = [...details, ...fees];
  // A line in the wrong currency is a mistake of writing: the payout counts it as what it was.
  const netAmount = listed.reduce((sum, row) => sum + net(row), 0n);
  const feeAmount = details.reduce((sum, row) => sum + row.gross, 0n) - netAmount;
  const payout = bare("MerchantPayout", now, currency, -netAmount);
  const rows = [...listed, payout].map((row) => csvLine(batchNo, accountId, row, now));
  const text = `${[settlementColumns.join(","), ...rows].join("\r\n")}\r\n`;
  return { batchNo, accountId, currency, createdAt: now, anomalies, netAmount, feeAmount, text };
}

/** Tells an account whose wire has events for it that a payment is settled; its money arrives a day later. */
function markSettled(world: World, { accountId, paymentId, type }: MoneyLine): void {
  const payment = world.book.payments.get(paymentId);
  if (world.book.accounts.get(accountId)?.face !== "airwallex" || type !== "Settled") return;
  if (payment?.status !== "captured" || payment.settlement !== null) return;
  payment.settlement = "settled";
  happened(world, { kind: "payment", item: payment }, "settled");
  later(world, day, "payPayment", payment.id);
}

/** The agenda's side of a settled payment: its money is with the merchant. */
export function payPayment(world: World, id: string): void {
  const payment = world.book.payments.get(id);
  if (payment?.status !== "captured") return;
  payment.settlement = "paid";
  happened(world, { kind: "payment", item: payment }, "paid");
}

/** Writes one file for each currency in which the account has movements nobody has listed yet. */
export function settle(world: World, accountId: string, anomalies: readonly Anomaly[] = []): SettlementFile[] {
  const waiting = world.book.lines.filter((line) => line.accountId === accountId && line.batchNo === null);
  const currencies = [...new Set(waiting.map(({ currency }) => currency))].sort();
  return currencies.flatMap((currency) => {
    const lines = waiting.filter((line) => line.currency === currency);
    const file = writeFile(world, accountId, currency, lines, anomalies);
    for (const line of lines) {
      line.batchNo = file.batchNo;
      markSettled(world, line);
    }
    const sent = anomalies.includes("duplicate_file") ? [file, file] : [file];
    world.book.files.push(...sent);
    return sent;
  });
}

/** Settles every account and comes back at the next midnight, UTC. */
export function settleDay(world: World): void {
  for (const accountId of world.book.accounts.keys()) settle(world, accountId);
  scheduleSettlement(world);
}

/** Puts the next midnight's settlement on the agenda. */
export function scheduleSettlement(world: World): void {
  const at = (Math.floor(world.clock.now() / day) + 1) * day;
  world.book.tasks.push({ at, kind: "settleDay", id: "", detail: "" });
}
