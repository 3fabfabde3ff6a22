import { operationOf, pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildOneOfEach, type OneOfEach } from "../one-of-each.ts";
import { buildTenant } from "../people.ts";

const all: readonly Resource[] = resources;
const paths = all.flatMap((resource) =>
  Object.keys(resource.operations)
    .filter((name) => operationOf(resource, name).method === "POST" && resource.name !== "sysAuth")
    .map((name) => pathOf(resource, name)),
);

let node: TestApp;
let known: OneOfEach;
let administrator: TestClient;

beforeAll(async () => {
  node = await buildTestApp();
  known = await buildOneOfEach(node, await buildTenant(node));
  administrator = node.as(actor());
});
afterAll(() => node.close());

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  node.server.inject({
    method: "POST",
    url,
    payload,
    headers: { ...administrator.headers, "content-type": "application/json", ...headers },
  });

/** What rows have beside what people may say of them. */
const inner: Readonly<Record<string, unknown>> = {
  tenantId: 987_654,
  merchantId: "mer_somebody_else",
  createTime: "2001-01-01T00:00:00.000Z",
  createUserId: 987_654,
  passwordHash: "x",
  secret: "x",
  secretSealed: "x",
  webhookToken: "x",
  kind: "per_order",
  capturedAmount: 987_654,
  balance: 987_654,
  deleteTime: "2001-01-01T00:00:00.000Z",
};

/** Whether a column holds what was sent: numbers and instants come back as texts. */
const isSame = (stored: unknown, sent: unknown): boolean =>
  String(stored) === String(sent) || Date.parse(String(stored)) === Date.parse(String(sent));

describe("a field that is the platform's own", () => {
  const changing = all.flatMap((resource) =>
    Object.keys(resource.operations).flatMap((name) => {
      const { kind, input } = operationOf(resource, name);
      const shape = (input as { shape?: Record<string, unknown> }).shape;
      return kind === "command" && shape && "id" in shape
        ? [[`${resource.name}.${name}`, resource, name] as const]
        : [];
    }),
  );

  test("is tried with every command about a record", () => {
    expect(changing.length).toBeGreaterThan(40);
  });

  test.each(changing)("is not set through %s", async (_what, resource, name) => {
    const record = known[resource.name];
    if (!record) return;
    const read = async () =>
      (
        await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(record.row)} WHERE id = ${record.id}`.execute(
          node.platform.db,
        )
      ).rows[0];
    const before = await read();
    if (!before) return;
    const named = operationOf(resource, name).input as unknown as { shape: Record<string, unknown> };
    const foreign = Object.fromEntries(Object.entries(inner).filter(([field]) => !(field in named.shape)));
    const columns = Object.keys(foreign).filter((field) => field in before && field !== "deleteTime");
    // Each by itself too: together, one that is no column of the row would save the others.
    for (const parts of [foreign, ...columns.map((field) => ({ [field]: foreign[field] }))]) {
      const { version = 1 } = (await read()) ?? {};
      await administrator.send(resource, name, { ...record.input, id: record.id, version, ...parts });
      const after = await read();
      // A command may change a column by itself, such as a token that it renews; not to what was sent.
      const taken = columns.filter(
        (field) => after?.[field] !== before[field] && isSame(after?.[field], foreign[field]),
      );
      expect(taken).toEqual([]);
    }
  });
});

describe("a body that reaches for a prototype, or for the parser", () => {
  test.each(paths)("changes no object at %s", async (path) => {
    for (const body of [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"filters":[{"field":"__proto__","value":{"isAdmin":true}}]}',
    ]) {
      const { statusCode } = await post(path, body);
      expect(statusCode, body).toBeLessThan(500);
      if (!body.startsWith('{"f')) expect(statusCode, body).toBe(400);
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    }
  });

  test.each(paths)("with members named like an object's own ends in no fault of ours at %s", async (path) => {
    for (const name of ["toString", "constructor", "valueOf"])
      for (const value of ["4111111111111111", "x".repeat(1_100), { a: "4111111111111111" }])
        for (const body of [{ [name]: value }, { filter: { [name]: value } }]) {
          const { statusCode } = await post(path, JSON.stringify(body));
          expect(statusCode, JSON.stringify(body).slice(0, 60)).toBeLessThan(500);
        }
  });

  test("nested a hundred thousand deep, or with as many members or items, is answered at once", async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const deepText = `${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}`;
    const wide = `{${Array.from({ length: 70_000 }, (_, i) => `"k${i}":1`).join(",")}}`;
    const long = `{"ids":[${"1,".repeat(300_000)}1]}`;
    for (const body of [deep, `{"name":${deepText}}`, wide, long])
      for (const path of ["/api/coinOrder/page", "/api/webhook/resend", "/api/sysPos/add"]) {
        const started = performance.now();
        const { statusCode } = await post(path, body);
        expect([200, 400, 413], `${path}: ${statusCode}`).toContain(statusCode);
        expect(performance.now() - started).toBeLessThan(5_000);
      }
  });

  test("of texts that cannot be kept is told where they are, and no more than needed", async () => {
    const { statusCode, json } = await post(
      "/api/coinOrder/page",
      JSON.stringify({ merchantId: "a\u0000", keyword: Array(1_000).fill("\ud800"), "k\u0000": 1 }),
    );
    expect(statusCode).toBe(400);
    const { fields } = json().extras as { fields: { field: string }[] };
    expect(fields.map(({ field }) => field)).toContain("keyword.999");
    expect(fields.length).toBeLessThan(30);
  });

  test.each(["a\u0000", "a\ud800", "a\u202ecod.exe", "\u2067a\u2069"])(
    "of the text %j is refused although it has the right form",
    async (name) => {
      const { statusCode, json } = await post("/api/sysPos/add", JSON.stringify({ name, code: "P-7" }));
      const { fields = [] } = json().extras as { fields?: { field: string }[] };
      expect([statusCode, fields.map(({ field }) => field)]).toEqual([400, expect.arrayContaining(["name"])]);
    },
  );
});

describe("a body under another name", () => {
  test.each([
    "application/json\ta",
    " application/json",
    "application/json ;x",
    "APPLICATION/JSON",
    "application/json, text/plain",
    "text/plain",
    "text/json",
    "application/xml",
    "application/x-yaml",
    "multipart/form-data; boundary=x",
  ])("%j is judged like any other or refused", async (type) => {
    const { statusCode } = await post("/api/coinOrder/capture", '{"id":7,"amount":"all"}', { "content-type": type });
    expect([400, 415]).toContain(statusCode);
  });

  test("without a name is judged like any other or refused", async () => {
    const { statusCode } = await node.server.inject({
      method: "POST",
      url: "/api/coinOrder/capture",
      payload: Buffer.from('{"id":7}'),
      headers: administrator.headers,
    });
    expect([400, 415]).toContain(statusCode);
  });

  test("in a header that is named like a prototype does no harm", async () => {
    const { statusCode } = await post("/api/coinOrder/page", "{}", JSON.parse('{"__proto__":"x","constructor":"y"}'));
    expect(statusCode).toBe(200);
  });
});

describe("a query that two readers could read differently", () => {
  test.each(["id=1&id=2", "id[]=1", "id[a]=1", "Id=1&id=2"])("%s is refused or is nothing", async (query) => {
    for (const path of ["coinOrder/detail", "sysPos/detail", "webhook/detail"]) {
      const { statusCode } = await node.server.inject({ url: `/api/${path}?${query}`, headers: administrator.headers });
      expect([400, 404], path).toContain(statusCode);
    }
  });
});
