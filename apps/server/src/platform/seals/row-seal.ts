import type { HashFunction } from "@countinghouse/ledger/seal.ts";
import { factsOf } from "../db/tables.ts";
import { laterColumns, type SealedTable, sealedColumns } from "./sealed-columns.ts";
import { sealedText } from "./sealed-text.policy.ts";

/**
 * Number of leading columns that a seal of an earlier scheme covers, by the last scheme that covered no more. The latest
 * scheme of a table covers the whole row.
 */
const coveredUpTo: { readonly [S in 1 | 2 | 3]: { readonly [T in SealedTable]?: number } } = {
  1: { paymentAttempts: 15, paymentDues: 15 },
  2: {
    paymentDues: 20,
    orderRefunds: 30,
    merDeposits: 21,
    cashouts: 26,
    payouts: 14,
    payoutAccounts: 25,
    bankStatements: 18,
    bankLines: 28,
  },
  // A release that does not know scheme 4 takes no such seal for an alteration.
  3: { coinOrders: 21, paymentAttempts: 17, orderRefunds: 36 },
};

/** Tables whose rows were sealed anew when their seals came to cover more. */
export const extendedTables = [
  "coinOrders",
  "paymentAttempts",
  "orderRefunds",
] as const satisfies readonly SealedTable[];

/** The latest scheme of a table. */
export const latestScheme = (table: SealedTable): SealOrigin["scheme"] =>
  coveredUpTo[3][table] !== undefined ? 4 : coveredUpTo[2][table] !== undefined ? 3 : 2;

/** Tables that prices are computed from. */
export const priceTables = ["feeRules", "accountTerms", "rates"] as const satisfies readonly SealedTable[];
export type PriceTable = (typeof priceTables)[number];

/** Tables of imported files' rows, identified by file and row number. */
export const fileTables = ["refundImportRows"] as const satisfies readonly SealedTable[];
type FileTable = (typeof fileTables)[number];

/** Tables of short-lived quotes: their rows are verified when the quote is used, and at no other time. */
export const promiseTables = ["fxQuotes"] as const satisfies readonly SealedTable[];
type PromiseTable = (typeof promiseTables)[number];

/** Tables of payments with sealed rows: those of one merchant's book. */
export type BookTable = Exclude<SealedTable, PriceTable | FileTable | PromiseTable>;

/** The sealed columns of a row. */
export type SealedRow<T extends SealedTable> = Readonly<Record<(typeof sealedColumns)[T][number], unknown>>;

/** The key of a seal, and whether it was made with the row or when the installation introduced seals. */
export interface SealOrigin {
  readonly mark: "w" | "u";
  readonly keyId: string;
  /** Seals of earlier schemes stay valid; new ones use the table's latest scheme. */
  readonly scheme: 1 | 2 | 3 | 4;
}

/** Hexadecimal digits of the HMAC that are kept: 128 bits (RFC 2104, section 5). */
const keptDigits = 32;

const markOf = ({ mark, scheme }: Pick<SealOrigin, "mark" | "scheme">): string =>
  scheme === 1 ? mark : `${mark}${scheme}`;

/** Number of leading columns that a seal covers; all by default. */
const coveredBy = (table: SealedTable, scheme: SealOrigin["scheme"]): number | undefined =>
  ([1, 2, 3] as const)
    .filter((one) => one >= scheme)
    .map((one) => coveredUpTo[one][table])
    .find(Boolean);

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

/** A new seal of a row, in its stored form. */
export function newSeal<T extends SealedTable>(
  by: Omit<SealOrigin, "scheme">,
  table: T,
  row: SealedRow<T>,
  hash: HashFunction,
): string {
  const naming = { ...by, scheme: latestScheme(table) };
  return `${markOf(naming)}:${naming.keyId}:${rowDigest(naming, table, row, hash)}`;
}

/** Whether a seal uses a scheme newer than this release. */
export const isOfLaterScheme = (seal: string | null): boolean => /^[wu](?:[5-9]|[1-9]\d+):/.test(seal ?? "");

/** The parts of a seal; undefined where the text is none. */
export function sealParts(seal: string | null): (SealOrigin & { readonly digest: string }) | undefined {
  const [, mark, scheme, keyId, digest] = /^([wu])([234]?):([^:]+):([0-9a-f]{32})$/.exec(seal ?? "") ?? [];
  if (!mark || !keyId || !digest) return undefined;
  return { mark: mark as SealOrigin["mark"], keyId, scheme: Number(scheme || 1) as SealOrigin["scheme"], digest };
}
