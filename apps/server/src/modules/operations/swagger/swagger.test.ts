import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import {
  ask,
  bearer,
  buildPerson,
  newIp,
  realNode,
  type Someone,
  setSetting,
  signIn,
  whoAmI,
} from "../../../../test/attack/visitor.ts";

let node: TestApp;
let person: Someone;

const form = { "content-type": "application/x-www-form-urlencoded" };
const typed = (password: string) => `UserName=${person.account}&Password=${encodeURIComponent(password)}`;
const submit = (password: string) =>
  ask(node, "swagger/submitUrl", { body: typed(password), headers: form, ip: newIp() });
const sessions = () =>
  node.platform.db
    .selectFrom("sessions")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("userId", "=", person.id)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  node = await realNode();
  person = await buildPerson(node);
});
afterAll(() => node.close());

test("the page's question is answered by whether somebody is signed in", async () => {
  const check = (headers = {}) => ask(node, "swagger/checkUrl", { body: {}, headers, ip: newIp() });
  const pair = await signIn(node, person);
  expect((await check(bearer(pair))).text).toBe("200");
  expect((await check()).text).toBe("401");
  expect((await check({ authorization: "Bearer nonsense" })).text).toBe("401");
  await ask(node, "sysAuth/logout", { body: {}, headers: bearer(pair), ip: newIp() });
  expect((await check(bearer(pair))).text).toBe("401");
});

test("its form signs nobody in, and out: no session of the user's own is opened or ends", async () => {
  await setSetting(node, "sys_single_login", "True");
  const pair = await signIn(node, person);
  const before = await sessions();
  const right = await submit(person.password);
  expect([right.status, right.text]).toEqual([200, "200"]);
  expect(right.headers["access-token"]).toBeUndefined();
  expect((await submit("not-the-Password-1")).text).toBe("401");
  expect(await sessions()).toEqual(before);
  expect(Number(before.count)).toBeGreaterThan(0);
  expect((await whoAmI(node, bearer(pair))).status).toBe(200);
});
