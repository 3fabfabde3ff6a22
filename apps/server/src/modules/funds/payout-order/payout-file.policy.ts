import { HolderType } from "@countinghouse/contract/funds/payout-account/payout-account-enumerations.ts";
import {
  findPayoutColumn,
  neededPayoutColumns,
  type PayoutColumn,
  payoutColumns,
} from "@countinghouse/contract/funds/payout-order/payout-columns.ts";
import {
  PayoutMethod,
  PayoutPurpose,
  WalletType,
} from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { hasCardNumber, substitute } from "@countinghouse/contract/platform/card-number.ts";
import { isReadableCell } from "@countinghouse/contract/platform/storable-text.ts";
import { type AmountProblem, readPositiveAmount } from "@countinghouse/money/positive-amount.ts";
import { toWire } from "@countinghouse/money/wire.ts";

/** Column positions of a file; undefined for columns it does not have. */
export interface PayoutHeader {
  readonly width: number;
  readonly at: Readonly<Partial<Record<PayoutColumn, number>>>;
}

/** The columns of a file by its heading, or the first required one that is missing. */
export function headerOf(cells: readonly string[]): PayoutHeader | { readonly missing: PayoutColumn } {
  const found = (Object.keys(payoutColumns) as PayoutColumn[]).flatMap((column) => {
    const at = findPayoutColumn(column, cells);
    return at < 0 ? [] : [[column, at] as const];
  });
  const at: PayoutHeader["at"] = Object.fromEntries(found);
  const missing = neededPayoutColumns.find((column) => at[column] === undefined);
  return missing ? { missing } : { width: cells.length, at };
}

/** A fault of a cell found before the row is validated as input: the name of its message. */
export type CellProblem = "columnsDiffer" | "cardNumber" | "badCharacters" | AmountProblem;

/** A row as input with its amount in minor units, or its faulty cell. */
export type PayoutRowRead =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly problem: CellProblem; readonly column: PayoutColumn | null; readonly value: string };

const words: Readonly<Partial<Record<PayoutColumn, Enumeration>>> = {
  beneficiaryType: HolderType,
  method: PayoutMethod,
  walletType: WalletType,
  purpose: PayoutPurpose,
};

/** Defaults for values that a file omits. */
const usual: Readonly<Partial<Record<PayoutColumn, string>>> = {
  beneficiaryType: "company",
  method: "bank_local",
  purpose: "other",
};

/** A value by its code, or by its label in one of the three languages; unchanged where it is neither. */
function memberIn(column: PayoutColumn, text: string): string {
  const said = text.toLowerCase();
  const found = words[column]?.members.find(
    ({ value, text: named }) => value === said || Object.values(named).some((word) => word.toLowerCase() === said),
  );
  return String(found?.value ?? text);
}

/** Parses one row: nothing is guessed or corrected, and payments to cards are refused. */
export function readPayoutRow({ width, at }: PayoutHeader, cells: readonly string[]): PayoutRowRead {
  if (cells.length !== width) return { problem: "columnsDiffer", column: null, value: String(cells.length) };
  const values: Record<string, unknown> = {};
  for (const column of Object.keys(payoutColumns) as PayoutColumn[]) {
    const place = at[column];
    const text = (place === undefined ? "" : (cells[place] ?? "")).trim();
    if (text.includes(substitute) || (column !== "amount" && hasCardNumber(text)))
      return { problem: "cardNumber", column, value: "" };
    if (!isReadableCell(text)) return { problem: "badCharacters", column, value: "" };
    values[column] = text === "" ? (usual[column] ?? null) : memberIn(column, text);
  }
  const code = String(values.currency ?? "").toUpperCase();
  const read = readPositiveAmount(String(values.amount ?? ""), code);
  if ("problem" in read) {
    const isCurrency = read.problem === "unknownCurrency";
    return {
      problem: read.problem,
      column: isCurrency ? "currency" : "amount",
      value: isCurrency ? code : String(values.amount ?? ""),
    };
  }
  return { values: { ...values, currency: code, amount: toWire(read.amount) } };
}
