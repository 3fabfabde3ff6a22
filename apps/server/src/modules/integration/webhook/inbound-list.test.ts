import { inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildTenant } from "../../../../test/people.ts";
import { buildInbound } from "../../../../test/webhooks.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  place = await buildTenant(app);
  app.jobs.length = 0;
});

const someone = (scope: object = {}) =>
  app.as(
    actor({
      ...place,
      holdsAll: false,
      permissions: new Set(["page", "detail", "reprocess"].map((name) => `inboundWebhook:${name}`)),
      scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all", ...scope },
    }),
  );

describe("inboundWebhook.detail", () => {
  test("shows the request as it came, without card numbers and credentials", async () => {
    const body = '{"card":"4111111111111111","next":"https://gw.example/?token=abc123","amount":1250}';
    const id = await buildInbound(app, { tenantId: place.tenantId, body: Buffer.from(body) });
    const detail = await someone().call(inboundWebhook, "detail", { id });
    expect(detail.body).toBe('{"card":"411111******1111","next":"https://gw.example/?token=[redacted]","amount":1250}');
    // Stored notifications never look like this: card numbers are masked on arrival.
    await app.platform.db.deleteFrom("inboundNotifications").where("id", "=", id).execute();
  });
});

describe("inboundWebhook.page", () => {
  test("shows the own tenant's alone", async () => {
    const id = await buildInbound(app, { tenantId: place.tenantId });
    await buildInbound(app, { tenantId: (await buildTenant(app)).tenantId });
    expect((await someone().call(inboundWebhook, "page", {})).items.map((one) => one.id)).toEqual([id]);
  });

  test("is refused to a merchant's people", async () => {
    expect(await someone({ merchantIds: ["mer_1"] }).send(inboundWebhook, "page", {})).toMatchObject({ status: 403 });
  });
});

describe("inboundWebhook.reprocess", () => {
  test("puts a proven one that failed back in line", async () => {
    const id = await buildInbound(app, { tenantId: place.tenantId, status: "failed" });
    expect(await someone().call(inboundWebhook, "reprocess", { ids: [id] })).toEqual({ count: 1 });
    expect(app.jobs).toMatchObject([{ data: { id } }]);
  });

  test("refuses what was not proven, what is processed, and another tenant's", async () => {
    const { tenantId } = place;
    const ids = [
      await buildInbound(app, { tenantId, verdict: "invalid_signature", status: "failed" }),
      await buildInbound(app, { tenantId, status: "processed" }),
      await buildInbound(app, { tenantId: (await buildTenant(app)).tenantId, status: "failed" }),
    ];
    expect(await someone().send(inboundWebhook, "reprocess", { ids })).toMatchObject({
      status: 409,
      bizCode: "inboundWebhook.nothingToDo",
    });
    expect(app.jobs).toEqual([]);
  });
});
