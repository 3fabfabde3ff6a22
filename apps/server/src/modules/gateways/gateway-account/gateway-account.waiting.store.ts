import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

type Mode = "live" | "test";

/** Enabled accounts that are unhealthy, so that payments are or would be routed around them. */
export function unhealthyAccounts(ctx: Context, mode: Mode): WaitingQuery {
  const health = sql<string>`CASE WHEN gateway_accounts.forced_until > ${ctx.now.toISOString()}
    THEN gateway_accounts.forced_health ELSE gateway_accounts.health END`;
  return from(ctx, "gatewayAccounts")
    .where("gatewayAccounts.mode", "=", mode)
    .where("gatewayAccounts.status", "<>", "disabled")
    .where(sql<boolean>`${health} <> 'healthy'`)
    .select([
      "gatewayAccounts.id",
      "gatewayAccounts.name",
      sql<string>`coalesce(gateway_accounts.health_time, gateway_accounts.update_time, gateway_accounts.create_time)`.as(
        "since",
      ),
      health.as("state"),
      unowned,
    ]);
}

/** Credential changes of accounts in scope that wait for a second person. */
export const proposedCredentials = (ctx: Context, mode: Mode): WaitingQuery =>
  from(ctx, "credentialChanges")
    .innerJoin("gatewayAccounts", "gatewayAccounts.id", "credentialChanges.gatewayAccountId")
    .where("gatewayAccounts.mode", "=", mode)
    .where("credentialChanges.status", "=", "pending")
    .select([
      "credentialChanges.id",
      "credentialChanges.gatewayAccountId as recordId",
      "gatewayAccounts.name",
      "credentialChanges.createTime as since",
      "credentialChanges.createUserName as person",
      "credentialChanges.reason",
      sql<string>`array_to_string(credential_changes.names, ' ')`.as("state"),
      sql<boolean>`credential_changes.create_user_id = ${ctx.actor.userId}`.as("isOwn"),
    ]);
