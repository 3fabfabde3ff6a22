import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../app.ts";
import { buildGateway } from "../gateways.ts";
import { buildTenant } from "../people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("a notification that nothing proves costs no more than is kept of it", async () => {
  const { tenantId } = await buildTenant(app);
  const credentials = { apiKey: "sk_sim_main_0001", webhookSecret: "whsec_sim_main_0001" };
  const { gatewayAccountId } = await buildGateway(app, { tenantId, credentials });
  const { webhookToken } = await app.platform.db
    .selectFrom("gatewayAccounts")
    .select("webhookToken")
    .where("id", "=", gatewayAccountId)
    .executeTakeFirstOrThrow();
  const cpuMsOf = async (note: string) => {
    const before = process.cpuUsage();
    const answer = await app.server.inject({
      method: "POST",
      url: `/hooks/gateway/${webhookToken}`,
      headers: { "x-webhook-signature": "t=1,v1=00", "content-type": "application/json" },
      payload: JSON.stringify({ id: "evt_1", note }),
    });
    expect(answer.statusCode).toBe(401);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  await cpuMsOf("warm");
  const plain = await cpuMsOf("abcd".repeat(64_000));
  const nearly = await cpuMsOf("4-4-".repeat(64_000));
  expect(nearly - plain).toBeLessThan(50);
});
