import { Agent, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { testCard } from "../simulator.ts";

let stage: OrderStage;
/** As merchants' servers do, it keeps a connection for the next call for as long as it may. */
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(async () => {
  agent.destroy();
  await stage?.close();
});

/** A payment whose gateway answers late. */
function pay(port: number): Promise<IncomingMessage> {
  const { number, expMonth, expYear, cvc } = testCard("002");
  const body = {
    merchantOrderNo: "under-way",
    amount: 10_000,
    currency: "USD",
    ip: "203.0.113.7",
    payer: { email: "ada@example.com", name: "Ada Payer" },
    paymentMethod: { code: "card", card: { number, expiryMonth: expMonth, expiryYear: expYear, cvc } },
  };
  const { method, url, headers, payload } = stage.shop.signed("POST", "/v1/orders", { body });
  return new Promise((resolve, reject) => {
    const asked = request({ agent, port, method, path: url, headers }, resolve);
    asked.once("error", reject);
    asked.end(payload);
  });
}

describe("a node that is told to stop", () => {
  test("finishes the payment under way, and waits for no connection that is only kept", async () => {
    const { server } = stage.app;
    await server.listen({ host: "127.0.0.1", port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const answer = pay(port);
    await sleep(300);
    const began = performance.now();
    const closed = server.close();
    const { statusCode, headers } = await answer.then((response) => response.resume());
    expect([statusCode, headers.connection]).toEqual([200, "close"]);
    await closed;
    expect(performance.now() - began).toBeLessThan(8_000);
  }, 60_000);
});
