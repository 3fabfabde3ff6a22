import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../test/app.ts";
import { assertFitsSchema } from "../../../test/open-contract.ts";

let node: TestApp;
let port: number;

beforeAll(async () => {
  node = await buildTestApp({ timeLimits: { headMs: 400, requestMs: 800, idleMs: 5_000, stalledMs: 20_000 } });
  await node.server.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = node.server.server.address() as AddressInfo);
});
afterAll(() => node.close());

/** Sends these bytes and no more; answers what came back until the connection ended. */
async function send(bytes: string): Promise<{ status: number; head: string; body: Record<string, unknown> }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  socket.on("error", () => {});
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

const post = (path: string, language: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAccept-Language: ${language}\r\nContent-Type: application/json\r\n` +
  'Content-Length: 8000\r\n\r\n{"';

const unfinished = "GET /v1/orders HTTP/1.1\r\nHost: x\r\nX-Slow: ";

describe("a request that never came whole", () => {
  test.each([
    ["a head that stops", unfinished, 408, "request_timeout"],
    ["a connection that says nothing", "", 408, "request_timeout"],
    ["what is not HTTP", "SOMETHING ELSE\r\n\r\n", 400, "malformed_request"],
    ["a head without end", unfinished + "a".repeat(20_000), 431, "headers_too_large"],
    ["a body that stops", post("/v1/orders", "en"), 408, "request_timeout"],
  ])("is told so as every error of the open API: %s", async (_what, bytes, status, bizCode) => {
    const { head, body, ...answer } = await send(bytes);
    expect([answer.status, body.code, body.bizCode]).toEqual([status, status, bizCode]);
    expect(body.message).toContain("Nothing of");
    expect(head).toContain("connection: close");
    expect(head).toContain(`x-request-id: ${body.requestId}`);
    assertFitsSchema("Error", body);
  });

  test("is told so in the envelope and the language of whoever called the console's API", async () => {
    const { status, body } = await send(post("/api/sysAuth/login", "zh-TW"));
    expect([status, body]).toMatchObject([
      408,
      {
        code: 408,
        type: "error",
        message: "請求未在時限內完整送達，未執行任何操作，請重新送出。",
        extras: { bizCode: "platform.requestTimeout" },
      },
    ]);
  });
});
