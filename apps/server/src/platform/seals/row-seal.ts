import type { HashFunction } from "@countinghouse/ledger/seal.ts";
import { factsOf } from "../db/tables.ts";
import { laterColumns, type SealedTable, sealedColumns } from "./sealed-columns.ts";
import { sealedText } from "./sealed-text.policy.ts";

/** How many of the columns, from the first, a seal of the first scheme covers; all where none is told. */
const coveredByFirst: { readonly [T in SealedTable]?: number } = { paymentAttempts: 15, paymentDues: 15 };

/**
 * How many of the columns a seal of the second scheme covers, of tables whose seals are of the third by now: those cover
 * whatever a row says.
 */
const coveredBySecond: { readonly [T in SealedTable]?: number } = {
  paymentDues: 20,
  orderRefunds: 30,
  merDeposits: 21,
  cashouts: 26,
  payouts: 14,
  payoutAccounts: 25,
  bankStatements: 18,
  bankLines: 28,
};

/** The tables that a price is made from. */
export const priceTables = ["feeRules", "accountTerms", "rates"] as const satisfies readonly SealedTable[];
export type PriceTable = (typeof priceTables)[number];

/** The tables of files' rows, which are known by their file and number. */
export const fileTables = ["refundImportRows"] as const satisfies readonly SealedTable[];
type FileTable = (typeof fileTables)[number];

/** The tables of what is promised for a while: a row is looked at when the promise is kept, and at no other time. */
export const promiseTables = ["fxQuotes"] as const satisfies readonly SealedTable[];
type PromiseTable = (typeof promiseTables)[number];

/** The tables of payments whose rows carry a seal: those of one merchant's book. */
export type BookTable = Exclude<SealedTable, PriceTable | FileTable | PromiseTable>;

/** What of a row its seal covers. */
export type SealedRow<T extends SealedTable> = Readonly<Record<(typeof sealedColumns)[T][number], unknown>>;

/** Which key a seal was made with, and whether with the row or when the installation began to seal rows. */
export interface SealOrigin {
  readonly mark: "w" | "u";
  readonly keyId: string;
  /** Seals of a scheme before stay what they are; only the last one of a table is made. */
  readonly scheme: 1 | 2 | 3;
}

/** As many hexadecimal digits of the HMAC are kept: 128 bits (RFC 2104, section 5). */
const keptDigits = 32;

const markOf = ({ mark, scheme }: Pick<SealOrigin, "mark" | "scheme">): string =>
  scheme === 1 ? mark : `${mark}${scheme}`;

/** How many columns a seal covers; all where none is told. */
const coveredBy = (table: SealedTable, scheme: SealOrigin["scheme"]): number | undefined =>
  scheme === 3 ? undefined : ((scheme === 1 ? coveredByFirst[table] : undefined) ?? coveredBySecond[table]);

/** The keyed digest of a row. */
export function rowDigest<T extends SealedTable>(
  { mark, keyId, scheme }: SealOrigin,
  table: T,
  row: SealedRow<T>,
  hash: HashFunction,
): string {
  const json: readonly string[] = factsOf(table).json ?? [];
  const values: Readonly<Record<string, unknown>> = row;
  const columns: readonly string[] = sealedColumns[table].slice(0, coveredBy(table, scheme));
  const later: readonly string[] = laterColumns[table] ?? [];
  const texts = columns
    .map((column) => ({ column, text: sealedText(values[column], json.includes(column)) }))
    .filter(({ column, text }) => text !== null || !later.includes(column))
    .map(({ text }) => text);
  return hash(JSON.stringify(["row", table, markOf({ mark, scheme }), keyId, texts])).slice(0, keptDigits);
}

/** A new seal of a row, as it is stored. */
export function newSeal<T extends SealedTable>(
  by: Omit<SealOrigin, "scheme">,
  table: T,
  row: SealedRow<T>,
  hash: HashFunction,
): string {
  const naming = { ...by, scheme: coveredBySecond[table] === undefined ? 2 : 3 } as const;
  return `${markOf(naming)}:${naming.keyId}:${rowDigest(naming, table, row, hash)}`;
}

/** Whether a seal is of a scheme that came after this release. */
export const isOfLaterScheme = (seal: string | null): boolean => /^[wu](?:[4-9]|[1-9]\d+):/.test(seal ?? "");

/** A seal's parts; undefined where there is none, or something else. */
export function sealParts(seal: string | null): (SealOrigin & { readonly digest: string }) | undefined {
  const [, mark, scheme, keyId, digest] = /^([wu])([23]?):([^:]+):([0-9a-f]{32})$/.exec(seal ?? "") ?? [];
  if (!mark || !keyId || !digest) return undefined;
  return { mark: mark as SealOrigin["mark"], keyId, scheme: scheme === "3" ? 3 : scheme === "2" ? 2 : 1, digest };
}
