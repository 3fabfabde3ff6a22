import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";

/** Consecutive failures that are more than a temporary problem of the receiver. */
const failuresMin = 5;

/** Endpoints disabled after failures, and those about to be. */
export const failingEndpoints = (ctx: Context, mode: "live" | "test"): WaitingQuery =>
  from(ctx, "webhookEndpoints")
    .innerJoin("merchants", "merchants.id", "webhookEndpoints.merchantId")
    .leftJoin("webhookEndpointStates as state", (join) =>
      join
        .onRef("state.merchantId", "=", "webhookEndpoints.merchantId")
        .onRef("state.endpointId", "=", "webhookEndpoints.id"),
    )
    .where(merchantInReach(ctx))
    .where("webhookEndpoints.mode", "=", mode)
    .where("webhookEndpoints.kind", "=", "listed")
    .where("webhookEndpoints.deleteTime", "is", null)
    .where(
      sql<boolean>`(webhook_endpoints.status = 'auto_disabled'
        OR (webhook_endpoints.status = 'enabled' AND state.failing_since IS NOT NULL AND state.failures >= ${failuresMin}))`,
    )
    .select([
      "webhookEndpoints.id",
      "webhookEndpoints.name",
      "webhookEndpoints.merchantId",
      "merchants.name as merchantName",
      sql<string>`coalesce(state.failing_since, webhook_endpoints.update_time, webhook_endpoints.create_time)`.as(
        "since",
      ),
      "webhookEndpoints.status as state",
      sql<number>`coalesce(state.failures, 0)`.as("count"),
      unowned,
    ]);
