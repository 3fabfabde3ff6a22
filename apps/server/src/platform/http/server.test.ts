import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { catalogue } from "@countinghouse/contract/kit/locale.ts";
import { Nothing, query } from "@countinghouse/contract/kit/operation.ts";
import { defineResource } from "@countinghouse/contract/kit/resource.ts";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { TestClock } from "../../../test/app.ts";
import { anonymousActor } from "../access/actor.ts";
import { implement } from "./implement.ts";
import { createMetrics } from "./metrics.ts";
import { bindOperations, buildServer } from "./server.ts";
import { buildTranslator } from "./translate.ts";

const Answer = z.object({ ok: z.boolean() });
const words = { title: "Slow", fields: { ok: "Ok" }, actions: { wait: "Wait" }, refusals: {} };
const slow = defineResource({
  name: "slow",
  record: Answer,
  operations: { wait: query(Nothing, Answer, { access: "anonymous" }) },
  messages: catalogue(words, words, words),
});

let folder: string;
let release = (): void => {};
let entered = (): void => {};

const build = () =>
  buildServer({
    spine: {
      db: undefined as never,
      standby: undefined,
      clock: new TestClock(),
      seals: undefined as never,
      translator: buildTranslator([slow]),
      deadlineMs: 1_000,
      enqueue: async () => {},
    },
    routes: [
      implement(slow, {
        wait: async () => {
          entered();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return { ok: true };
        },
      }),
    ],
    authenticate: async () => anonymousActor,
    metrics: createMetrics(),
    logger: pino({ level: "silent" }),
    trustProxy: false,
    isProduction: false,
    consoleRoot: join(folder, "dist"),
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-files-"));
  await mkdir(join(folder, "dist/assets"), { recursive: true });
  await writeFile(join(folder, "secret"), "not for the web");
  await writeFile(join(folder, "dist/index.html"), "<title>console</title>");
  await writeFile(join(folder, "dist/assets/page-1a2b3c.js"), "export {};");
});
afterAll(() => rm(folder, { recursive: true }));

describe("bindOperations", () => {
  test("refuses an operation that does not say who may call it", () => {
    const operations = { wait: { ...slow.operations.wait, access: undefined } };
    const unmarked = { resource: { ...slow, operations } as never, handlers: { wait: async () => null } };
    expect(() => bindOperations([unmarked])).toThrow("slow.wait has no access mark");
  });

  test("refuses an operation that nobody answers", () => {
    expect(() => bindOperations([{ resource: slow, handlers: {} }])).toThrow("slow.wait has no handler");
  });
});

describe("the console's files", () => {
  test("answer every page address with the page, which no cache keeps", async () => {
    const app = await build();
    for (const url of [
      "/",
      "/login",
      "/system/pos?page=2",
      "/dashboard/home",
      "/integration/webhooks?eventType=order.paid",
      "/trade/order?email=ada@shop.example",
    ]) {
      const answer = await app.inject({ url, headers: { accept: "text/html" } });
      expect(answer.body).toBe("<title>console</title>");
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
    await app.close();
  });

  test("are kept for a year where their name carries a digest", async () => {
    const app = await build();
    expect((await app.inject({ url: "/assets/page-1a2b3c.js" })).headers["cache-control"]).toContain("immutable");
    await app.close();
  });

  test("go out compressed as the build left them", async () => {
    const packed = brotliCompressSync("export {}; // packed");
    await writeFile(join(folder, "dist/assets/page-1a2b3c.js.br"), packed);
    const app = await build();
    const answer = await app.inject({ url: "/assets/page-1a2b3c.js", headers: { "accept-encoding": "gzip, br" } });
    expect([answer.headers["content-encoding"], answer.rawPayload]).toEqual(["br", packed]);
    expect((await app.inject({ url: "/assets/page-1a2b3c.js" })).body).toBe("export {};");
    await app.close();
  });

  test.each([
    "/assets/",
    "/assets/gone-000.js",
    "/api/nothing",
    "/../secret",
    "/..%2fsecret",
    "/assets/..%5c..%5csecret",
    "/%2e%2e/secret",
  ])("do not stand in for %s", async (url) => {
    const app = await build();
    const answer = await app.inject({ url, headers: { accept: "application/json" } });
    expect(answer.body).not.toContain("not for the web");
    expect(answer.statusCode).toBe(404);
    await app.close();
  });
});

describe("a node that stops", () => {
  test("finishes what it has begun", async () => {
    const app = await build();
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const began = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const running = fetch(`${address}/api/slow/wait`);
    await began;
    const closed = app.close();
    release();
    expect(await (await running).json()).toMatchObject({ code: 200, result: { ok: true } });
    await closed;
    await expect(fetch(`${address}/api/slow/wait`)).rejects.toThrow();
  });
});

describe("what is no request, behind one at work on the same connection", () => {
  test("ends the connection without a word, which would be read as the answer of the first", async () => {
    const app = await build();
    await app.listen({ host: "127.0.0.1", port: 0 });
    const began = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    const heard: Buffer[] = [];
    socket.on("data", (part) => heard.push(part));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.write("GET /api/slow/wait HTTP/1.1\r\nHost: x\r\n\r\n");
    await began;
    socket.write("SOMETHING ELSE\r\n\r\n");
    await ended;
    release();
    expect(Buffer.concat(heard).toString()).toBe("");
    await app.close();
  });
});
