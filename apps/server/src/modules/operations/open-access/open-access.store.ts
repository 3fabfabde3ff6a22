import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { sysOpenAccessCall } from "@countinghouse/contract/operations/open-access/open-access-call.ts";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { recordOperations, recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { batchRows, inBatches, type RetentionSweep } from "../../../platform/jobs/retention.ts";
import { settingOf } from "../../settings/config/index.ts";

export type OpenAccessRow = Selectable<Tables["openAccesses"]>;

const account = sql<string | null>`(SELECT users.account FROM users WHERE users.id = open_accesses.bind_user_id)`;
const tenant = sql<string | null>`(SELECT tenants.name FROM tenants WHERE tenants.id = open_accesses.tenant_id)`;

/** Keys for answers: never with their secret. */
const described = (ctx: Context) =>
  from(ctx, "openAccesses")
    .select([
      "openAccesses.id",
      "name",
      "accessKey",
      "bindUserId",
      "openAccesses.tenantId as bindTenantId",
      "allowedIps",
      "perSecond",
      "expireTime",
      "secretTime",
      "lastUsedTime",
      "status",
      "remark",
      "version",
      "createTime",
      "createUserName",
      "updateTime",
      "updateUserName",
    ])
    .select([account.as("bindUserAccount"), tenant.as("bindTenantName")]);

export const accessRecords = recordOperations({ table: "openAccesses", resource: sysOpenAccess, describe: described });
export const callReads = recordReads({ table: "openAccessCalls", resource: sysOpenAccessCall });

export const insertAccess = (ctx: Context, values: NewRow<"openAccesses">): Promise<OpenAccessRow> =>
  insert(ctx, "openAccesses", values);

/** Replaces a key's secret; the caller has locked the row. */
export async function changeSecret(ctx: Context, before: OpenAccessRow, secretSealed: string): Promise<void> {
  const after = await change(ctx, "openAccesses")
    .set({ secretSealed, secretTime: ctx.now.toISOString(), ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "openAccesses", id: before.id, before, after });
}

/** A key by its id. Not cached: a disabled key is refused at once on every node. */
export const findByKey = (db: Kysely<Tables>, accessKey: string): Promise<OpenAccessRow | undefined> =>
  db.selectFrom("openAccesses").selectAll().where("accessKey", "=", accessKey).executeTakeFirst();

const usedStepMs = 60_000;

/** Records the use of a key, at most once a minute. */
export async function noteUse(db: Kysely<Tables>, { id, lastUsedTime }: OpenAccessRow, now: Date): Promise<void> {
  if (lastUsedTime !== null && now.getTime() - Date.parse(lastUsedTime) < usedStepMs) return;
  await db.updateTable("openAccesses").set({ lastUsedTime: now.toISOString() }).where("id", "=", id).execute();
}

export async function noteCall(db: Kysely<Tables>, call: Insertable<Tables["openAccessCalls"]>): Promise<void> {
  await db.insertInto("openAccessCalls").values(call).execute();
}

const dayMs = 86_400_000;

/** Calls past the retention of logs. */
export const oldCalls: RetentionSweep = {
  name: "open access calls",
  run: async (db, now) => {
    const days = await settingOf({ db }, "sys_log_retention_days");
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    return inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM open_access_calls WHERE id IN (
          SELECT id FROM open_access_calls WHERE create_time < ${before} LIMIT ${batchRows})`.execute(db);
      return Number(numAffectedRows);
    });
  },
};
