import { Id, OrderNo, requiredText } from "@countinghouse/contract/kit/field.ts";
import { contains, oneOf } from "@countinghouse/contract/kit/list.ts";
import { catalogue } from "@countinghouse/contract/kit/locale.ts";
import { command, Done, list, Nothing, query } from "@countinghouse/contract/kit/operation.ts";
import { ById, updateInput } from "@countinghouse/contract/kit/record.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { defineResource } from "@countinghouse/contract/kit/resource.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { actor, buildTestApp, type TestApp } from "../../../test/app.ts";
import { insert } from "../db/scoped.ts";
import { recordOperations } from "../db/table-operations.ts";
import { implement } from "./implement.ts";

const Probe = z.object({
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  orderNo: OrderNo,
  version: z.number(),
});
const words = {
  title: "Probes",
  fields: { id: "Id", name: "Name", code: "Code", orderNo: "Order", version: "Version" },
  actions: {
    page: "p",
    detail: "d",
    add: "a",
    update: "u",
    delete: "x",
    refuseAfterWriting: "r",
    count: "c",
    open: "o",
    confirm: "k",
    leak: "l",
    issue: "i",
  },
  refusals: { always: "Always no to {name}." },
};
const probe = defineResource({
  name: "probe",
  record: Probe,
  operations: {
    page: list(Probe, {
      filters: { name: contains(), code: contains(), status: oneOf(Status.schema) },
      sortBy: ["orderNo", "name", "code"],
      defaultSort: { field: "orderNo", order: "asc" },
    }),
    detail: query(ById, Probe),
    add: command(z.object({ name: requiredText(20), code: z.string().nullish(), orderNo: OrderNo.default(100) }), Id),
    update: command(z.object({ name: requiredText(20).optional(), ...updateInput }), Done),
    delete: command(ById, Done),
    refuseAfterWriting: command(z.object({ name: z.string() }), Done, { refusals: ["always"] }),
    count: command(z.object({ name: z.string() }), z.object({ runs: z.number() })),
    open: query(Nothing, z.object({ ok: z.boolean() }), { access: "anonymous" }),
    confirm: command(Nothing, Done, { stepUp: true }),
    issue: command(Nothing, z.object({ secret: z.string() }), { secretResult: true }),
    leak: query(Nothing, z.object({ seen: z.string() }), { access: "signedIn" }),
  },
  messages: catalogue(words, words, { ...words, refusals: { always: "一律拒絕 {name}。" } }),
});

let app: TestApp;
let runs = 0;
let gate: Promise<void> | undefined;

beforeAll(async () => {
  app = await buildTestApp({
    modules: () => [
      implement(probe, {
        ...recordOperations({ table: "positions", resource: probe }),
        refuseAfterWriting: async (ctx, { name }) => {
          await insert(ctx, "positions", { name, code: "doomed" });
          await ctx.emit({ topic: "doomed", payload: {} });
          ctx.afterRollback(async (db) => {
            await db.insertInto("outboxEvents").values({ topic: "survived", payload: "{}", audience: "{}" }).execute();
          });
          throw refuse("probe.always", { name });
        },
        count: async () => {
          runs += 1;
          await gate;
          return { runs };
        },
        open: async () => ({ ok: true }),
        confirm: async () => null,
        issue: async () => ({ secret: "once" }),
        leak: async () => ({ seen: "yes", hidden: "password hash" }) as { seen: string },
      }),
    ],
  });
  await app.platform.db.deleteFrom("positions").execute();
  await app.platform.db
    .insertInto("tenants")
    .values([
      { id: 1, name: "One" },
      { id: 2, name: "Two" },
    ] as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
afterAll(() => app.close());
beforeEach(() => {
  runs = 0;
  gate = undefined;
});

const admin = () => app.as(actor());

describe("permission", () => {
  test("refuses a caller without a session with 401 and one without the permission with 403", async () => {
    expect(await app.anonymous.send(probe, "page")).toMatchObject({ status: 401, bizCode: "platform.unauthenticated" });
    const clerk = app.as(actor({ holdsAll: false, permissions: new Set(["probe:detail"]) }));
    expect(await clerk.send(probe, "page")).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
    expect((await clerk.send(probe, "page")).body.message).toContain("probe:page");
  });

  test("lets everyone into an operation that is open to everyone", async () => {
    expect(await app.anonymous.call(probe, "open", {})).toEqual({ ok: true });
  });

  test("answers nothing but unlocking while the screen is locked", async () => {
    expect(await app.as(actor({ isLocked: true })).send(probe, "page")).toMatchObject({ status: 423 });
  });

  test("asks for a fresh factor where the operation needs one", async () => {
    const stale = actor({ provenAt: new Date(app.clock.now().getTime() - 6 * 60_000) });
    expect(await app.as(stale).send(probe, "confirm")).toMatchObject({
      status: 403,
      bizCode: "platform.stepUpRequired",
    });
    expect(await app.as(actor({ provenAt: app.clock.now() })).send(probe, "confirm")).toMatchObject({ status: 200 });
  });
});

describe("input", () => {
  test("names every wrong field in the caller's language and changes nothing", async () => {
    const english = await admin().send(probe, "add", { name: "", orderNo: "many" });
    expect(english).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
    expect(english.body.extras?.fields?.map(({ field }) => field).sort()).toEqual(["name", "orderNo"]);
    const chinese = await admin().send(probe, "add", { name: "" }, { locale: "zh-cn" });
    expect(chinese.body.message).toMatch(/字段/);
    expect(chinese.body.extras?.fields?.[0]?.message).toMatch(/\p{Script=Han}/u);
  });

  test.each([
    ["{", 400, "platform.malformedBody"],
    ['{"__proto__":{"name":"x"}}', 400, "platform.malformedBody"],
    ['"text"', 400, "platform.invalidInput"],
    ["[]", 400, "platform.invalidInput"],
    ["null", 400, "platform.invalidInput"],
    ['{"name":"a\\u0000b"}', 400, "platform.invalidInput"],
  ])("refuses the body %s", async (payload, status, bizCode) => {
    const response = await app.server.inject({
      method: "POST",
      url: "/api/probe/add",
      headers: { "content-type": "application/json", ...admin().headers },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json().extras.bizCode).toBe(bizCode);
  });

  test("refuses a body above the limit and a content type it does not read", async () => {
    const { headers } = admin();
    const large = await app.server.inject({
      method: "POST",
      url: "/api/probe/add",
      headers: { ...headers, "content-type": "application/json" },
      payload: `{"name":"${"x".repeat(1_100_000)}"}`,
    });
    expect(large.statusCode).toBe(413);
    const xml = await app.server.inject({
      method: "POST",
      url: "/api/probe/add",
      headers: { ...headers, "content-type": "application/xml" },
      payload: "<a/>",
    });
    expect(xml.statusCode).toBe(415);
  });

  test("matches query names and the path whatever their case", async () => {
    const id = await admin().call(probe, "add", { name: "cased" });
    const response = await app.server.inject({
      method: "GET",
      url: `/API/PROBE/Detail?Id=${id}`,
      headers: admin().headers,
    });
    expect(response.json().result).toMatchObject({ id, name: "cased" });
  });

  test("answers an unknown address with 404 in an envelope", async () => {
    const response = await app.server.inject({ method: "GET", url: "/api/probe/nothing" });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 404, type: "error", extras: { bizCode: "platform.routeNotFound" } });
  });
});

describe("commands", () => {
  test("commit the row, the audit record with before and after, and the answer together", async () => {
    const id = await admin().call(probe, "add", { name: "first" });
    await admin().call(probe, "update", { id, name: "renamed", version: 1 });
    const entries = await app.platform.db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "in", ["probe.add", "probe.update"])
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(entries[0]).toMatchObject({
      operation: "probe.update",
      actorAccount: "tester",
      changes: [{ id, before: { name: "first" }, after: { name: "renamed", version: 2 } }],
    });
    expect(entries[1]).toMatchObject({
      operation: "probe.add",
      changes: [{ id, before: null, after: { name: "first" } }],
    });
  });

  test("leave nothing behind when they are refused, except what was asked to survive", async () => {
    expect(await admin().send(probe, "refuseAfterWriting", { name: "Ada" }, { locale: "zh-tw" })).toMatchObject({
      status: 400,
      body: { message: "一律拒絕 Ada。" },
    });
    const rows = await app.platform.db.selectFrom("positions").select("id").where("code", "=", "doomed").execute();
    const topics = await app.platform.db
      .selectFrom("outboxEvents")
      .select("topic")
      .where("topic", "in", ["doomed", "survived"])
      .execute();
    expect([rows, topics]).toEqual([[], [{ topic: "survived" }]]);
  });

  test("refuse a change made from an older version", async () => {
    const id = await admin().call(probe, "add", { name: "contested" });
    await admin().call(probe, "update", { id, name: "theirs", version: 1 });
    expect(await admin().send(probe, "update", { id, name: "mine", version: 1 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
    expect(await admin().call(probe, "detail", { id })).toMatchObject({ name: "theirs" });
  });

  test("let one of two simultaneous changes from the same version win", async () => {
    const id = await admin().call(probe, "add", { name: "raced" });
    const client = admin();
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) => client.send(probe, "update", { id, name, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("reach no row of another tenant: read, change and delete answer as if it did not exist", async () => {
    const id = await admin().call(probe, "add", { name: "of tenant 1" });
    const stranger = app.as(
      actor({ tenantId: 2, scope: { tenantId: 2, orgIds: "all", selfOnly: false, merchantIds: "all" } }),
    );
    const missing = await stranger.send(probe, "detail", { id: 999_999_999 });
    for (const operation of ["detail", "update", "delete"] as const) {
      const answer = await stranger.send(probe, operation, { id });
      expect(answer).toMatchObject({ status: 404, bizCode: missing.bizCode });
    }
    expect(await admin().call(probe, "detail", { id })).toMatchObject({ name: "of tenant 1", version: 1 });
  });
});

describe("answers", () => {
  test("carry only what the contract declares", async () => {
    expect(await admin().call(probe, "leak", {})).toEqual({ seen: "yes" });
  });
});

describe("idempotency", () => {
  const send = (key: string, name = "n") =>
    admin().send(probe, "count", { name }, { headers: { "idempotency-key": key } });

  test("runs once and replays the answer", async () => {
    const first = await send("key-1");
    const again = await send("key-1");
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(runs).toBe(1);
  });

  test("refuses the same key with another body", async () => {
    await send("key-2");
    expect(await send("key-2", "other")).toMatchObject({ status: 409, bizCode: "platform.idempotencyMismatch" });
    expect(runs).toBe(1);
  });

  test("refuses a second request while the first is running, and never runs it twice", async () => {
    let release = (): void => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const first = send("key-3");
    await expect.poll(() => runs).toBe(1);
    expect(await send("key-3")).toMatchObject({
      status: 409,
      bizCode: "platform.idempotencyInProgress",
      headers: { "retry-after": "1" },
    });
    release();
    expect((await first).status).toBe(200);
    expect(runs).toBe(1);
  });

  test("runs once for fifty requests at the same time", async () => {
    let release = (): void => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const statuses: number[] = [];
    const sent = Array.from({ length: 50 }, async () => statuses.push((await send("key-4")).status));
    await expect.poll(() => statuses.length).toBe(49);
    release();
    await Promise.all(sent);
    expect(runs).toBe(1);
    expect(statuses).toEqual([...Array(49).fill(409), 200]);
  });

  test("keeps callers apart: another user's key is another key", async () => {
    await send("key-5");
    const other = app.as(actor({ userId: 2 }));
    expect(await other.send(probe, "count", { name: "n" }, { headers: { "idempotency-key": "key-5" } })).toMatchObject({
      status: 200,
    });
    expect(runs).toBe(2);
  });

  test("keeps no secret for a repeated request", async () => {
    const ask = () => admin().send(probe, "issue", {}, { headers: { "idempotency-key": "key-secret" } });
    expect((await ask()).result).toEqual({ secret: "once" });
    expect(await ask()).toMatchObject({ status: 409, bizCode: "platform.secretShownOnce" });
    const kept = await app.platform.db
      .selectFrom("idempotencyKeys")
      .select("body")
      .where("key", "=", "key-secret")
      .execute();
    expect(JSON.stringify(kept)).not.toContain('once"');
  });

  test("replays a refusal of the caller's making", async () => {
    const first = await admin().send(
      probe,
      "refuseAfterWriting",
      { name: "x" },
      { headers: { "idempotency-key": "key-6" } },
    );
    const again = await admin().send(
      probe,
      "refuseAfterWriting",
      { name: "x" },
      { headers: { "idempotency-key": "key-6" } },
    );
    expect(again.body).toEqual(first.body);
  });

  test("takes over a claim whose process died", async () => {
    const before = new Date(app.clock.now().getTime() - 120_000).toISOString();
    const first = await send("key-7");
    await app.platform.db
      .updateTable("idempotencyKeys")
      .set({ state: "running", status: null, body: null, startedAt: before })
      .where("key", "=", "key-7")
      .execute();
    expect((await send("key-7")).status).toBe(first.status);
    expect(runs).toBe(2);
  });

  test("undoes a run that stood still until another one took its claim over", async () => {
    let release = (): void => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const frozen = send("key-8");
    await expect.poll(() => runs).toBe(1);
    gate = undefined;
    await app.platform.db
      .updateTable("idempotencyKeys")
      .set({ startedAt: new Date(app.clock.now().getTime() - 120_000).toISOString() })
      .where("key", "=", "key-8")
      .execute();
    const second = await send("key-8");
    release();
    expect(await frozen).toMatchObject({ status: 409, bizCode: "platform.idempotencyInProgress" });
    expect((await send("key-8")).body).toEqual(second.body);
  });

  test.each(["", "with blank", "é", "x".repeat(256)])("refuses the key %j", async (key) => {
    const answer = await send(key);
    expect(answer).toMatchObject({ status: 400, bizCode: "platform.idempotencyKeyInvalid" });
  });
});
