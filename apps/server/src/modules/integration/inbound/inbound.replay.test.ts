import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildTenant } from "../../../../test/people.ts";

const secret = "whsec_sim_main_0001";
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ environment: { COUNTINGHOUSE_SIMULATOR: "http://127.0.0.1:4100" } });
});
afterAll(() => app.close());

/** A simulator account; answers the token of its webhook address. */
async function buildAccount(): Promise<string> {
  const { tenantId } = await buildTenant(app);
  const credentials = { apiKey: "sk_sim_main_0001", webhookSecret: secret };
  const { gatewayAccountId } = await buildGateway(app, { tenantId, credentials });
  const { webhookToken } = await app.platform.db
    .selectFrom("gatewayAccounts")
    .select("webhookToken")
    .where("id", "=", gatewayAccountId)
    .executeTakeFirstOrThrow();
  return webhookToken;
}

function notify(token: string, id: string) {
  const object = { object: "payment", id: "pay_1", reference: "OR-1", attempt: "AT-1", status: "captured" };
  const payload = JSON.stringify({
    id,
    type: "payment.captured",
    createdAt: "2026-06-01T00:00:00.000Z",
    objectNo: "pay_1",
    objectSeq: 1,
    data: { object },
  });
  const proof = createHmac("sha256", secret).update("1780272000.").update(payload).digest("hex");
  const headers = { "content-type": "application/json", "x-webhook-signature": `t=1780272000,v1=${proof}` };
  return app.server.inject({ method: "POST", url: `/hooks/gateway/${token}`, headers, payload });
}

test("notifications keep most of the database free under a replay of hundreds, and what has no room is turned away with 503", async () => {
  const token = await buildAccount();
  const waitingEach = 256;
  const { databasePoolMax } = app.platform.config;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isLocked = new Promise<void>((resolve) => {
    void app.platform.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE inbound_notifications IN SHARE MODE`.execute(tx);
      resolve();
      await isReleased;
    });
  });
  await isLocked;
  const room = Math.floor(databasePoolMax / 4) + waitingEach;
  const sent = Array.from({ length: room + 20 }, (_none, at) => notify(token, `evt_${at}`));
  // Notifications beyond the limit are answered while the others wait.
  await Promise.any(sent);
  const others = await Promise.all(Array.from({ length: 4 }, () => sql`SELECT 1`.execute(app.platform.db)));
  expect(others).toHaveLength(4);
  release();
  const answers = await Promise.all(sent);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(503));
  expect(refused[0]?.json()).toMatchObject({ extras: { bizCode: "platform.serviceBusy" } });
  expect(refused[0]?.headers["retry-after"]).toBe("5");
  const { count } = await app.platform.db
    .selectFrom("inboundNotifications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(room);
}, 30_000);
