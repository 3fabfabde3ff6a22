import {
  type EndpointHealth,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { change, from, insert, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { calledAs } from "../../../platform/outbound/outbound-post.ts";

export type EndpointRow = Selectable<Tables["webhookEndpoints"]>;

/** Endpoints in scope that were not removed, with their delivery state, without their secrets. */
const describedEndpoints = (ctx: Context) =>
  from(ctx, "webhookEndpoints")
    .innerJoin("merchants", "merchants.id", "webhookEndpoints.merchantId")
    .leftJoin("webhookEndpointStates", (join) =>
      join
        .onRef("webhookEndpointStates.merchantId", "=", "webhookEndpoints.merchantId")
        .onRef("webhookEndpointStates.endpointId", "=", "webhookEndpoints.id"),
    )
    .leftJoin("coinApps", "coinApps.id", "webhookEndpoints.appId")
    .where("webhookEndpoints.deleteTime", "is", null)
    .where("webhookEndpoints.kind", "=", "listed")
    .select([
      "webhookEndpoints.id",
      "webhookEndpoints.merchantId",
      "merchants.name as merchantName",
      "webhookEndpoints.mode",
      "webhookEndpoints.appId",
      "coinApps.name as appName",
      "webhookEndpoints.name",
      "webhookEndpoints.url",
      "webhookEndpoints.events",
      "webhookEndpoints.apiVersion",
      "webhookEndpoints.timeoutSeconds",
      "webhookEndpoints.maxInFlight",
      "webhookEndpoints.customHeaders",
      "webhookEndpoints.status",
      "webhookEndpoints.statusReason",
      "webhookEndpoints.previousSecretExpireTime",
      "webhookEndpointStates.lastSuccessTime",
      "webhookEndpointStates.lastFailureTime",
      sql<number>`coalesce(webhook_endpoint_states.failures, 0)`.as("failures"),
      "webhookEndpoints.version",
      "webhookEndpoints.createTime",
      "webhookEndpoints.createUserId",
      "webhookEndpoints.createUserName",
      "webhookEndpoints.updateTime",
      "webhookEndpoints.updateUserId",
      "webhookEndpoints.updateUserName",
    ]);

/** Answers page, detail and export. */
export const endpoints = recordOperations({
  table: "webhookEndpoints",
  resource: merchantWebhookConfig,
  describe: describedEndpoints,
});

/** Endpoints in scope to choose from, by name. */
export const listEndpoints = (ctx: Context, asked: LookupInput) =>
  whereLookup(
    describedEndpoints(ctx)
      .clearSelect()
      .select(["webhookEndpoints.id", "webhookEndpoints.name", "webhookEndpoints.url", "webhookEndpoints.merchantId"])
      .orderBy("webhookEndpoints.name")
      .orderBy("webhookEndpoints.id"),
    asked,
    { id: "webhookEndpoints.id", texts: ["webhookEndpoints.name", "webhookEndpoints.url"] },
  ).execute();

/** Reads an endpoint in scope and locks it for this command; refuses a stale version. */
export async function lockEndpoint(ctx: Context, id: string, version?: number | null): Promise<EndpointRow> {
  const { merchantId } = await endpoints.detail(ctx, { id });
  const row = await from(ctx, "webhookEndpoints")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("deleteTime", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("merchantWebhookConfig", id);
  assertFresh(merchantWebhookConfig, version, row.version);
  return row;
}

export async function countEndpoints(ctx: Context, merchantId: string, mode: "live" | "test"): Promise<number> {
  const { count } = await from(ctx, "webhookEndpoints")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("kind", "=", "listed")
    .where("deleteTime", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Identity of an endpoint: owner, events and address. */
export interface EndpointIdentity extends Pick<EndpointRow, "merchantId" | "mode" | "appId" | "url"> {
  readonly events: readonly string[];
}

/**
 * Another endpoint with the same identity; the first of several older ones. Older addresses are compared in normalised
 * form.
 */
export async function findTwin(ctx: Context, place: EndpointIdentity, exceptId?: string) {
  const rows = await from(ctx, "webhookEndpoints")
    .select(["id", "name", "url"])
    .where("merchantId", "=", place.merchantId)
    .where("mode", "=", place.mode)
    .where(sql<boolean>`app_id IS NOT DISTINCT FROM ${place.appId}`)
    .where(sql<boolean>`events = ${JSON.stringify(place.events)}::jsonb`)
    .where("kind", "=", "listed")
    .where("deleteTime", "is", null)
    .where("id", "<>", exceptId ?? "")
    .orderBy("id")
    .execute();
  const twin = rows.find(({ url }) => calledAs(url) === place.url);
  return twin && { id: twin.id, name: twin.name };
}

export const insertEndpoint = async (
  ctx: Context,
  values: Partial<Insertable<Tables["webhookEndpoints"]>>,
): Promise<void> => {
  await insert(ctx, "webhookEndpoints", values);
};

export async function updateEndpoint(
  ctx: Context,
  before: EndpointRow,
  values: Updateable<Tables["webhookEndpoints"]>,
): Promise<void> {
  const after = await change(ctx, "webhookEndpoints")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "webhookEndpoints", id: before.id, before, after });
}

/** Resets failures, so that an endpoint that is enabled again gets its full time. */
export const forgetFailures = (ctx: Context, { merchantId, id }: EndpointRow): Promise<unknown> =>
  change(ctx, "webhookEndpointStates")
    .set({ failingSince: null, failures: 0 })
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", id)
    .execute();

/** Skips the open deliveries of a removed endpoint. */
export const skipOpen = (ctx: Context, { merchantId, id }: EndpointRow, reason: string): Promise<unknown> =>
  change(ctx, "webhookDeliveries")
    .set({ status: "skipped", reason, nextAttemptTime: null, doneTime: ctx.now.toISOString(), sender: null })
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", id)
    .where("nextAttemptTime", "is not", null)
    .execute();

const dayMs = 86_400_000;

/** Deliveries of an endpoint in the last 24 hours, and those waiting. */
export async function readHealth(ctx: Context, id: string): Promise<EndpointHealth> {
  const { merchantId, lastSuccessTime, lastFailureTime } = await endpoints.detail(ctx, { id });
  const since = new Date(ctx.now.getTime() - dayMs).toISOString();
  const tried = await sql<{ tries: number; failures: number; median: number | null; p95: number | null }>`
    SELECT count(*) AS tries, count(*) FILTER (WHERE NOT is_success) AS failures,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY latency_ms) AS median,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95
      FROM webhook_attempts
     WHERE merchant_id = ${merchantId} AND endpoint_id = ${id} AND at >= ${since}`.execute(ctx.db);
  const waiting = await from(ctx, "webhookDeliveries")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("nextAttemptTime", "is not", null).as("open"),
      fn.min("nextAttemptTime").as("oldestDue"),
      fn.countAll<number>().filterWhere("status", "=", "dead").filterWhere("doneTime", ">=", since).as("dead"),
    ])
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", id)
    .executeTakeFirstOrThrow();
  const state = await from(ctx, "webhookEndpointStates")
    .select("failingSince")
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", id)
    .executeTakeFirst();
  const { tries = 0, failures = 0, median = null, p95 = null } = tried.rows[0] ?? {};
  return {
    tries,
    failures,
    failureRate: tries === 0 ? null : Math.round((failures * 1_000_000) / tries),
    medianLatencyMs: median,
    p95LatencyMs: p95,
    ...waiting,
    lastSuccessTime,
    lastFailureTime,
    failingSince: state?.failingSince ?? null,
  };
}
