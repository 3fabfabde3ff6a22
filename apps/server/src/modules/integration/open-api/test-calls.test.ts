import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildShop, orderIn, type Shop } from "../../../../test/open-shop.ts";

const orderNo = "OR20261121TESTCALLS01";
const foreignNo = "OR20261121TESTCALLS02";
const payments = ["pay_1", "pay_2"].map((id) => ({ id, status: "requires_action", method: "card" }));

/** Calls received by the simulator. */
const told: { path: string; body: unknown }[] = [];
const simulator = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const path = (request.url ?? "").replace("/v1/test/simulator", "");
  if (request.method === "POST") told.push({ path, body: JSON.parse(text) });
  const answer = path.startsWith("/book")
    ? { payments: path.endsWith(orderNo) ? payments : [] }
    : path === "/clock"
      ? { now: "2026-11-23T10:00:00.000Z" }
      : { count: 3 };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});

let node: TestApp;
let shop: Shop;

beforeAll(async () => {
  await new Promise<void>((resolve) => simulator.listen(0, "127.0.0.1", resolve));
  const { port } = simulator.address() as AddressInfo;
  node = await buildTestApp({ environment: { COUNTINGHOUSE_SIMULATOR: `http://127.0.0.1:${port}` } });
  shop = await buildShop(node);
  const other = await buildShop(node);
  await orderIn(node, shop, { orderNo, mode: "test" });
  await orderIn(node, other, { orderNo: foreignNo, mode: "test" });
});
afterAll(async () => {
  await node.close();
  simulator.close();
});
beforeEach(() => {
  told.length = 0;
  node.clock.forward(2_000);
});

const renotify = (no: string, body: object = {}, by = shop.test) =>
  by.send("POST", `/v1/test/orders/${no}/notifications`, { body });

describe("openApi.renotifyTestOrder", () => {
  test.each(["replay", "duplicate", "reorder"])("has every payment of the order told again: %s", async (mode) => {
    const { status, body } = await renotify(orderNo, { mode });
    expect([status, body.count]).toEqual([200, 6]);
    expect(told).toEqual(payments.map(({ id }) => ({ path: "/notifications/resend", body: { mode, objectId: id } })));
  });

  test("touches no order of another merchant, and no other word", async () => {
    expect((await renotify(foreignNo)).status).toBe(404);
    expect((await renotify(orderNo, { mode: "flood" })).status).toBe(400);
    expect(told).toEqual([]);
  });

  test("is refused to a live key", async () => {
    const liveNo = "OR20261121TESTCALLS03";
    await orderIn(node, shop, { orderNo: liveNo, mode: "live" });
    expect((await renotify(liveNo, {}, shop.live)).body.bizCode).toBe("test_mode_only");
    expect(told).toEqual([]);
  });
});

describe("openApi.payTestOrder", () => {
  test("answers for the payer of the latest payment, once", async () => {
    const { body } = await shop.test.send("POST", `/v1/test/orders/${orderNo}/pay`, { body: { outcome: "paid" } });
    expect(body).toEqual({ isAccepted: true });
    expect(told).toEqual([{ path: "/payments/pay_2/pay", body: {} }]);
  });
});

describe("openApi.advanceTestClock", () => {
  test("moves the gateway's clock for a test key alone", async () => {
    const { body } = await shop.test.send("POST", "/v1/test/clock", { body: { seconds: 60 } });
    expect(body.now).toBe("2026-11-23T10:00:00.000Z");
    const refused = await shop.live.send("POST", "/v1/test/clock", { body: { seconds: 60 } });
    expect(refused.body.bizCode).toBe("test_mode_only");
    expect(told).toHaveLength(1);
  });
});
