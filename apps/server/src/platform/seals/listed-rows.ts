import { sha256Hex } from "../crypto/digest.ts";
import type { Tables } from "../db/tables.ts";
import { sealedText } from "./sealed-text.policy.ts";

/** Immutable rows whose digests are listed by their parent row, under the parent's seal. */
export const listedColumns = {
  merDepositMoves: [
    "merchantId",
    "id",
    "tenantId",
    "depositId",
    "seq",
    "mode",
    "currency",
    "kind",
    "amount",
    "fromDate",
    "toDate",
    "journalId",
    "reason",
    "operatorId",
    "operatorName",
    "time",
  ],
} as const satisfies { readonly [T in keyof Tables]?: readonly (keyof Tables[T])[] };

type ListedTable = keyof typeof listedColumns;

/** SHA-256 over all columns of a row. */
export const listedDigest = <T extends ListedTable>(
  table: T,
  row: Readonly<Partial<Record<(typeof listedColumns)[T][number], unknown>>>,
): string => {
  const values: Readonly<Record<string, unknown>> = row;
  return sha256Hex(JSON.stringify(listedColumns[table].map((column) => sealedText(values[column], false))));
};
