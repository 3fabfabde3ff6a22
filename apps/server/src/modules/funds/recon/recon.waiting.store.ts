import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

type Mode = "live" | "test";

const accountName = sql<string>`(SELECT a.name FROM gateway_accounts a WHERE a.id = recon_batches.gateway_account_id)`;

const filesIn = (ctx: Context, mode: Mode) =>
  from(ctx, "reconBatches")
    .where("reconBatches.mode", "=", mode)
    .select(["reconBatches.id", accountName.as("name"), "reconBatches.currency", "reconBatches.version", unowned]);

/** Files in which differences are open, from the day of the oldest on. */
export const openReconciliations = (ctx: Context, mode: Mode): WaitingQuery =>
  filesIn(ctx, mode)
    .where("reconBatches.status", "=", "exceptions")
    .select([
      "reconBatches.openAmount as amount",
      "reconBatches.openCount as count",
      sql<string>`coalesce(recon_batches.open_since, recon_batches.create_time)`.as("since"),
    ]);

/** Days after which what a file says is paid should have come in. */
const unpaidDays = 3;

/** Files whose money has not come in for days. */
export const unpaidReconciliations = (ctx: Context, mode: Mode): WaitingQuery =>
  filesIn(ctx, mode)
    .where(
      sql<boolean>`recon_batches.received_amount <> coalesce(recon_batches.payout_amount, recon_batches.net_amount)`,
    )
    .where(
      "reconBatches.fileDate",
      "<=",
      new Date(ctx.now.getTime() - unpaidDays * 86_400_000).toISOString().slice(0, 10),
    )
    .select([
      sql<string>`coalesce(recon_batches.payout_amount, recon_batches.net_amount) - recon_batches.received_amount`.as(
        "amount",
      ),
      sql<string>`recon_batches.file_date::timestamptz`.as("since"),
    ]);

/** Days after which what is left to the gateway, or stands in suspense, is for people to look at again. */
const agedDays = 7;

const linesSince = (ctx: Context, mode: Mode, status: "claimed" | "suspended", since: "since" | "resolveTime") =>
  from(ctx, "reconItems")
    .where("reconItems.mode", "=", mode)
    .where("reconItems.status", "=", status)
    .where(`reconItems.${since}`, "<=", new Date(ctx.now.getTime() - agedDays * 86_400_000).toISOString())
    .select([
      "reconItems.id",
      sql<string>`coalesce(recon_items.order_no, recon_items.upstream_ref)`.as("name"),
      "reconItems.currency",
      "reconItems.matchStatus as state",
      "reconItems.remark as reason",
      "reconItems.version",
      unowned,
    ]);

/** What has stood in suspense for a week. */
export const agedSuspense = (ctx: Context, mode: Mode): WaitingQuery =>
  linesSince(ctx, mode, "suspended", "since").select(["reconItems.suspenseAmount as amount", "reconItems.since"]);

/** What was claimed from a gateway a week ago and has not come. */
export const agedClaims = (ctx: Context, mode: Mode): WaitingQuery =>
  linesSince(ctx, mode, "claimed", "resolveTime").select([
    sql<string>`-recon_items.difference`.as("amount"),
    sql<string>`coalesce(recon_items.resolve_time, recon_items.since)`.as("since"),
  ]);
