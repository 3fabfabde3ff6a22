import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/platform/db/new-id.ts";
import type { TestApp } from "../app.ts";
import { bearer, buildPerson, type Pair, realNode, type Someone, signIn, whoAmI } from "./visitor.ts";

let node: TestApp;
let person: Someone;
let pair: Pair;
beforeAll(async () => {
  node = await realNode();
  person = await buildPerson(node, { accountType: AccountType.SuperAdmin });
  pair = await signIn(node, person);
  await node.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => node.close());

/** An export of the person's whose file is gone already. */
async function expiredExport(): Promise<string> {
  const id = newId("run", node.clock.now());
  await node.platform.db
    .insertInto("jobRuns")
    .values({
      id,
      tenantId: person.tenantId,
      userId: person.id,
      kind: "sysUser.export",
      state: "done",
      input: "{}",
      createdAt: node.clock.now().toISOString(),
    } as never)
    .execute();
  return id;
}

/** Sends bytes as they are, which no HTTP library would, and answers the status line. */
const sendRaw = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = node.server.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text.split("\r\n")[0] ?? ""));
    socket.on("error", reject);
  });

const question = ["GET /api/sysAuth/userInfo HTTP/1.1", "Host: localhost", "Connection: close"];

describe("headers of a request", () => {
  test("two that say who calls are refused, whichever comes first and even when they say the same", async () => {
    const own = `Authorization: Bearer ${pair.accessToken}`;
    for (const two of [
      [own, "Authorization: Bearer nonsense"],
      ["Authorization: Bearer nonsense", own],
      [own, own],
      [own, `authorization: Basic ${Buffer.from("a:b").toString("base64")}`],
    ]) {
      expect(await sendRaw([...question, ...two])).toMatch(/^HTTP\/1\.1 (400|401) /);
    }
    expect(await sendRaw([...question, own])).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("longer than a server takes are refused, and the next caller is served", async () => {
    expect(await sendRaw([...question, `Authorization: Bearer ${"x".repeat(17_000)}`])).toMatch(
      /^HTTP\/1\.1 (400|401|431) /,
    );
    expect((await whoAmI(node, bearer(pair))).status).toBe(200);
  });

  test("folded over two lines or without a name are refused", async () => {
    for (const odd of [[`Authorization: Bearer`, ` ${pair.accessToken}`], [": Bearer x"], ["Authorization Bearer x"]])
      expect(await sendRaw([...question, ...odd])).toMatch(/^HTTP\/1\.1 (400|401) /);
  });
});

describe("headers of an answer", () => {
  test("carry tokens at no file, no page, no error and no export", async () => {
    const gone = await expiredExport();
    const asked: readonly (readonly ["GET" | "POST" | "PUT" | "OPTIONS" | "HEAD", string, object?])[] = [
      ["GET", "/"],
      ["GET", "/dashboard/home"],
      ["GET", "/upload/logo.png"],
      ["GET", "/upload/none.png"],
      ["GET", "/upload/picture/none.png"],
      ["GET", "/schedule"],
      ["GET", "/api/docs"],
      ["GET", "/api/docs/page.css"],
      ["GET", "/api/openapi.json"],
      ["HEAD", "/api/sysAuth/userInfo"],
      ["OPTIONS", "/api/sysAuth/userInfo"],
      ["PUT", "/api/sysAuth/userInfo"],
      ["GET", "/api/sysAuth/login"],
      ["GET", "/api/nothing/here"],
      ["GET", "/api/sysUser/detail?id=x"],
      ["GET", "/api/sysUser/detail?id=999999"],
      ["POST", "/api/sysUser/page", { pageSize: -1 }],
      ["POST", "/api/sysUser/page", {}],
      ["POST", "/api/sysUser/export", { format: "csv" }],
      ["GET", `/api/sysJobRun/download?id=${gone}`],
      ["GET", "/api/sysJobRun/download?id=run_none"],
      ["GET", "/api//sysUser/page"],
      ["GET", "/api/../etc/passwd"],
    ];
    const carried: string[] = [];
    for (const [method, url, payload] of asked) {
      const reply = await node.server.inject({
        method,
        url,
        headers: bearer(pair),
        ...(payload ? { payload } : {}),
      });
      if (reply.headers["access-token"] || reply.headers["x-access-token"] || reply.headers["set-cookie"])
        carried.push(`${method} ${url}`);
    }
    expect(carried).toEqual([]);
  });

  test("name no cookie at sign-in: the server reads none", async () => {
    const reply = await node.server.inject({
      method: "POST",
      url: "/api/sysAuth/login",
      payload: { account: person.account, password: person.password },
    });
    expect([reply.statusCode, reply.headers["set-cookie"]]).toEqual([200, undefined]);
  });
});
