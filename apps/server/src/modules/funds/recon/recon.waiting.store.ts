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

/** Files with open differences, dated by the oldest. */
export const openReconciliations = (ctx: Context, mode: Mode): WaitingQuery =>
  filesIn(ctx, mode)
    .where("reconBatches.status", "=", "exceptions")
    .select([
      "reconBatches.openAmount as amount",
      "reconBatches.openCount as count",
      sql<string>`coalesce(recon_batches.open_since, recon_batches.create_time)`.as("since"),
    ]);

/** Days after which a file's payout should have arrived. */
const unpaidDays = 3;

/** Files whose payout is overdue. */
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

/** Age in days at which claims on a gateway, and amounts in suspense, are listed again. */
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

/** Amounts in suspense for a week. */
export const agedSuspense = (ctx: Context, mode: Mode): WaitingQuery =>
  linesSince(ctx, mode, "suspended", "since").select(["reconItems.suspenseAmount as amount", "reconItems.since"]);

/** Claims on a gateway that are a week old. */
export const agedClaims = (ctx: Context, mode: Mode): WaitingQuery =>
  linesSince(ctx, mode, "claimed", "resolveTime").select([
    sql<string>`-recon_items.difference`.as("amount"),
    sql<string>`coalesce(recon_items.resolve_time, recon_items.since)`.as("since"),
  ]);
