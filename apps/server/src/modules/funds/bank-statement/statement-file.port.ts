import type { BankFormat, BankLineType } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";

/** One statement line in our terms; amounts in minor units, credits positive. */
export interface StatementLine {
  readonly type: ValueOf<typeof BankLineType>;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly amount: bigint;
  readonly bankCode: string;
  readonly bankRef: string;
  readonly endToEndId: string;
  readonly partyName: string;
  /** The counterparty's full account number: only its end is stored. */
  readonly partyAccount: string;
  readonly remittance: string;
  /** What the bank says was ordered, where that is in another currency; signed as the line. Absent otherwise. */
  readonly told?: { readonly currency: string; readonly amount: bigint };
}

/** One completely read statement. Its balances have not been checked against its lines. */
export interface StatementRead {
  /** The account number as the bank writes it; null where a table has none. */
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

/** Why a file cannot be read: the line, the field, and its content. */
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
