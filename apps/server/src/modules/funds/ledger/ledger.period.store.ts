import type { LedgerPeriod } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { change, from, insert, updateStamps } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantsInReach } from "./ledger.account.store.ts";
import { tenantsInReach } from "./ledger.verify.store.ts";

type Status = LedgerPeriod["status"];

/** Months that were ever closed; one counts as closed when it is closed for every tenant in reach. */
export async function knownPeriods(ctx: Context): Promise<LedgerPeriod[]> {
  const tenants = await tenantsInReach(ctx);
  return from(ctx, "ledgerPeriods")
    .select([
      "month",
      sql<Status>`CASE WHEN count(*) FILTER (WHERE status = 'closed') = ${tenants.length} THEN 'closed' ELSE 'open' END`.as(
        "status",
      ),
      sql<string | null>`max(coalesce(update_time, create_time))`.as("updateTime"),
      sql<string | null>`max(coalesce(update_user_name, create_user_name))`.as("updateUserName"),
    ])
    .where("tenantId", "in", tenants)
    .groupBy("month")
    .execute();
}

/** Time of the first journal of the merchants in reach. */
export async function firstPost(ctx: Context): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom("ledgerJournals as j")
    .innerJoin(merchantsInReach(ctx), "m.id", "j.merchantId")
    .select("j.postedAt")
    .where("j.book", "=", "live")
    .orderBy("j.postedAt")
    .limit(1)
    .executeTakeFirst();
  return row?.postedAt;
}

/** Closes or reopens a month for every tenant in reach. */
export async function setPeriod(ctx: Context, month: string, status: Status): Promise<void> {
  for (const tenantId of await tenantsInReach(ctx)) await setPeriodOf(ctx, tenantId, month, status);
}

async function setPeriodOf(ctx: Context, tenantId: number, month: string, status: Status): Promise<void> {
  const before = await from(ctx, "ledgerPeriods")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .where("month", "=", month)
    .forUpdate()
    .executeTakeFirst();
  if (!before) {
    await insert(ctx, "ledgerPeriods", { id: newId("per", ctx.now), tenantId, month, status });
    return;
  }
  const after = await change(ctx, "ledgerPeriods")
    .set({ status, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "ledgerPeriods", id: before.id, before, after });
}
