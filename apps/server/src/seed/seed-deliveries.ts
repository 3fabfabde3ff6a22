import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { demoEndpointNames } from "@countinghouse/contract/platform/seeded-demo.ts";
import type { Insertable } from "kysely";
import { bodyOf, isSuccess, nextStep, secretBinding, signatureHeader } from "../modules/integration/webhook/index.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import { randomSecret } from "../platform/crypto/random.ts";
import { seal } from "../platform/crypto/sealing.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Tables } from "../platform/db/tables.ts";
import type { Platform } from "../platform/platform.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { dayMs } from "./seed-context.ts";
import { SeededRandom } from "./seeded-random.ts";

/** So long ago merchants set their endpoints up. */
const toldDays = 21;
const hourMs = 3_600_000;
/** Rows of one statement, below the number of parameters that the database takes. */
const rowsAtOnce = 1_000;

/** How a merchant's server behaves: most answer, one has been out of order for some hours, one has been taken down. */
type Behaviour = "answers" | "fails" | "gone";
const failingHours = 30;
const goneDays = 6;
const behaviours: Readonly<Record<string, Behaviour>> = {
  "Spreewald Outdoor GmbH": "fails",
  "Ipanema Moda Praia Ltda.": "gone",
};

interface Event {
  readonly id: string;
  readonly at: number;
  readonly type: string;
  readonly body: string;
  readonly about: Pick<Insertable<Tables["webhookDeliveries"]>, "objectType" | "objectId" | "objectNo" | "objectSeq">;
}

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

interface SeededEvent {
  readonly delivery: Insertable<Tables["webhookDeliveries"]>;
  readonly tries: Insertable<Tables["webhookAttempts"]>[];
}

/** Gives merchants of the demonstration an endpoint each, and what it was told of the last weeks. Once. */
export async function seedDeliveries(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  for (const trade of trades) await seedEndpoint(platform, trade);
}

async function seedEndpoint(platform: Platform, trade: TradingMerchant): Promise<void> {
  const { db, clock } = platform;
  const { merchantId } = trade;
  const isThere = await db
    .selectFrom("webhookEndpoints")
    .select("id")
    .where("merchantId", "=", merchantId)
    .executeTakeFirst();
  if (isThere) return;
  const now = clock.now();
  const behaviour = behaviours[trade.legalName] ?? "answers";
  const since = new Date(now.getTime() - toldDays * dayMs);
  const until = behaviour === "gone" ? now.getTime() - goneDays * dayMs : now.getTime();
  const { website } = await db
    .selectFrom("merchants")
    .select("website")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const endpoint: Endpoint = {
    id: newId("whe", since),
    url: `${website ?? "https://shop.example"}/hooks/payments`,
    secret: `whsec_${randomSecret(32)}`,
  };
  const events = await eventsOf(platform, merchantId, since, new Date(until));
  const random = new SeededRandom(events.length);
  const told = events.map((event, index) =>
    tell({ trade, endpoint, random, now }, event, answerOf(behaviour, event.at, now, index === events.length - 1)),
  );
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("webhookEndpoints")
      .values(endpointRow(platform, trade, endpoint, { behaviour, since, until }))
      .execute();
    await insertAll(
      told.map(({ delivery }) => delivery),
      (rows) => tx.insertInto("webhookDeliveries").values(rows).execute(),
    );
    const tries = told.flatMap((one) => one.tries);
    await insertAll(tries, (rows) => tx.insertInto("webhookAttempts").values(rows).execute());
    await tx
      .insertInto("webhookEndpointStates")
      .values(stateOf(merchantId, endpoint, tries))
      .execute();
  });
}

async function insertAll<R>(rows: readonly R[], insert: (rows: readonly R[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) await insert(rows.slice(from, from + rowsAtOnce));
}

/** What merchants' servers were to be told in a span, oldest first. */
async function eventsOf({ db }: Platform, merchantId: string, from: Date, to: Date): Promise<Event[]> {
  const rows = await db
    .selectFrom("merchantEvents")
    .innerJoin("merchants", "merchants.id", "merchantEvents.merchantId")
    .innerJoin("coinApps", "coinApps.id", "merchantEvents.appId")
    .selectAll("merchantEvents")
    .select(["merchants.merchantNo", "coinApps.appNo"])
    .where("merchantEvents.merchantId", "=", merchantId)
    .where("merchantEvents.mode", "=", "test")
    .where("merchantEvents.createTime", ">=", from.toISOString())
    .where("merchantEvents.createTime", "<", to.toISOString())
    .orderBy("merchantEvents.createTime")
    .orderBy("merchantEvents.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: Date.parse(row.createTime),
    type: row.type,
    body: bodyOf(row, webhookVersion),
    about: { objectType: row.objectType, objectId: row.objectId, objectNo: row.objectNo, objectSeq: row.objectSeq },
  }));
}

/** What the server answers to the tries of a delivery; the last answer stands for all that follow. */
function answerOf(behaviour: Behaviour, at: number, now: Date, isLast: boolean): readonly number[] {
  if (behaviour === "gone" && isLast) return [410];
  if (behaviour === "fails" && at > now.getTime() - failingHours * hourMs) return [503];
  return at % 29 === 0 ? [500, 200] : [200];
}

interface Telling {
  readonly trade: TradingMerchant;
  readonly endpoint: Endpoint;
  readonly random: SeededRandom;
  readonly now: Date;
}

/** A delivery by the schedule of every other, as far as it has come by now. */
function tell({ trade, endpoint, random, now }: Telling, event: Event, answers: readonly number[]): SeededEvent {
  const { merchantId, tenantId, appId } = trade;
  const deliveryId = newId("whd", new Date(event.at));
  const tries: Insertable<Tables["webhookAttempts"]>[] = [];
  let step: ReturnType<typeof nextStep> = {
    status: "retry_wait",
    scheduleStep: 0,
    nextAttemptTime: new Date(event.at + 400).toISOString(),
  };
  while (step.status === "retry_wait" && Date.parse(step.nextAttemptTime) <= now.getTime()) {
    const at = new Date(step.nextAttemptTime);
    const httpStatus = answers[tries.length] ?? answers.at(-1) ?? 200;
    const result = isSuccess(httpStatus);
    tries.push({
      merchantId,
      id: newId("wha", at),
      deliveryId,
      endpointId: endpoint.id,
      number: tries.length + 1,
      at: at.toISOString(),
      url: endpoint.url,
      signature: signatureHeader([endpoint.secret], at, event.body),
      httpStatus,
      latencyMs: random.between(70, 420),
      responseHead: result ? "ok" : "",
      error: null,
      isManual: false,
      isSuccess: result,
    });
    const standing = { scheduleStep: step.scheduleStep, isManual: false, wasDelivered: false };
    step = nextStep(standing, { httpStatus, at }, random.next() * 2 - 1);
  }
  const isOver = step.status !== "retry_wait";
  const last = tries.at(-1);
  const delivery = {
    merchantId,
    id: deliveryId,
    tenantId,
    endpointId: endpoint.id,
    eventId: event.id,
    mode: "test" as const,
    appId,
    eventType: event.type,
    ...event.about,
    status: tries.length === 0 ? ("queued" as const) : step.status,
    attemptCount: tries.length,
    scheduleStep: step.scheduleStep,
    nextAttemptTime: step.status === "retry_wait" ? step.nextAttemptTime : null,
    lastHttpStatus: last?.httpStatus ?? null,
    lastError: null,
    createTime: new Date(event.at).toISOString(),
    doneTime: isOver ? (last?.at ?? null) : null,
  };
  return { delivery, tries };
}

interface Life {
  readonly behaviour: Behaviour;
  readonly since: Date;
  readonly until: number;
}

function endpointRow(
  { secret, config }: Platform,
  { merchantId, tenantId, appId }: TradingMerchant,
  endpoint: Endpoint,
  { behaviour, since, until }: Life,
): Insertable<Tables["webhookEndpoints"]> {
  const isGone = behaviour === "gone";
  return {
    merchantId,
    id: endpoint.id,
    tenantId,
    mode: "test",
    appId,
    name: demoEndpointNames.shopServer[config.language],
    url: endpoint.url,
    events: JSON.stringify(["*"]),
    secret: seal(installationKeys(secret).ring, endpoint.secret, secretBinding(endpoint.id)),
    apiVersion: webhookVersion,
    status: isGone ? "auto_disabled" : "enabled",
    statusReason: isGone ? "gone" : null,
    createTime: since.toISOString(),
    updateTime: isGone ? new Date(until).toISOString() : null,
  };
}

/** What the sender knows of an endpoint after its tries. */
function stateOf(
  merchantId: string,
  { id: endpointId }: Endpoint,
  tries: readonly Insertable<Tables["webhookAttempts"]>[],
): Insertable<Tables["webhookEndpointStates"]> {
  const sorted = [...tries].sort((a, b) => String(a.at).localeCompare(String(b.at)));
  const lastSuccess = sorted.findLast(({ isSuccess: wasSuccess }) => wasSuccess);
  const since = sorted.slice(lastSuccess ? sorted.indexOf(lastSuccess) + 1 : 0);
  return {
    merchantId,
    endpointId,
    lastSuccessTime: lastSuccess?.at ?? null,
    lastFailureTime: sorted.findLast(({ isSuccess: wasSuccess }) => !wasSuccess)?.at ?? null,
    failingSince: since[0]?.at ?? null,
    failures: since.length,
  };
}
