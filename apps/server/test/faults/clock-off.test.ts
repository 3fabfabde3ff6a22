import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../app.ts";
import { TestClock } from "../app.ts";
import { givePassword, realNode } from "../attack/visitor.ts";
import { buildShop } from "../open-shop.ts";

const password = "violet otter 93 lantern";

let right: TestApp;
let wrong: TestApp;
const clock = new TestClock();

const signIn = (node: TestApp) => node.anonymous.send(sysAuth, "login", { account: "admin", password });

beforeAll(async () => {
  right = await realNode();
  wrong = await realNode(right.database, clock);
  await givePassword(right, 1, password);
});
afterAll(async () => {
  await wrong.close();
  await right.close();
});

test("a node whose clock is off issues no tokens, while others do, and issues them again once it is right", async () => {
  clock.isOff = true;
  const refused = await signIn(wrong);
  expect([refused.status, refused.bizCode]).toEqual([503, "platform.clockOff"]);
  expect(await right.platform.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  expect((await signIn(right)).status).toBe(200);
  clock.isOff = false;
  expect((await signIn(wrong)).status).toBe(200);
});

test("a node whose clock is off takes no new calls of merchants' servers and payers, and answers what there is", async () => {
  const shop = await buildShop(wrong);
  const body = { merchantOrderNo: "A-1", amount: 10_000, currency: "USD", payer: { email: "ada@example.com" } };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const pay = async () => (await wrong.server.inject({ method: "POST", url: "/pay/x/pay", headers })).statusCode;
  const order = () => shop.test.send("POST", "/v1/orders", { body });
  clock.isOff = true;
  expect(await order()).toMatchObject({ status: 503, body: { bizCode: "dependency_unavailable" } });
  expect(await pay()).toBe(503);
  expect((await shop.test.send("GET", "/v1/orders")).body).toMatchObject({ data: [] });
  clock.isOff = false;
  expect([(await order()).status, await pay()]).not.toContain(503);
});
