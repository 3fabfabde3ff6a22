import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Accounts Status.Disable in one transaction. */
const batch = 200;

/**
 * Disables accounts that were neither signed in with nor touched by an administrator since `before`, a batch at a time,
 * and answers how many. Being touched counts, because an account that was just enabled again has yet to be used. The
 * platform administrator is left: nobody could enable that account again.
 */
export async function disableUnused(ctx: Context, before: Date): Promise<number> {
  const unused = await from(ctx, "users")
    .selectAll()
    .where("status", "=", Status.Enable)
    .where("accountType", "<>", AccountType.SuperAdmin)
    .where(sql<boolean>`greatest(last_login_time, update_time, create_time) < ${before.toISOString()}`)
    .orderBy("id")
    .limit(batch)
    .forUpdate()
    .execute();
  for (const row of unused) {
    const after = await change(ctx, "users")
      .set({ status: Status.Disable, version: row.version + 1 })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    ctx.recordChange({ table: "users", id: row.id, before: row, after });
  }
  return unused.length;
}
