import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Accounts disabled in one transaction. */
const batch = 200;

/**
 * Disables accounts without a sign-in or an administrator's change since `before`, in batches; answers how many.
 * Changes count, because an account just enabled again has not been used yet. The platform administrator is exempt:
 * nobody could enable that account again.
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
