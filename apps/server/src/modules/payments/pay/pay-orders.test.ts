import { createHmac } from "node:crypto";
import { canonicalQuery } from "@countinghouse/contract/integration/open-api/signing.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type OpenClient, openClient } from "../../../../test/open-caller.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { simulatorConnector } from "../../gateways/connector/simulator.connector.ts";

let stage: OrderStage;
let shop: OpenClient;

beforeAll(async () => {
  stage = await buildOrderStage();
  const { app, merchantId, place } = stage;
  const { test: key } = await buildCoinApp(app, { merchantId, tenantId: place.tenantId });
  shop = openClient(app.server, app.clock, key);
});
afterAll(() => stage.close());

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";

/** A payer at the page of a new order. */
async function arrive(from = shop) {
  const { body } = await from.send("POST", "/v1/orders", {
    body: {
      merchantOrderNo: unique("A-"),
      amount: 10_000,
      currency: "USD",
      payer: { email: "ada@example.com" },
      ip: "203.0.113.7",
      returnUrl: "https://shop.example/thanks?cart=1",
    },
  });
  const path = new URL(body.paymentUrl).pathname;
  let cookie = "";
  const show = async (query = "?lang=en") => {
    const { body, headers } = await stage.app.server.inject({ url: `${path}${query}`, headers: { cookie } });
    cookie = String(headers["set-cookie"] ?? cookie).split(";")[0] ?? "";
    return body;
  };
  const send = async (step: string, fields: Record<string, string>) => {
    // The question before cancelling has a form whatever way to pay is offered.
    const form = /name="form" value="([^"]+)"/.exec(await show("/cancel?lang=en"))?.[1] ?? "";
    return stage.app.server.inject({
      method: "POST",
      url: `${path}/${step}?lang=en`,
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": phone, cookie },
      payload: new URLSearchParams({ ...fields, form }).toString(),
    });
  };
  const payWith = (scenario: string) =>
    send("pay", {
      method: "card",
      number: testCard(scenario).number,
      expiry: "12/30",
      cvc: "321",
      holder: "Grace Holder",
    });
  const status = async () => (await from.send("GET", `/v1/orders/${body.orderNo}`)).body.status;
  return { orderNo: body.orderNo as string, path, show, send, payWith, status, device: () => cookie.split("=")[1] };
}

describe("a payer at the payment page", () => {
  test("pays, and goes back to the merchant with a status that its server can check", async () => {
    const payer = await arrive();
    expect(await payer.show()).toContain("100.00<small> USD</small>");
    expect((await payer.payWith("001")).statusCode).toBe(303);
    expect(await payer.status()).toBe("paid");
    const page = await payer.show();
    expect(page).toContain("has your payment of 100.00 USD");
    expect(page).toContain(`content="8;url=${payer.path}/back?lang=en"`);
    const { headers } = await stage.app.server.inject({ url: `${payer.path}/back?lang=en` });
    const href = String(headers.location);
    expect(href.startsWith("https://shop.example/thanks?cart=1&")).toBe(true);
    const { searchParams } = new URL(href);
    const names = ["orderNo", "merchantOrderNo", "status", "timestamp"];
    const told = Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? ""]));
    const text = canonicalQuery(new URLSearchParams(told).toString());
    expect(searchParams.get("signature")).toBe(createHmac("sha256", shop.secret).update(text).digest("hex"));
    expect([searchParams.get("status"), searchParams.get("cart")]).toEqual(["paid", "1"]);
  });

  test("is known to the gateway by their own browser: an id that it keeps, and what it is", async () => {
    const pay = vi.spyOn(simulatorConnector, "pay");
    try {
      const payer = await arrive();
      await payer.show();
      const device = payer.device();
      expect(device).toMatch(/^[\w-]{22}$/);
      await payer.payWith("001");
      expect(payer.device()).toBe(device);
      expect(pay.mock.calls.map(([, { payer: told }]) => told)).toEqual([
        expect.objectContaining({ deviceId: device, userAgent: phone, ip: "203.0.113.7" }),
      ]);
    } finally {
      pay.mockRestore();
    }
  });

  test("is told of a decline in words, and may try another card", async () => {
    const payer = await arrive();
    await payer.payWith("101");
    expect(await payer.show()).toContain("not enough money");
    await payer.payWith("001");
    expect(await payer.status()).toBe("paid");
  });

  test("is sent to the issuer, and comes back to a page that asks the gateway", async () => {
    const payer = await arrive();
    const { headers } = await payer.payWith("201");
    const page = (await stage.app.server.inject({ url: String(headers.location) })).body;
    expect(page).toContain("Confirm with your bank");
    expect(page).toMatch(/http-equiv="refresh" content="0;url=http/);
    expect((await stage.app.server.inject({ url: `${payer.path}/return?status=paid` })).statusCode).toBe(303);
    expect(await payer.status()).toBe("awaiting");
  });

  test("reads the shop's name in their language, and the merchant's where the app has none", async () => {
    const { app, merchantId, place } = stage;
    const payerNames = JSON.stringify({ "zh-cn": "北光户外", en: "Nordlicht Outdoor" });
    const named = await buildCoinApp(app, { merchantId, tenantId: place.tenantId }, { payerNames });
    const { name } = await app.platform.db
      .selectFrom("merchants")
      .select("name")
      .where("id", "=", merchantId)
      .executeTakeFirstOrThrow();
    const payer = await arrive(openClient(app.server, app.clock, named.test));
    expect(await payer.show("?lang=zh-cn")).toContain("<bdi>北光户外</bdi>");
    expect(await payer.show("?lang=en")).toContain("<bdi>Nordlicht Outdoor</bdi>");
    expect(await payer.show("?lang=zh-tw")).toContain(`<bdi>${name}</bdi>`);
  });

  test("of a merchant suspended since is told that the shop takes no payments, whatever way they try", async () => {
    const payer = await arrive();
    expect(await payer.show()).not.toContain("takes no payments now");
    const merchant = () => stage.app.platform.db.updateTable("merchants").where("id", "=", stage.merchantId);
    await merchant().set({ status: "suspended", canPay: false }).execute();
    try {
      for (const [lang, words] of [
        ["en", "takes no payments now"],
        ["zh-cn", "目前暂停收款"],
        ["zh-tw", "目前暫停收款"],
      ]) {
        expect(await payer.show(`?lang=${lang}`)).toContain(words);
      }
      const { statusCode, body } = await payer.payWith("001");
      expect([statusCode, body.includes("takes no payments now")]).toEqual([422, true]);
      expect(body).not.toContain("could not be reached");
      expect(await payer.status()).toBe("created");
    } finally {
      await merchant().set({ status: "active", canPay: true }).execute();
    }
    await payer.payWith("001");
    expect(await payer.status()).toBe("paid");
  });

  test("calls the order off", async () => {
    const payer = await arrive();
    expect((await payer.send("cancel", {})).statusCode).toBe(303);
    expect(await payer.status()).toBe("canceled");
    expect(await payer.show()).toContain("The order was cancelled");
  });
});
