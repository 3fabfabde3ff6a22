import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import type { Insertable } from "kysely";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { seal } from "../src/platform/crypto/sealing.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";

type EndpointParts = Partial<Insertable<Tables["webhookEndpoints"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
};

/** A webhook endpoint as a row: told of everything in test mode, with the secret `whsec_test_0001`, unless told otherwise. */
export async function buildEndpoint({ platform }: TestApp, parts: EndpointParts): Promise<string> {
  const id = newId("whe", platform.clock.now());
  const { ring } = installationKeys(platform.secret);
  await platform.db
    .insertInto("webhookEndpoints")
    .values({
      id,
      mode: "test",
      name: "Shop server",
      url: `http://127.0.0.1:9/hooks/${id}`,
      events: JSON.stringify(["*"]),
      secret: seal(ring, "whsec_test_0001", `webhook:${id}`),
      previousSecret: null,
      previousSecretExpireTime: null,
      apiVersion: "2026-06-01",
      ...parts,
    })
    .execute();
  return id;
}

/** A group of failures as a row, of a tenant or of nobody's. */
export async function buildException(
  { platform }: TestApp,
  parts: Partial<Insertable<Tables["eventExceptions"]>> & { readonly tenantId: number | null },
): Promise<string> {
  const at = platform.clock.now();
  const id = newId("exc", at);
  await platform.db
    .insertInto("eventExceptions")
    .values({
      id,
      exceptionNo: businessNumber("EX", at),
      fingerprint: id,
      source: "job",
      eventType: "planted",
      level: "error",
      message: "It did not work",
      occurrences: 1,
      firstTime: at.toISOString(),
      lastTime: at.toISOString(),
      ...parts,
    })
    .execute();
  return id;
}

type DeliveryParts = Partial<Insertable<Tables["webhookDeliveries"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly endpointId: string;
};

/** A delivery with its event as rows: given up unless told otherwise. */
export async function buildDelivery({ platform }: TestApp, parts: DeliveryParts): Promise<string> {
  const { merchantId, tenantId, endpointId } = parts;
  const now = platform.clock.now();
  const at = now.toISOString();
  const about = {
    mode: "test",
    objectType: "order",
    objectNo: "OR1",
    objectSeq: 1,
    objectId: newId("ord", now),
  } as const;
  const eventId = newId("evt", now);
  await platform.db
    .insertInto("merchantEvents")
    .values({
      ...about,
      merchantId,
      tenantId,
      id: eventId,
      type: "order.paid",
      data: JSON.stringify(sampleData("order.paid", eventId)),
      endpointIds: JSON.stringify([endpointId]),
      createTime: at,
    })
    .execute();
  const id = newId("whd", now);
  await platform.db
    .insertInto("webhookDeliveries")
    .values({ ...about, id, eventId, eventType: "order.paid", status: "dead", createTime: at, doneTime: at, ...parts })
    .execute();
  return id;
}

/** Something a gateway told, as a row: proven and processed unless told otherwise. */
export async function buildInbound(
  { platform }: TestApp,
  parts: Partial<Insertable<Tables["inboundNotifications"]>> & { readonly tenantId: number },
): Promise<string> {
  const now = platform.clock.now();
  const id = newId("inb", now);
  const body = Buffer.from("{}");
  await platform.db
    .insertInto("inboundNotifications")
    .values({
      id,
      gatewayAccountId: newId("ga", now),
      mode: "test",
      dedupeKey: id,
      body,
      bodyBytes: body.length,
      bodySha256: "0".repeat(64),
      verdict: "valid",
      status: "processed",
      createTime: now.toISOString(),
      ...parts,
    })
    .execute();
  return id;
}
