import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { screenInput } from "../../src/platform/http/screen-input.ts";
import { buildTestApp, type TestApp } from "../app.ts";

const { login } = sysAuth.operations;

/** The least processor time, in milliseconds, that looking through a body took in some tries. */
function leastCpuMs(input: z.ZodType, body: object): number {
  const tries = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    screenInput(input, body, limitsOf(login));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

/** As much of something as a stranger's body may hold. */
const filled = (piece: string): string => piece.repeat(Math.floor(15_300 / Buffer.byteLength(piece)));

test.each(["4-4-", "4 ", "4-1 1.1/1 ", "٤ ", "4111 1111 1111 111 ", "4,44,", "%979x ", "52/2٤1%b2264464"])(
  "a stranger's body of %j costs less than five milliseconds of processor",
  (piece) => {
    expect(leastCpuMs(z.object({ text: z.string() }), { text: filled(piece) })).toBeLessThan(5);
  },
);

test.each(["account", "nobodyAskedForThis"])("a text that goes no further is not looked through: %s", (name) => {
  expect(leastCpuMs(login.input, { [name]: filled("4-4-") })).toBeLessThan(0.5);
  const number = { [name]: "4111 1111 1111 1111" };
  expect(screenInput(login.input, number, limitsOf(login)).cardNumbers).toEqual([name]);
});

describe("a whole call of a stranger", () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await buildTestApp();
  });
  afterAll(() => node.close());
  const accepts = { "accept-encoding": "br, gzip", "accept-language": "en" };
  test.each([
    ["platform.tooManyMembers", `{${Array.from({ length: 1_500 }, (_none, at) => `"k${at}":1`).join(",")}`],
    ["platform.inputTooDeep", `{"account":${"[".repeat(8_000)}`],
    ["platform.tooManyElements", `{"account":[${"1,".repeat(8_000)}`],
  ])("is measured before anything is made of it: %s", async (bizCode, payload) => {
    const headers = { ...accepts, "content-type": "application/json" };
    const answer = await node.server.inject({ method: "POST", url: "/api/sysAuth/login", headers, payload });
    expect(answer.json()).toMatchObject({ code: 400, extras: { bizCode } });
  });

  const body = (account: string) => ({ method: "POST" as const, url: "/api/sysAuth/login", payload: { account } });

  test.each([
    ["to a path of digits", { url: `/api/${filled("4-4-")}` }],
    ["to a path of the open API", { url: `/v1/${filled("4-4-")}` }],
    ["by a browser called so", { url: "/api/sysConfig/sysInfo", headers: { "user-agent": filled("4-4-") } }],
    ["with a body of digits", body(filled("4-4-"))],
    ["for the document of the open API", { url: "/v1/openapi.json" }],
    ["for the page of the open API", { url: "/v1/docs" }],
  ])("costs less than five milliseconds of processor %s", async (what, call) => {
    const tries: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const before = process.cpuUsage();
      await node.server.inject({ ...call, headers: { ...accepts, ...("headers" in call ? call.headers : {}) } });
      const { user, system } = process.cpuUsage(before);
      tries.push((user + system) / 1_000);
    }
    const least = Math.min(...tries);
    process.stderr.write(`a call ${what}: ${least.toFixed(1)} ms of processor\n`);
    expect(least).toBeLessThan(5);
  });
});
