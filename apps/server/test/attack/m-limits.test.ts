import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { operationOf, pathOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { inputLimits, limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { timeLimits } from "../../src/platform/http/server.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";

const all: readonly Resource[] = resources;
const everyOperation = all.flatMap((resource) =>
  Object.keys(resource.operations).map((name) => {
    const operation = operationOf(resource, name);
    return {
      code: permissionOf(resource.name, name),
      url: pathOf(resource, name),
      limits: limitsOf(operation),
      ...operation,
    };
  }),
);
const posts = everyOperation.filter(({ method }) => method === "POST");

let node: TestApp;
let administrator: TestClient;

beforeAll(async () => {
  node = await buildTestApp();
  administrator = node.as(actor());
});
afterAll(() => node.close());

const post = async (url: string, payload: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await node.server.inject({
    method: "POST",
    url: url.replace(/:\w+/, "x"),
    payload,
    headers: { "content-type": "application/json", ...headers },
  });
  return { status: reply.statusCode, body: JSON.parse(reply.body) };
};
const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;
const numbers = (count: number) => `{"account":[${"1,".repeat(count - 1)}1]}`;
const nested = (depth: number) => `{"page":1,"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;

describe("a body that costs more than it is worth", () => {
  const lists = posts.filter(({ list }) => list !== undefined);

  test.each(lists)("fifty thousand deep is refused by $code", async ({ url }) => {
    const { status, body } = await post(url, nested(50_000), administrator.headers);
    expect([status, body.extras.bizCode]).toEqual([400, "platform.inputTooDeep"]);
  });

  const strangers = posts.filter(({ access }) => access === "anonymous");

  test.each(strangers)("is not read to its end for a stranger by $code", async ({ url, limits }) => {
    expect(limits.bytes).toBeLessThanOrEqual(16_384);
    for (const body of [numbers(500_000), members(90_000), nested(50_000)])
      expect((await post(url, body)).status).toBe(413);
    const codes = [members(1_000), numbers(5_000), nested(5_000)].map(async (text) => (await post(url, text)).body);
    expect((await Promise.all(codes)).map(({ extras }) => extras.bizCode)).toEqual([
      "platform.tooManyMembers",
      "platform.tooManyElements",
      "platform.inputTooDeep",
    ]);
  });

  test.each(posts.filter(({ access }) => access !== "anonymous"))(
    "of somebody who is not signed in is not even read by $code",
    async ({ url, limits }) => {
      for (const body of ["{", `"${"x".repeat(limits.bytes)}"`]) expect((await post(url, body)).status).toBe(401);
    },
  );

  test("of somebody who presents an access key that nobody has is not even read", async () => {
    const { access, ...signed } = {
      access: "permission",
      accesskey: "ak_nobody",
      timestamp: String(Math.floor(node.clock.now().getTime() / 1_000)),
      nonce: "0123456789abcdef",
      sign: "AAAA",
    };
    for (const { url } of posts.filter((one) => one.access === access).slice(0, 20))
      expect(await post(url, "{", signed)).toMatchObject({
        status: 401,
        body: { extras: { bizCode: "sysOpenAccess.keyUnknown" } },
      });
  });

  test.each(posts)("beyond its limits is refused by $code", async ({ url, limits, access }) => {
    const headers = access === "anonymous" ? {} : administrator.headers;
    expect((await post(url, `"${"x".repeat(limits.bytes)}"`, headers)).status).toBe(413);
    const { body } = await post(url, members(limits.members + 1), headers);
    expect(body.extras.bizCode).toMatch(/^platform\.(tooManyMembers|bodyTooLarge)$/);
  });

  test("is sent to nobody in vain", async () => {
    expect((await post("/api/nothing/here", numbers(500_000))).status).toBe(404);
    expect((await post("/nowhere", "{")).status).toBe(404);
  });

  test("is told a screenful of its faults and no more", async () => {
    const many = JSON.stringify({ menuIdList: Array(2_000).fill("x"), name: 7, dataScope: 9 });
    const { status, body } = await post("/api/sysRole/add", many, administrator.headers);
    expect([status, body.extras.bizCode, body.extras.fields.length]).toEqual([400, "platform.invalidInput", 20]);
    // What cannot be stored, and is of another type besides.
    const both = JSON.stringify({ menuIdList: Array(30).fill("\u0000") });
    const told = await post("/api/sysRole/add", both, administrator.headers);
    expect([told.status, told.body.extras.fields.length]).toEqual([400, 20]);
  });

  test("may be larger only where an operation says so", () => {
    const larger = everyOperation.filter(
      ({ limits }) => limits.bytes > inputLimits.bytes || limits.elements > inputLimits.elements,
    );
    expect(larger.map(({ code }) => code).sort()).toEqual([
      "bankStatement:import",
      "bankStatement:preview",
      "cardRangeFile:upload",
      "merchantDocument:upload",
      "orderImport:upload",
      "payoutOrder:batchAdd",
      "payoutOrder:batchCheck",
      "recon:import",
      "recon:preview",
      "refundImport:add",
      "routing:update",
      "screening:import",
      "screening:importCheck",
      "sysConfig:batchUpdate",
      "sysConfig:saveSysInfo",
      "sysFile:uploadPart",
      "sysOrg:import",
      "sysOrg:importCheck",
      "sysPos:import",
      "sysPos:importCheck",
      "sysRate:import",
      "sysRate:preview",
      "sysRegion:import",
      "sysRegion:importCheck",
      "sysUser:import",
      "sysUser:importCheck",
      "sysUser:uploadAvatar",
      "sysUser:uploadSignature",
    ]);
  });
});

describe("a connection that dawdles", () => {
  let hasty: TestApp;
  let port: number;

  beforeAll(async () => {
    hasty = await buildTestApp({ timeLimits: { headMs: 400, requestMs: 800, idleMs: 400, stalledMs: 5_000 } });
    await hasty.server.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = hasty.server.server.address() as AddressInfo);
  });
  afterAll(() => hasty.close());

  /** Sends the beginning of a request, and then a byte now and again for as long as it may. */
  function dawdle(beginning: string, byte: string): { socket: Socket; ended: Promise<unknown> } {
    const socket = connect(port, "127.0.0.1");
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    socket.resume().write(beginning);
    const drip = setInterval(() => socket.writable && socket.write(byte), 100);
    void ended.then(() => clearInterval(drip));
    return { socket, ended };
  }

  test("over its head is cut, three hundred of them as well, and others are served meanwhile", async () => {
    const slow = Array.from({ length: 300 }, () => dawdle("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", "a"));
    const reply = await fetch(`http://127.0.0.1:${port}/api/sysConfig/sysInfo`);
    expect(reply.status).toBe(200);
    await Promise.all(slow.map(({ ended }) => ended));
  });

  test("over its body is cut, whoever it claims to be", async () => {
    const head = (path: string, type: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 8000\r\n\r\n`;
    const json = "application/json";
    const slow = [
      dawdle(`${head("/api/sysAuth/login", json)}{"account":"`, "a"),
      dawdle(`${head("/v1/orders", json)}{"merchantOrderNo":"`, "a"),
      dawdle(head("/pay/token/pay", "application/x-www-form-urlencoded"), "a"),
      dawdle(head("/hooks/gateway/token", json), "a"),
      dawdle(`POST /api/sysAuth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n"),
    ];
    await Promise.all(slow.map(({ ended }) => ended));
  });

  test("without sending a byte is cut, before its first request and after", async () => {
    const silent = dawdle("", "");
    const idle = dawdle("GET /api/sysConfig/sysInfo HTTP/1.1\r\nHost: x\r\n\r\n", "");
    await Promise.all([silent.ended, idle.ended]);
  });

  test("has ten seconds for a head, thirty for a request and about a minute of nothing", () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = node.server.server;
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([10_000, 30_000, 65_000, 60_000]);
    expect(timeLimits).toEqual({ headMs: 10_000, requestMs: 30_000, idleMs: 65_000, stalledMs: 60_000 });
  });
});
