import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyedDigest, signInServicesOf } from "../../src/modules/system/auth/sign-in-services.service.ts";
import type { TestApp } from "../app.ts";
import { buildPerson, newIp, realNode, type Someone, totpCode } from "../attack/visitor.ts";
import { buildRole } from "../people.ts";
import { keys, sealed } from "./stock-node.ts";

const console_ = { "x-countinghouse-console": "1" };
const on = {
  COUNTINGHOUSE_STOCK_CLIENT: "on",
  COUNTINGHOUSE_STOCK_CLIENT_KEY: keys.privateKey,
  COUNTINGHOUSE_STOCK_CLIENT_ZONE: "Asia/Shanghai",
};
const minute = 60_000;

let node: TestApp;
let closed: TestApp;
let proxied: TestApp;
let boss: Someone;

beforeAll(async () => {
  node = await realNode(undefined, undefined, { ...on, COUNTINGHOUSE_STOCK_CLIENT_ORIGIN: "https://client.example" });
  closed = await realNode(node.database, node.clock);
  proxied = await realNode(node.database, node.clock, {
    ...on,
    COUNTINGHOUSE_STOCK_CLIENT: "proxy",
    COUNTINGHOUSE_TRUST_PROXY: "1",
  });
  boss = await buildPerson(node, { accountType: 999, tenantId: 1 });
});
afterAll(async () => {
  await proxied.close();
  await closed.close();
  await node.close();
});

interface Sending {
  readonly at?: TestApp;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

/** A call as the stock client makes it. */
async function call(
  method: "GET" | "POST" | "OPTIONS",
  url: string,
  { at = node, body, token, headers, ip = newIp() }: Sending = {},
) {
  const response = await at.server.inject({
    method,
    url,
    remoteAddress: ip,
    headers: {
      "accept-language": "en",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0",
      ...(method === "POST" ? { "content-type": "application/json-patch+json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(method === "POST" ? { payload: typeof body === "string" ? body : JSON.stringify(body ?? {}) } : {}),
  });
  const isJson = response.headers["content-type"]?.toString().includes("json");
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : undefined };
}

const login = (account: string, password: string, more: Record<string, unknown> = {}) =>
  call("POST", "/api/sysAuth/login", { body: { account, password: sealed(password), codeId: 0, code: "", ...more } });

async function signIn({ account, password }: Someone): Promise<string> {
  const { body } = await login(account, password);
  if (body.code !== 200) throw new Error(`sign-in refused: ${body.message}`);
  return body.result.accessToken;
}

describe("the door", () => {
  test("is closed by default: marks are ignored and nothing of the adapter is reachable", async () => {
    for (const url of ["/stock-client/api/sysAuth/userInfo", "/hubs/onlineUser/negotiate?token=x"])
      expect((await call("POST", url, { at: closed })).status).toBe(404);
    const own = await call("GET", "/api/sysAuth/userInfo", { at: closed, headers: { "x-stock-client": "on" } });
    expect(own).toMatchObject({ status: 401, body: { code: 401 } });
  });

  test("opens to what a trusted proxy marks, and to nothing else", async () => {
    expect(await call("GET", "/api/sysAuth/userInfo", { at: proxied })).toMatchObject({ status: 401 });
    const marked = await call("GET", "/api/sysAuth/userInfo", { at: proxied, headers: { "x-stock-client": "on" } });
    expect(marked).toMatchObject({ status: 200, body: { code: 401 }, headers: { "access-token": "invalid_token" } });
  });

  test("leaves our own console, programs that sign, and other addresses alone", async () => {
    expect((await call("GET", "/api/sysAuth/userInfo", { headers: console_ })).status).toBe(401);
    expect((await call("GET", "/api/sysPos/page", { headers: { sign: "x", accesskey: "k" } })).status).not.toBe(200);
    expect((await call("GET", "/api/nothing/here")).status).toBe(404);
    expect((await call("GET", "/stock-client/api/sysAuth/userInfo")).status).toBe(404);
    expect((await call("POST", "/stock-client/api/sysAuth/captcha")).status).toBe(404);
  });

  test("keeps CORS closed but to the one configured origin", async () => {
    const asked = (origin: string) =>
      call("OPTIONS", "/api/sysUser/page", { headers: { origin, "access-control-request-method": "POST" } });
    expect((await asked("https://client.example")).headers).toMatchObject({
      "access-control-allow-origin": "https://client.example",
      "access-control-allow-methods": "GET, POST",
    });
    const other = (await asked("https://evil.example")).headers;
    expect(other["access-control-allow-origin"]).toBeUndefined();
    expect(other["access-control-allow-methods"]).toBeUndefined();
    const answer = await call("GET", "/api/sysConfig/sysInfo", { headers: { origin: "https://client.example" } });
    expect(answer.headers["access-control-expose-headers"]).toContain("x-access-token");
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });
});

describe("refusals", () => {
  test("stand in the body of a 200: not signed in, not allowed, wrong input", async () => {
    const nobody = await call("POST", "/api/sysUser/page", { body: { page: 1 } });
    expect(nobody).toMatchObject({ status: 200, body: { code: 401, type: "error", result: null } });
    const roleId = await buildRole(node, { tenantId: 1, permissions: [] });
    const clerk = await buildPerson(node, { tenantId: 1 });
    await node.platform.db.insertInto("userRoles").values({ userId: clerk.id, roleId }).execute();
    const token = await signIn(clerk);
    const forbidden = await call("POST", "/api/sysUser/page", { token });
    expect(forbidden).toMatchObject({ status: 200, body: { code: 403 } });
    expect(forbidden.body.message).toContain("sysUser:page");
    const wrong = await call("POST", "/api/sysPos/add", { token: await signIn(boss), body: { name: "" } });
    expect(wrong).toMatchObject({ status: 200, body: { code: 400, extras: { bizCode: "platform.invalidInput" } } });
    expect(wrong.body.message).toContain("Name");
  });

  test("hold for card numbers, sizes, types and broken bodies as everywhere", async () => {
    const token = await signIn(boss);
    const add = (body: unknown, headers: Record<string, string> = {}) =>
      call("POST", "/api/sysPos/add", { token, body, headers });
    expect((await add({ name: "4111 1111 1111 1111" })).body).toMatchObject({
      code: 400,
      extras: { bizCode: "platform.cardNumberRefused" },
    });
    expect((await add({ name: "x".repeat(140_000) })).body).toMatchObject({ code: 400 });
    expect((await add("{")).body).toMatchObject({ code: 400 });
    expect((await add("<a/>", { "content-type": "application/xml" })).body).toMatchObject({ code: 400 });
    const unmeasured = await node.server.inject({
      method: "POST",
      url: "/api/sysPos/add",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "transfer-encoding": "chunked" },
      payload: Readable.from([`{"name":"${"x".repeat(140_000)}"}`]),
    });
    expect(unmeasured.json()).toMatchObject({ code: 400, extras: { bizCode: "platform.bodyTooLarge" } });
    const stranger = await call("POST", "/api/sysFile/uploadFile", { body: "x".repeat(200_000) });
    expect(stranger.body).toMatchObject({ code: 401 });
    const rows = await node.platform.db.selectFrom("positions").select("id").where("name", "like", "%4111%").execute();
    expect(rows).toEqual([]);
  });

  test("of whoever may not upload come before the body, and take nobody's place", async () => {
    const clerk = await signIn(await buildPerson(node, { tenantId: 1 }));
    const upload = (token: string, payload: Readable) =>
      node.server.inject({
        method: "POST",
        url: "/api/sysFile/uploadFile",
        headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
        payload,
      });
    const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
    const endless = () => new Readable({ read: () => {} });
    // Left waiting for a body, these would hold both places.
    const waiting = [upload(clerk, endless()), upload(clerk, endless())];
    expect((await upload(await signIn(boss), Readable.from([form]))).json()).toMatchObject({ code: 200 });
    for (const answer of await Promise.all(waiting)) expect(answer.json()).toMatchObject({ code: 403 });
  });

  test("of what is not safe and of what is not there are told by name", async () => {
    const token = await signIn(boss);
    const dropped = await call("POST", "/api/sysDatabase/deleteTable", { token, body: { tableName: "users" } });
    expect(dropped.body).toMatchObject({ code: 400, type: "warning" });
    expect(dropped.body.message).toContain("sysDatabase/deleteTable");
    expect((await call("GET", "/api/sysPrint/print/x", { token })).body.message).toContain("sysPrint/print");
    expect((await call("POST", "/api/sysDatabase/deleteTable")).body.code).toBe(401);
  });
});

describe("sign-in", () => {
  test("takes the picture that it shows: a PNG file of four characters", async () => {
    const ip = newIp();
    const { body } = await call("GET", "/api/sysAuth/captcha", { ip });
    const { id, img } = body.result;
    expect(Object.keys(body.result)).toEqual(["id", "img", "expirySeconds"]);
    expect(Buffer.from(img, "base64").subarray(1, 4).toString()).toBe("PNG");
    const { answer } = await node.platform.db
      .selectFrom("captchas")
      .select("answer")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const letters = [..."ACDEFHJKMNPRTUVWXY23456789"];
    const services = signInServicesOf(node.platform);
    const found = (text: string): boolean =>
      text.length === 4
        ? keyedDigest(services, "captcha", `${id} ${text}`) === answer
        : letters.some((one) => found(text + one));
    expect(found("")).toBe(true);
  });

  test("says which key is wrong, and tells nothing of an account", async () => {
    const unread = await call("POST", "/api/sysAuth/login", {
      body: { account: boss.account, password: "plain", codeId: 0 },
    });
    expect(unread.body).toMatchObject({ code: 400, type: "warning" });
    const wrong = await login(boss.account, "another password 1");
    const nobody = await login("nobody.at.all", "another password 1");
    expect(wrong.body.message).toBe(nobody.body.message);
  });

  test("goes through a second factor by the code behind the password, and says so without one", async () => {
    const person = await buildPerson(node, { tenantId: 1 });
    const { body } = await login(person.account, person.password);
    const headers = { ...console_, authorization: `Bearer ${body.result.accessToken}` };
    const secret = await enrol(headers);
    const told = await login(person.account, person.password);
    expect(told.body).toMatchObject({ code: 400, type: "warning", result: null });
    expect(told.body.message).toMatch(/six digits.*\/login/);
    node.clock.forward(minute);
    const wrong = await login(person.account, `${person.password} 000000`);
    expect(wrong.body.code).toBe(400);
    const entered = await login(person.account, `${person.password} ${totpCode(node, secret)}`);
    expect(entered.body).toMatchObject({ code: 200, result: { accessToken: expect.any(String) } });
  });

  test("is confirmed afresh by unlocking the screen, which the refused action says", async () => {
    const token = await signIn(boss);
    node.clock.forward(6 * minute);
    const body = { name: "Confirmed", code: "confirmed", status: 1 };
    const refused = await call("POST", "/api/sysRole/add", { token, body });
    expect(refused.body).toMatchObject({ code: 403, extras: { bizCode: "platform.stepUpRequired" } });
    expect(refused.body.message).toContain("Lock the screen");
    const wrong = await call("POST", `/api/sysAuth/unLockScreen?password=${sealed("not it at all 1")}`, { token });
    expect(wrong.body.code).toBe(400);
    const unlocked = await call("POST", `/api/sysAuth/unLockScreen?password=${sealed(boss.password)}`, { token });
    expect(unlocked.body).toMatchObject({ code: 200, result: true });
    const next = String(unlocked.headers["access-token"]);
    expect((await call("POST", "/api/sysRole/add", { token: next, body })).body).toMatchObject({
      code: 200,
      result: null,
    });
  });

  test("is renewed by both headers, and each renewed pair goes out once", async () => {
    const { body, headers } = await login(boss.account, boss.password);
    node.clock.forward(14.9 * minute);
    const token = body.result.accessToken;
    // Kept awake, so that the session outlives its first access token.
    expect((await call("GET", "/api/sysAuth/userInfo", { token })).body.code).toBe(200);
    node.clock.forward(minute);
    const refresh = { "x-authorization": `Bearer ${headers["x-access-token"]}` };
    expect((await call("GET", "/api/sysAuth/userInfo", { token })).body.code).toBe(401);
    const renewed = await call("GET", "/api/sysAuth/userInfo", { token, headers: refresh });
    expect(renewed.body).toMatchObject({ code: 200, result: { account: boss.account } });
    expect(renewed.headers["access-token"]).not.toBe(token);
    const again = await call("GET", "/api/sysAuth/userInfo", { token: String(renewed.headers["access-token"]) });
    expect(again.body.code).toBe(200);
  });
});

/** Sets up an authenticator app by our own API; answers its secret. */
async function enrol(headers: Record<string, string>): Promise<string> {
  const started = await call("POST", "/api/sysAuth/totpEnrol", { headers });
  const { secret } = started.body.result;
  const confirmed = await call("POST", "/api/sysAuth/totpConfirm", { headers, body: { code: totpCode(node, secret) } });
  if (confirmed.status !== 200) throw new Error(confirmed.body.message);
  return secret;
}

describe("values", () => {
  test("pages of more than 200 rows are cut, and 0 and -1 stand for every organisation", async () => {
    const token = await signIn(boss);
    for (const orgId of [0, -1, "0", null]) {
      const { body } = await call("POST", "/api/sysUser/page", {
        token,
        body: { page: 1, pageSize: 10_000, orgId, account: "" },
      });
      expect(body).toMatchObject({ code: 200, result: { pageSize: 200, page: 1 } });
      expect(body.result.total).toBeGreaterThan(1);
    }
  });

  test("filters of logs act: time in the zone, operation, duration, outcome", async () => {
    const token = await signIn(boss);
    const visits = async (filter: Record<string, unknown>) =>
      (await call("POST", "/api/sysLogVis/page", { token, body: { page: 1, pageSize: 20, ...filter } })).body.result;
    const all = await visits({});
    expect(all.total).toBeGreaterThan(3);
    expect(all.items[0]).toMatchObject({
      controllerName: "sysAuth",
      logDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    // The client's own address, not that of the adapter: limits and logs go by it.
    expect(all.items[0].remoteIp).toMatch(/^10\.0\./);
    const { logDateTime } = all.items.at(-1);
    expect((await visits({ startTime: logDateTime, endTime: logDateTime })).total).toBeGreaterThan(0);
    expect((await visits({ startTime: "2030-01-01 00:00:00" })).total).toBe(0);
    expect((await visits({ actionName: "login" })).total).toBeGreaterThan(0);
    expect((await visits({ actionName: "nothing" })).total).toBe(0);
    expect((await visits({ elapsed: 1_000_000 })).total).toBe(0);
    const outcomes = [await visits({ status: "200" }), await visits({ status: "400" })];
    expect(outcomes[0].items.every(({ status }: { status: string }) => status === "200")).toBe(true);
    expect(outcomes[1].items.every(({ status }: { status: string }) => status !== "200")).toBe(true);
    expect(outcomes[0].total + outcomes[1].total).toBe((await visits({})).total);
  });

  test("the menu has the client's own paths, components and icons, and links to ours where it has no view", async () => {
    const token = await signIn(boss);
    const { body } = await call("GET", "/api/sysMenu/loginMenuTree", { token });
    // biome-ignore lint/suspicious/noExplicitAny: entries of the tree are read as the client reads them.
    const flat = (entries: any[]): any[] => entries.flatMap((one) => [one, ...flat(one.children)]);
    const entries = flat(body.result);
    const at = (path: string) => entries.find((one) => one.path === path);
    expect(at("/system/user")).toMatchObject({
      component: "/system/user/index",
      name: "sysUser",
      meta: { icon: "ele-User" },
    });
    for (const path of [
      "/system/userCenter",
      "/dashboard/notice",
      "/platform/infoSetting",
      "/platform/job",
      "/log/vislog",
    ])
      expect(at(path)).toBeDefined();
    expect(at("/dashboard/home")).toMatchObject({ component: "/home/index", meta: { isAffix: true } });
    const links = entries.filter((one) => one.type === 2 && one.component === "layout/routerView/link");
    expect(links.length).toBeGreaterThan(5);
    for (const { meta } of links) expect(meta.isLink).toMatch(/^https?:\/\//);
    const names = entries.map((one) => one.name);
    expect(new Set(names).size).toBe(names.length);
    const { buttons } = (await call("GET", "/api/sysAuth/userInfo", { token })).body.result;
    for (const code of [
      "sysPos:list",
      "sysMenu:list",
      "sysUser:baseInfo",
      "sysUser:changePwd",
      "sysVislog:page",
      "sysOplog:export",
    ])
      expect(buttons).toContain(code);
  });

  test("markup of a notice is taken as its text, and a text never becomes markup", async () => {
    const token = await signIn(boss);
    await call("POST", "/api/sysNotice/add", {
      token,
      body: { title: "Marked", content: "<p>a &lt;b&gt;</p><script>x()</script>", type: 1 },
    });
    const { body } = await call("POST", "/api/sysNotice/page", { token, body: { title: "Marked" } });
    expect(body.result.items[0].content).toBe("<p>a &lt;b&gt;</p><p>x()</p>");
  });

  test("a mask that was shown is not written back, and null leaves a field as it is", async () => {
    const token = await signIn(boss);
    const person = await buildPerson(node, { tenantId: 1, phone: "13912349876" });
    const page = async () =>
      (await call("POST", "/api/sysUser/page", { token, body: { account: person.account } })).body.result.items[0];
    const update = (row: object) => call("POST", "/api/sysUser/update", { token, body: row });
    const row = await page();
    expect(
      (await update({ ...row, phone: "139****9876", nickName: "Zhao", roleIdList: [], extOrgIdList: [] })).body.code,
    ).toBe(200);
    const next = await page();
    expect((await update({ ...next, nickName: null, roleIdList: [], extOrgIdList: [] })).body.code).toBe(200);
    const kept = await node.platform.db
      .selectFrom("users")
      .select(["phone", "nickName"])
      .where("id", "=", person.id)
      .executeTakeFirst();
    expect(kept).toEqual({ phone: "13912349876", nickName: "Zhao" });
  });
});

describe("strangers", () => {
  test("have no password opened where their address may try none, or the gate turns them away", async () => {
    const unread = { account: "nobody", password: "11".repeat(120), codeId: 0, code: "" };
    const all = async (sources: readonly string[]) =>
      (await Promise.all(sources.map((ip) => call("POST", "/api/sysAuth/login", { ip, body: unread })))).map(
        ({ body }) => body.extras.bizCode ?? body.message,
      );
    const wasOpened = (told: string): boolean => told.includes("could not be decrypted");
    const flood = await all(Array.from({ length: 80 }, newIp));
    expect(flood.filter((told) => told === "platform.tooManyRequests")).toHaveLength(80 - 36);
    expect(flood.filter(wasOpened)).toHaveLength(36);
    const one = newIp();
    const tries = [...(await all(Array.from({ length: 30 }, () => one))), ...(await all([one]))];
    expect(tries.filter(wasOpened)).toHaveLength(20);
    expect(tries.at(-1)).toBe("sysAuth.tooManyTries");
  });
});
