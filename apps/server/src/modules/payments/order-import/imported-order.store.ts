import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { RowSeals } from "../../../platform/seals/row-seals.ts";

type Db = Kysely<Tables>;
type Order = Insertable<Tables["coinOrders"]>;

/** The import that orders belong to. */
export interface ImportOfOrders {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly mode: "live" | "test";
  readonly importId: string;
}

/** An imported order, as far as its file tells. */
export type ImportedOrder = Pick<
  Selectable<Tables["coinOrders"]>,
  | "merchantOrderNo"
  | "contentHash"
  | "currency"
  | "amount"
  | "orderTime"
  | "paidTime"
  | "paymentMethod"
  | "methodCategory"
  | "email"
  | "country"
  | "cardBrand"
  | "cardLast4"
  | "transactionNo"
> & { readonly status: "paid" | "failed" | "canceled" };

/** Content fingerprints of a merchant's orders with these numbers, native and imported alike. */
export async function contentOfNumbers(
  db: Db,
  { merchantId, mode }: Pick<ImportOfOrders, "merchantId" | "mode">,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("coinOrders")
    .select(["merchantOrderNo", "contentHash"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("merchantOrderNo", "in", [...numbers])
    .execute();
  return new Map(rows.map(({ merchantOrderNo, contentHash }) => [merchantOrderNo, contentHash]));
}

function rowOf({ merchantId, tenantId, mode, importId }: ImportOfOrders, order: ImportedOrder, now: Date): Order {
  return {
    ...order,
    merchantId,
    tenantId,
    mode,
    importId,
    origin: "import",
    id: newId("ord", now),
    orderNo: businessNumber("OR", now),
    type: "one_time",
    paymentType: "hosted_page",
    captureMethod: "automatic",
    maxAttempts: 1,
    expireTime: order.orderTime,
    canceledTime: order.status === "canceled" ? order.orderTime : null,
    // The timeline begins with the import, which is read from the import's own row.
    timelineSeq: 1,
  };
}

/** An order in the form it is read back: fields that the file does not have are null. */
const unsaid = (row: Order) => ({ appId: null, ip: null, domain: null, ...row }) as Selectable<Tables["coinOrders"]>;

/** Adds an import's orders whose numbers are free, in the caller's transaction; answers the added numbers. */
export async function insertImportedOrders(
  db: Db,
  of: ImportOfOrders,
  orders: readonly ImportedOrder[],
  { now, seals }: { readonly now: Date; readonly seals: RowSeals },
): Promise<ReadonlySet<string>> {
  const rows = orders.map((order) => rowOf(of, order, now));
  const added = await db
    .insertInto("coinOrders")
    .values(rows.map((row) => ({ ...row, seal: seals.made("coinOrders", unsaid(row)) })))
    .onConflict((conflict) => conflict.columns(["merchantId", "mode", "merchantOrderNo"]).doNothing())
    .returning(["id", "merchantOrderNo"])
    .execute();
  if (added.length > 0) await insertBareParticulars(db, of.merchantId, added);
  return new Set(added.map(({ merchantOrderNo }) => merchantOrderNo));
}

const insertBareParticulars = (db: Db, merchantId: string, added: readonly { readonly id: string }[]) =>
  sql`
  INSERT INTO coin_order_particulars (merchant_id, order_id, items, metadata)
  SELECT ${merchantId}, id, '[]', '{}' FROM unnest(${added.map(({ id }) => id)}::text[]) AS added (id)`.execute(db);

type OfImport = Pick<ImportOfOrders, "merchantId" | "importId">;

/** Imported orders that were used since: their timeline has more than its first entry. */
export async function countWorkedWith(db: Db, { merchantId, importId }: OfImport): Promise<number> {
  const { count } = await db
    .selectFrom("coinOrders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merchantId", "=", merchantId)
    .where("importId", "=", importId)
    .where((order) =>
      order.or([order("timelineSeq", ">", 1), order("version", ">", 1), order("refundStatus", "<>", "none")]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes some unused orders of an import; answers how many. */
export async function removeImportedOrders(db: Db, { merchantId, importId }: OfImport, limit: number): Promise<number> {
  const rows = await db
    .selectFrom("coinOrders")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("importId", "=", importId)
    .where("timelineSeq", "=", 1)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db
    .deleteFrom("coinOrderParticulars")
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", ids)
    .execute();
  await db.deleteFrom("coinOrders").where("merchantId", "=", merchantId).where("id", "in", ids).execute();
  return ids.length;
}
