import type { BankFormat, BankLineType } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";

/** One line of a statement in our words; amounts in minor units, what came in positive. */
export interface StatementLine {
  readonly type: ValueOf<typeof BankLineType>;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly amount: bigint;
  readonly bankCode: string;
  readonly bankRef: string;
  readonly endToEndId: string;
  readonly partyName: string;
  /** The whole number of the other account: only its end is kept. */
  readonly partyAccount: string;
  readonly remittance: string;
}

/** One statement that was read whole. Its balances were not compared with its lines yet. */
export interface StatementRead {
  /** The account's number as the bank writes it; null where a table names none. */
  readonly account: string | null;
  readonly bankNo: string;
  readonly currency: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly lines: readonly StatementLine[];
}

/** All statements of a file. */
export interface StatementFile {
  readonly format: ValueOf<typeof BankFormat>;
  readonly statements: readonly StatementRead[];
}

/** Why a file cannot be read: where, what of it, and what stands there. */
export class UnreadableStatement extends Error {
  readonly place: string;
  readonly what: string;
  readonly value: string;
  constructor(place: string, what: string, value: string) {
    super(`${place}: ${what} cannot be ${JSON.stringify(value)}`);
    this.place = place;
    this.what = what;
    this.value = value.slice(0, 64);
  }
}
