import { type Kysely, type Selectable, sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { DeliveryStep } from "./delivery.policy.ts";

type Db = Kysely<Tables>;
export type SenderEndpoint = Selectable<Tables["webhookEndpoints"]>;
export type DueDelivery = Pick<
  Selectable<Tables["webhookDeliveries"]>,
  "id" | "eventId" | "url" | "attemptCount" | "scheduleStep" | "isManual"
>;

/** Names one endpoint. */
export interface EndpointKey {
  readonly merchantId: string;
  readonly endpointId: string;
}

/** Lease of a sender in milliseconds, longer than any round of tries: a sender silent for longer has died. */
const leaseMs = 120_000;

const leaseEnd = (now: Date): string => new Date(now.getTime() + leaseMs).toISOString();

/** Takes the endpoint's lease; false where another sender holds it. */
export async function takeLease(db: Db, { merchantId, endpointId }: EndpointKey, owner: string, now: Date) {
  await db
    .insertInto("webhookEndpointStates")
    .values({ merchantId, endpointId })
    .onConflict((conflict) => conflict.columns(["merchantId", "endpointId"]).doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable("webhookEndpointStates")
    .set({ leaseOwner: owner, leaseUntil: leaseEnd(now) })
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .where((eb) =>
      eb.or([eb("leaseOwner", "is", null), eb("leaseOwner", "=", owner), eb("leaseUntil", "<=", now.toISOString())]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Renews the lease for another round; false where it was lost. Locks the endpoint's state until commit. */
export async function keepLease(db: Db, { merchantId, endpointId }: EndpointKey, owner: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable("webhookEndpointStates")
    .set({ leaseUntil: leaseEnd(now) })
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .where("leaseOwner", "=", owner)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Requeues deliveries that a crashed sender was sending. They may have arrived, and are sent again under the same
 * event id.
 */
export const requeueInterrupted = (db: Db, { merchantId, endpointId }: EndpointKey): Promise<unknown> =>
  db
    .updateTable("webhookDeliveries")
    .set({
      status: sql`CASE WHEN attempt_count = 0 THEN 'queued' ELSE 'retry_wait' END`,
      sender: null,
    })
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .where("status", "=", "sending")
    .execute();

/** The endpoint as it is now; absent where it was removed. */
export const readEndpoint = (db: Db, { merchantId, endpointId }: EndpointKey): Promise<SenderEndpoint | undefined> =>
  db
    .selectFrom("webhookEndpoints")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", endpointId)
    .where("deleteTime", "is", null)
    .executeTakeFirst();

/**
 * Claims up to `limit` due deliveries, longest due first. An event waits until the earlier ones of its object have
 * each been tried once.
 */
export async function claimDue(
  db: Db,
  { merchantId, endpointId }: EndpointKey,
  { owner, now, limit }: { readonly owner: string; readonly now: Date; readonly limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    SELECT d.id, d.event_id, d.url, d.attempt_count, d.schedule_step, d.is_manual
      FROM webhook_deliveries d
     WHERE d.merchant_id = ${merchantId} AND d.endpoint_id = ${endpointId}
       AND d.next_attempt_time <= ${now.toISOString()} AND d.status IN ('queued', 'retry_wait')
       AND NOT EXISTS (
         SELECT 1 FROM webhook_deliveries earlier
          WHERE earlier.merchant_id = ${merchantId} AND earlier.endpoint_id = ${endpointId}
            AND earlier.object_type = d.object_type AND earlier.object_id = d.object_id
            AND earlier.object_seq < d.object_seq
            AND earlier.attempt_count = 0 AND earlier.next_attempt_time IS NOT NULL)
     ORDER BY d.next_attempt_time, d.object_seq, d.id
     LIMIT ${limit}`.execute(db);
  if (rows.length === 0) return [];
  await db
    .updateTable("webhookDeliveries")
    .set({ status: "sending", sender: owner })
    .where("merchantId", "=", merchantId)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return rows;
}

/** Whether the delivery ever succeeded. */
export async function wasDelivered(db: Db, merchantId: string, deliveryId: string): Promise<boolean> {
  const row = await db
    .selectFrom("webhookAttempts")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("deliveryId", "=", deliveryId)
    .where("isSuccess", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The facts of one try. */
export interface TryFacts {
  readonly deliveryId: string;
  readonly at: Date;
  readonly url: string;
  readonly signature: string;
  readonly httpStatus: number | null;
  readonly latencyMs: number;
  readonly responseHead: string | null;
  readonly error: string | null;
  readonly isManual: boolean;
  readonly isSuccess: boolean;
}

/**
 * Records a try and updates its delivery. A sender that lost the delivery to another one only adds its try: the other
 * decides what follows.
 */
export async function recordTry(
  db: Db,
  { merchantId, endpointId }: EndpointKey,
  { deliveryId, at, ...facts }: TryFacts,
  { owner, step, now }: { readonly owner: string; readonly step: DeliveryStep; readonly now: Date },
): Promise<boolean> {
  const isOver = step.status !== "retry_wait";
  const moved = await db
    .updateTable("webhookDeliveries")
    .set({
      attemptCount: sql`attempt_count + 1`,
      status: step.status,
      scheduleStep: step.scheduleStep,
      isManual: false,
      sender: null,
      lastHttpStatus: facts.httpStatus,
      lastError: facts.error,
      nextAttemptTime: isOver ? null : step.nextAttemptTime,
      doneTime: isOver ? now.toISOString() : null,
    })
    .where("merchantId", "=", merchantId)
    .where("id", "=", deliveryId)
    .where("status", "=", "sending")
    .where("sender", "=", owner)
    .returning("attemptCount")
    .executeTakeFirst();
  const counted =
    moved ??
    (await db
      .updateTable("webhookDeliveries")
      .set({ attemptCount: sql`attempt_count + 1` })
      .where("merchantId", "=", merchantId)
      .where("id", "=", deliveryId)
      .returning("attemptCount")
      .executeTakeFirstOrThrow());
  await db
    .insertInto("webhookAttempts")
    .values({
      merchantId,
      id: newId("wha", now),
      deliveryId,
      endpointId,
      number: counted.attemptCount,
      at: at.toISOString(),
      ...facts,
    })
    .execute();
  return moved !== undefined;
}

/** Counts a success or failure of the endpoint; answers since when it has been failing. */
export async function noteHealth(
  db: Db,
  { merchantId, endpointId }: EndpointKey,
  wasSuccess: boolean,
  now: Date,
): Promise<{ failingSince: string | null; failures: number }> {
  const at = now.toISOString();
  return db
    .updateTable("webhookEndpointStates")
    .set(
      wasSuccess
        ? { lastSuccessTime: at, failingSince: null, failures: 0 }
        : {
            lastFailureTime: at,
            failingSince: sql`coalesce(failing_since, ${at}::timestamptz)`,
            failures: sql`failures + 1`,
          },
    )
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .returning(["failingSince", "failures"])
    .executeTakeFirstOrThrow();
}

/** Disables an endpoint automatically; false where it was disabled already. */
export async function switchOff(db: Db, { merchantId, endpointId }: EndpointKey, reason: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable("webhookEndpoints")
    .set({
      status: "auto_disabled",
      statusReason: reason,
      updateTime: now.toISOString(),
      updateUserId: null,
      updateUserName: null,
      version: sql`version + 1`,
    })
    .where("merchantId", "=", merchantId)
    .where("id", "=", endpointId)
    .where("status", "=", "enabled")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Open deliveries of an endpoint. */
export interface OpenDeliveries {
  /** When the next delivery is due; null without open ones. */
  readonly nextTime: string | null;
  readonly wakeAt: string | null;
}

/** Open deliveries of an endpoint. One that waits for an earlier event is due when that one is. */
export async function openDeliveriesOf(db: Db, { merchantId, endpointId }: EndpointKey): Promise<OpenDeliveries> {
  const next = await db
    .selectFrom("webhookDeliveries")
    .select((eb) => eb.fn.min("nextAttemptTime").as("nextTime"))
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .where("nextAttemptTime", "is not", null)
    .executeTakeFirstOrThrow();
  const state = await db
    .selectFrom("webhookEndpointStates")
    .select("wakeAt")
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .executeTakeFirst();
  return { nextTime: next.nextTime, wakeAt: state?.wakeAt ?? null };
}

/** Releases the lease, and records the time of the next check. */
export const releaseLease = (db: Db, { merchantId, endpointId }: EndpointKey, owner: string, wakeAt: string | null) =>
  db
    .updateTable("webhookEndpointStates")
    .set({ leaseOwner: null, leaseUntil: null, wakeAt })
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpointId)
    .where("leaseOwner", "=", owner)
    .execute();

/** Endpoints with overdue deliveries and no sender: their wake-up was lost. */
export async function overdueEndpoints(db: Db, now: Date, limit: number): Promise<EndpointKey[]> {
  const at = now.toISOString();
  const { rows } = await sql<EndpointKey>`
    SELECT DISTINCT d.merchant_id, d.endpoint_id
      FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.merchant_id = d.merchant_id AND e.id = d.endpoint_id
      LEFT JOIN webhook_endpoint_states s ON s.merchant_id = d.merchant_id AND s.endpoint_id = d.endpoint_id
     WHERE d.next_attempt_time <= ${at} AND e.status = 'enabled' AND e.delete_time IS NULL
       AND (s.lease_until IS NULL OR s.lease_until <= ${at})
     LIMIT ${limit}`.execute(db);
  return rows;
}
