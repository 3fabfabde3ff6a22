import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import {
  type BookTable,
  fileTables,
  latestScheme,
  newSeal,
  priceTables,
  promiseTables,
  rowDigest,
  type SealedRow,
  sealParts,
} from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import { sealedColumns } from "../../../platform/seals/sealed-columns.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Db = Kysely<Tables>;

/** A row with its stored seal. */
export type SealedStoredRow = SealedRow<BookTable> & {
  readonly merchantId: string;
  readonly id: string;
  readonly seal: string | null;
};

/** The tables of a book with sealed rows. */
export const sealedTables = Object.keys(sealedColumns).filter(
  (table): table is BookTable => ![...priceTables, ...fileTables, ...promiseTables].some((one) => one === table),
);

/** Owner of a book's rows: its merchant; in a house account's book also the tenant's accounts without a merchant. */
const heldBy = (table: BookTable, merchantId: string) =>
  table === "payoutAccounts"
    ? sql<boolean>`(merchant_id = ${merchantId} OR (merchant_id IS NULL
        AND tenant_id = (SELECT h.tenant_id FROM merchants h WHERE h.id = ${merchantId} AND h.is_house)))`
    : sql<boolean>`merchant_id = ${merchantId}`;

/** The next rows of a book in a table, by their ids. */
export const sealedRows = (
  db: Db,
  table: BookTable,
  { merchantId, book }: MerchantBook,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealedStoredRow[]> =>
  db
    .selectFrom(table)
    .select([...sealedColumns[table], "seal"] as never)
    .where(heldBy(table, merchantId))
    .where("mode", "=", book)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute() as Promise<never>;

/** Rows sealed per transaction. */
const batch = 500;

/** Seals unsealed rows of a table as they are, and marks their seals as adopted. Answers how many there were. */
export async function sealExistingRows(db: Db, table: BookTable, keys: SealKeys): Promise<number> {
  let adopted = 0;
  let last: Pick<SealedStoredRow, "merchantId" | "id"> | undefined = { merchantId: "", id: "" };
  while (last) {
    const after: Pick<SealedStoredRow, "merchantId" | "id"> = last;
    const rows = await db.transaction().execute((tx) => adoptStretch(tx, table, keys, after));
    adopted += rows.length;
    last = rows.at(-1);
  }
  return adopted;
}

type Place = Pick<SealedStoredRow, "merchantId" | "id">;

/** The next rows of a table behind a place that a condition on their seal picks, locked. */
const stretchOf = async (db: Db, table: BookTable, after: Place, which: RawBuilder<boolean>) =>
  (await db
    .selectFrom(table)
    .select([...sealedColumns[table], "seal"] as never)
    .where(sql<boolean>`(merchant_id, id) > (${after.merchantId}, ${after.id})`)
    .where(which)
    .orderBy("merchantId")
    .orderBy("id")
    .limit(batch)
    .forUpdate()
    .execute()) as unknown as SealedStoredRow[];

async function adoptStretch(
  db: Db,
  table: BookTable,
  keys: SealKeys,
  after: Place,
): Promise<readonly SealedStoredRow[]> {
  const rows = await stretchOf(db, table, after, sql<boolean>`seal IS NULL`);
  const naming = { mark: "u", keyId: keys.active.id } as const;
  await writeSeals(
    db,
    table,
    rows.map((row) => ({ row, seal: newSeal(naming, table, row, keys.active.hmac) })),
  );
  return rows;
}

/**
 * Seals rows anew whose seal matches and covers fewer columns than new ones: columns that it did not cover are taken as
 * they are. Answers how many there were.
 */
export async function extendSeals(db: Db, table: BookTable, keys: SealKeys): Promise<number> {
  let extended = 0;
  let last: Place | undefined = { merchantId: "", id: "" };
  while (last) {
    const after: Place = last;
    const found = await db.transaction().execute((tx) => extendStretch(tx, table, keys, after));
    extended += found.extended;
    last = found.last;
  }
  return extended;
}

async function extendStretch(db: Db, table: BookTable, { active, hmacOf }: SealKeys, after: Place) {
  const rows = await stretchOf(db, table, after, sql<boolean>`seal !~ ${`^[wu]${latestScheme(table)}:`}`);
  const anew = rows.flatMap((row) => {
    const parts = sealParts(row.seal);
    const hash = parts && hmacOf(parts.keyId);
    if (!parts || !hash || rowDigest(parts, table, row, hash) !== parts.digest) return [];
    return [{ row, seal: newSeal({ mark: parts.mark, keyId: active.id }, table, row, active.hmac) }];
  });
  await writeSeals(db, table, anew);
  return { extended: anew.length, last: rows.at(-1) };
}

/** Writes new seals of rows that the caller holds locked. */
async function writeSeals(
  db: Db,
  table: BookTable,
  rows: readonly { readonly row: SealedStoredRow; readonly seal: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE ${sql.table(table)} AS t SET seal = s.seal
      FROM unnest(${rows.map(({ row }) => row.merchantId)}::text[], ${rows.map(({ row }) => row.id)}::text[],
                  ${rows.map(({ seal }) => seal)}::text[]) AS s (merchant_id, id, seal)
     WHERE t.merchant_id = s.merchant_id AND t.id = s.id`.execute(db);
}

type CaptureRow = SealedRow<"captures"> &
  Pick<Selectable<Tables["captures"]>, "merchantId" | "id" | "seal" | "feeAmount" | "feeTaxAmount" | "feeRule">;

/** Priced captures whose seal is too old to cover their charge. */
export const uncoveredCharges = (db: Db, after: Pick<CaptureRow, "merchantId" | "id">): Promise<CaptureRow[]> =>
  db
    .selectFrom("captures")
    .select([...sealedColumns.captures, "seal", "feeAmount", "feeTaxAmount"])
    .where(sql<boolean>`(merchant_id, id) > (${after.merchantId}, ${after.id})`)
    .where("isPriced", "=", true)
    .where(sql<boolean>`fee_rule IS NOT NULL AND NOT jsonb_exists(fee_rule, 'fee')`)
    .orderBy("merchantId")
    .orderBy("id")
    .limit(batch)
    .execute() as Promise<CaptureRow[]>;

/** Extends a capture's seal to its charge, unless the capture changed since it was read. */
export async function coverCharge(
  db: Db,
  { merchantId, id, seal }: Pick<CaptureRow, "merchantId" | "id" | "seal">,
  values: { readonly feeRule: string; readonly seal: string },
): Promise<void> {
  await db
    .updateTable("captures")
    .set(values)
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("seal", "=", seal)
    .execute();
}
