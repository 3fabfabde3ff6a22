import { type Kysely, sql } from "kysely";
import { operatingTenantId } from "../../../platform/access/actor.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { VisitClearingRow } from "./log-vis.table.ts";

type Db = Kysely<Tables>;

/** The visits of a clearing. Attempts with unknown accounts belong to the installation's administrator. */
export interface ClearedVisits {
  readonly tenantId: number;
  /** Visits up to this instant. */
  readonly upTo: string;
}

const visitsOf = ({ tenantId, upTo }: ClearedVisits) => sql<boolean>`create_time <= ${upTo} AND (tenant_id = ${tenantId}
  OR (tenant_id IS NULL AND ${tenantId}::bigint = ${operatingTenantId}::bigint))`;

export async function countVisits(db: Db, of: ClearedVisits): Promise<number> {
  const { count } = await db
    .selectFrom("visits")
    .select((with_) => with_.fn.countAll<string>().as("count"))
    .where(visitsOf(of))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const batch = 1_000;

/** Every visit of a clearing by id, in batches. */
export async function* visitsToClear(db: Db, of: ClearedVisits) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom("visits")
      .selectAll()
      .where(visitsOf(of))
      .where("id", ">", after)
      .orderBy("id")
      .limit(batch)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

/** Deletes the visits of a clearing; answers how many. */
export async function removeVisits(db: Db, of: ClearedVisits): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("visits").where(visitsOf(of)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** A tenant's open clearing; with `isLocked` it is locked for a decision. */
export async function openClearing(
  db: Db,
  tenantId: number,
  { isLocked = false } = {},
): Promise<VisitClearingRow | undefined> {
  const query = db
    .selectFrom("visitClearings")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .where("doneTime", "is", null);
  return (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

/** An approved clearing that was not executed yet. */
export const approvedClearing = (db: Db, id: string): Promise<VisitClearingRow | undefined> =>
  db
    .selectFrom("visitClearings")
    .selectAll()
    .where("id", "=", id)
    .where("approveTime", "is not", null)
    .where("doneTime", "is", null)
    .executeTakeFirst();

type ClearingRequest = "id" | "tenantId" | "upTo" | "rows" | "askUserId" | "askUserName" | "askTime";

export async function addClearing(db: Db, asked: Pick<VisitClearingRow, ClearingRequest>): Promise<void> {
  await db.insertInto("visitClearings").values(asked).execute();
}

type DecidedClearing = "approveUserId" | "approveUserName" | "approveTime" | "archive" | "sha256" | "doneTime";

export async function noteClearing(
  db: Db,
  id: string,
  values: Partial<Pick<VisitClearingRow, DecidedClearing>>,
): Promise<void> {
  await db.updateTable("visitClearings").set(values).where("id", "=", id).execute();
}

export async function dropClearing(db: Db, id: string): Promise<void> {
  await db.deleteFrom("visitClearings").where("id", "=", id).execute();
}
