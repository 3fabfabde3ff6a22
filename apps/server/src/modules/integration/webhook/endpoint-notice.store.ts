import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Merchants' users who may sign in. */
export const peopleOf = (db: Db, merchantIds: readonly string[]) =>
  db
    .selectFrom("users")
    .select(["id", "merchantId"])
    .where("merchantId", "in", [...merchantIds])
    .where("status", "=", Status.Enable)
    .execute();

interface DeadDeliveries {
  merchantId: string;
  tenantId: number;
  count: number;
}

/** Number of failed deliveries per merchant between two instants. */
export async function deadByMerchant(db: Db, from: Date, to: Date): Promise<DeadDeliveries[]> {
  const { rows } = await sql<DeadDeliveries>`
    SELECT merchant_id, tenant_id, count(*) AS count
      FROM webhook_deliveries
     WHERE status = 'dead' AND done_time >= ${from.toISOString()} AND done_time < ${to.toISOString()}
     GROUP BY merchant_id, tenant_id
     ORDER BY merchant_id`.execute(db);
  return rows;
}
