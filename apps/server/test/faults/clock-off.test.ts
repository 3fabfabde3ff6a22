import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../app.ts";
import { TestClock } from "../app.ts";
import { givePassword, realNode } from "../attack/visitor.ts";

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
