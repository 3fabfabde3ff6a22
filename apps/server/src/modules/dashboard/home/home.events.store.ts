import type { HomeEvent } from "@countinghouse/contract/dashboard/home/home.ts";
import { sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

// The feed reads other modules' rows, as reports do, through the same data scope.

/** An event with its author. */
export type HomeRow = HomeEvent & { readonly byId?: number | null };

/** State changes of merchants. */
export async function merchantEvents(ctx: Context, limit: number): Promise<HomeRow[]> {
  const rows = await from(ctx, "merchants")
    .innerJoin("merchantSteps", "merchantSteps.merchantId", "merchants.id")
    .select(["merchants.id", "merchants.name", "merchantSteps.at", "merchantSteps.toStatus"])
    .select(["merchantSteps.userId", "merchantSteps.userName"])
    .where("merchants.isHouse", "=", false)
    .orderBy("merchantSteps.at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, name, at, toStatus, userId, userName }) => ({
    kind: "merchant",
    at,
    id,
    subject: name,
    outcome: toStatus,
    by: userName,
    byId: userId,
  }));
}

/** Requests and decisions of terms and prices: both tables have the same columns. */
async function decidedEvents(ctx: Context, table: "accountTerms" | "feeRules", limit: number): Promise<HomeRow[]> {
  const at = sql<string>`coalesce(t.decide_time, t.create_time)`;
  const visible = ofVisibleMerchants(ctx, "merchants.id");
  let query = ctx.db
    .selectFrom(from(ctx, table).selectAll(table).as("t"))
    .innerJoin("merchants", "merchants.id", "t.merchantId")
    .select(["t.id", "merchants.name", "t.decision", at.as("at")])
    .select(["t.approveUserId", "t.approveUserName", "t.createUserId", "t.createUserName"])
    // Pending requests are internal to the operator; a merchant reads the approved terms.
    .$if(isOfMerchant(ctx.actor), (asked) => asked.where("t.decision", "=", "approved"))
    .orderBy(at, "desc")
    .limit(limit);
  if (visible) query = query.where(visible);
  const rows = await query.execute();
  return rows.map(({ id, name, decision, at: when, ...row }) => ({
    kind: table === "accountTerms" ? ("terms" as const) : ("price" as const),
    at: when,
    id,
    subject: name,
    outcome: decision,
    by: decision === "pending" ? row.createUserName : row.approveUserName,
    byId: decision === "pending" ? row.createUserId : row.approveUserId,
  }));
}

export const termsEvents = (ctx: Context, limit: number) => decidedEvents(ctx, "accountTerms", limit);
export const priceEvents = (ctx: Context, limit: number) => decidedEvents(ctx, "feeRules", limit);

/** Bindings to gateway accounts requested and approved. */
export async function bindingEvents(ctx: Context, limit: number): Promise<HomeRow[]> {
  const at = sql<string>`coalesce(t.approve_time, t.propose_time)`;
  const visible = ofVisibleMerchants(ctx, "merchants.id");
  let query = ctx.db
    .selectFrom(from(ctx, "merGatewayAccountCfgs").selectAll("merGatewayAccountCfgs").as("t"))
    .innerJoin("merchants", "merchants.id", "t.merchantId")
    .select(["t.id", "merchants.name", "t.approveTime", at.as("at")])
    .select(["t.approveUserId", "t.approveUserName", "t.proposeUserId", "t.proposeUserName"])
    .where(at, "is not", null)
    .orderBy(at, "desc")
    .limit(limit);
  if (visible) query = query.where(visible);
  const rows = await query.execute();
  return rows.map(({ id, name, approveTime, at: when, ...row }) => ({
    kind: "binding",
    at: when,
    id,
    subject: name,
    outcome: approveTime === null ? "pending" : "approved",
    by: approveTime === null ? row.proposeUserName : row.approveUserName,
    byId: approveTime === null ? row.proposeUserId : row.approveUserId,
  }));
}

/** Changes in the health of gateway accounts. */
export async function gatewayEvents(ctx: Context, limit: number): Promise<HomeRow[]> {
  const rows = await from(ctx, "gatewayAccounts")
    .innerJoin("gatewayAccountHealths", "gatewayAccountHealths.gatewayAccountId", "gatewayAccounts.id")
    .select([
      "gatewayAccounts.id",
      "gatewayAccounts.name",
      "gatewayAccountHealths.health",
      "gatewayAccountHealths.since as at",
    ])
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, name, health, at }) => ({
    kind: "gateway",
    at,
    id,
    subject: name,
    outcome: health,
    by: null,
  }));
}

/** Endpoints disabled after failing too long. */
export async function endpointEvents(ctx: Context, limit: number): Promise<HomeRow[]> {
  const visible = ofVisibleMerchants(ctx, "webhookEndpoints.merchantId");
  let query = from(ctx, "webhookEndpoints")
    .select(["id", "name", "status", "updateTime"])
    .where("status", "=", "auto_disabled")
    .where("deleteTime", "is", null)
    .where("updateTime", "is not", null)
    .orderBy("updateTime", "desc")
    .limit(limit);
  if (visible) query = query.where(visible);
  const rows = await query.execute();
  return rows.flatMap(({ id, name, status, updateTime }) =>
    updateTime === null
      ? []
      : [{ kind: "endpoint" as const, at: updateTime, id, subject: name, outcome: status, by: null }],
  );
}

/** Failures not handled yet. */
export async function exceptionEvents(ctx: Context, limit: number): Promise<HomeRow[]> {
  const rows = await from(ctx, "eventExceptions")
    .select(["id", "message", "level", "lastTime"])
    .where("status", "=", "open")
    .orderBy("lastTime", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, message, level, lastTime }) => ({
    kind: "exception",
    at: lastTime,
    id,
    subject: message,
    outcome: level,
    by: null,
  }));
}
