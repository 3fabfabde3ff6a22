import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { buildEndpoint } from "../../../../test/webhooks.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let operator: TestClient;
let merchantId: string;

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  operator = app.as(actor(place));
});
afterAll(() => app.close());
beforeEach(async () => {
  merchantId = await buildMerchant(app, place);
});

const given = (parts: object = {}) => ({
  merchantId,
  mode: "live" as const,
  name: "Shop server",
  url: "https://hooks.shop.example/in",
  events: ["order.paid" as const],
  ...parts,
});

describe("the address of an endpoint", () => {
  test("keeps an address in one spelling, by which the same address is there once", async () => {
    const url = "HTTPS://Hooks.Shop.Example:443/a/../in#top";
    const { id } = await operator.call(merchantWebhookConfig, "add", given({ url }));
    expect(await operator.call(merchantWebhookConfig, "detail", { id })).toMatchObject({
      url: "https://hooks.shop.example/in",
    });
    const spellings = [
      "https://hooks.shop.example/in",
      "https://HOOKS.shop.example/in",
      "https://hooks.shop.example:443/in",
      "https://hooks.shop.example/in#other",
      "https://hooks.shop.example/in?",
      "https://hooks.shop.example/./in",
      "https:hooks.shop.example/in",
    ];
    for (const url of spellings)
      expect(await operator.send(merchantWebhookConfig, "add", given({ url })), url).toMatchObject({
        status: 409,
        bizCode: "merchantWebhookConfig.alreadyThere",
      });
    // With a trailing dot the name would be a different host for certificates, so it is refused.
    expect(
      await operator.send(merchantWebhookConfig, "add", given({ url: "https://hooks.shop.example./in" })),
    ).toMatchObject({ status: 400, bizCode: "merchantWebhookConfig.urlRefused" });
  });

  test("knows an address again that was kept in another spelling before", async () => {
    await buildEndpoint(app, {
      merchantId,
      tenantId: place.tenantId,
      mode: "live",
      url: "https://Hooks.Shop.example:443/in#x",
      events: JSON.stringify(["order.paid"]),
    });
    expect(await operator.send(merchantWebhookConfig, "add", given())).toMatchObject({ status: 409 });
  });
});

describe("the number of endpoints", () => {
  test("lets it have sixteen over all apps, and however many are asked for at once", async () => {
    const owner = { merchantId, tenantId: place.tenantId };
    const [first, second] = [await buildCoinApp(app, owner), await buildCoinApp(app, owner)];
    for (let index = 0; index < 14; index += 1)
      await buildEndpoint(app, { ...owner, mode: "live", appId: index % 2 ? first.id : null });
    const { scope } = actor();
    const own = app.as(
      actor({ ...place, accountType: 666, scope: { ...scope, tenantId: place.tenantId, merchantIds: [merchantId] } }),
    );
    const answers = await Promise.all(
      [operator, own, operator, own, operator, own].map((client, index) =>
        client.send(
          merchantWebhookConfig,
          "add",
          given({ appId: index % 2 ? first.id : second.id, url: `https://hooks.shop.example/${index}` }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  });
});
