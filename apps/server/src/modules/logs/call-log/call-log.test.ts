import { sysLogEx } from "@countinghouse/contract/logs/call-log/log-ex.ts";
import { sysLogOp } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { sweepLog } from "../../../../test/jobs.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { journalOf, logMonths, oldCalls } from "./index.ts";

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const rights = ["sysPos:add", "sysPos:page", "sysPos:delete", "sysLogOp:page", "sysLogOp:detail", "sysLogEx:page"];
const operator = async () => app.as(await buildOperator(app, { ...(await buildTenant(app)), permissions: rights }));
const written = () => journalOf(app.platform).settle();
const admin = () => app.as(actor());

describe("sysLogOp.page", () => {
  test("tells who did what, how it ended, how long it took, on which node", async () => {
    const me = await operator();
    await me.call(sysPos, "add", { name: "Clerk" }, { headers: { "x-request-id": "request-of-mine" } });
    await written();
    const [entry] = (await me.call(sysLogOp, "page", {})).items;
    expect(entry).toMatchObject({
      module: "sysPos",
      operation: "sysPos.add",
      operationName: "Add · Positions",
      status: "200",
      outcome: "done",
      bizCode: null,
      httpMethod: "POST",
      requestUrl: "/api/sysPos/add",
      requestId: "request-of-mine",
      remoteIp: "127.0.0.1",
      node: app.platform.config.nodeName,
    });
    expect(entry?.elapsed).toBeGreaterThanOrEqual(0);
  });

  test("keeps what was refused, of which nothing else is left", async () => {
    const me = await operator();
    expect((await me.send(sysPos, "add", { name: "" })).status).toBe(400);
    expect((await me.send(sysPos, "delete", { id: 999_999 })).status).toBe(404);
    expect((await me.send(sysPos, "update", { id: 1, name: "x" })).status).toBe(403);
    await written();
    const { items } = await me.call(sysLogOp, "page", {});
    expect(items.map(({ operation, outcome, status, bizCode }) => [operation, outcome, status, bizCode])).toEqual([
      ["sysPos.update", "refused", "403", "platform.forbidden"],
      ["sysPos.delete", "refused", "404", "platform.notFound"],
      ["sysPos.add", "refused", "400", "platform.invalidInput"],
    ]);
    const told = await me.call(sysLogOp, "detail", { id: items[1]?.id ?? 0 });
    expect(told).toMatchObject({ requestParam: { id: 999_999 }, message: expect.stringContaining("999999") });
  });

  test("keeps no reads", async () => {
    const me = await operator();
    await me.call(sysPos, "page", {});
    await written();
    expect((await me.call(sysLogOp, "page", {})).items).toEqual([]);
  });

  test("filters by module, operation, account, result, address, duration, request and node", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    const me = await buildOperator(app, { tenantId, orgId, permissions: rights });
    const client = app.as(me);
    await client.call(sysPos, "add", { name: "One" }, { headers: { "x-request-id": "filter-request" } });
    await written();
    const finds = async (filter: object) => (await client.call(sysLogOp, "page", filter)).total;
    for (const filter of [
      { module: "syspos" },
      { operation: "pos.ad" },
      { account: me.account.slice(1, 5) },
      { status: ["200"] },
      { remoteIp: "127.0.0.1" },
      { elapsedRange: [0, null] },
      { requestId: "filter-request" },
      { node: app.platform.config.nodeName },
    ])
      expect(await finds(filter), JSON.stringify(filter)).toBe(1);
    for (const filter of [
      { module: "sysUser" },
      { status: ["403"] },
      { node: "elsewhere" },
      { elapsedRange: [600_000, null] },
    ])
      expect(await finds(filter), JSON.stringify(filter)).toBe(0);
  });

  test("shows nothing of another tenant", async () => {
    const [one, two] = [await operator(), await operator()];
    await one.call(sysPos, "add", { name: "Secret" });
    await written();
    const [entry] = (await one.call(sysLogOp, "page", {})).items;
    expect((await two.call(sysLogOp, "page", {})).items).toEqual([]);
    expect(await two.send(sysLogOp, "detail", { id: entry?.id })).toMatchObject({ status: 404 });
  });
});

describe("sysLogOp.detail", () => {
  test("holds neither passwords nor card numbers", async () => {
    const sent = { oldPassword: "very-Secret-77", newPassword: "very-Secret-78", remark: "4111 1111 1111 1111" };
    await admin().send(sysAuth, "changePassword", sent);
    await written();
    const [entry] = (await admin().call(sysLogOp, "page", { operation: "sysAuth.changePassword" })).items;
    const detail = await admin().call(sysLogOp, "detail", { id: entry?.id ?? 0 });
    expect(detail.requestParam).toMatchObject({ oldPassword: "[redacted]", newPassword: "[redacted]" });
    expect(JSON.stringify(detail)).not.toMatch(/very-Secret|4111 ?1111 ?1111/);
  });
});

describe("sysLogEx", () => {
  test("tells of a defect by the request id that its caller was given, with its stack", async () => {
    await owner.query("ALTER TABLE positions RENAME COLUMN order_no TO gone");
    const me = await operator();
    const answer = await me.send(sysPos, "page", {}, { headers: { "x-request-id": "broken-request" } });
    await owner.query("ALTER TABLE positions RENAME COLUMN gone TO order_no");
    expect(answer).toMatchObject({ status: 500, bizCode: "platform.unexpected" });
    await written();
    const { items } = await me.call(sysLogEx, "page", { requestId: "broken-request" });
    expect(items).toMatchObject([{ operation: "sysPos.page", status: "500", node: app.platform.config.nodeName }]);
    const detail = await admin().call(sysLogEx, "detail", { id: items[0]?.id ?? 0 });
    expect(detail.stack).toContain("at ");
    expect(detail.message.length).toBeGreaterThan(3);
    // Operations without a permission are refused to a tenant's operator.
    expect((await me.send(sysLogEx, "detail", { id: items[0]?.id })).status).toBe(403);
  });

  test("tells of no refusal", async () => {
    const me = await operator();
    await me.send(sysPos, "add", { name: "" });
    await written();
    expect((await me.call(sysLogEx, "page", {})).items).toEqual([]);
  });
});

describe("what is kept of calls", () => {
  test("leaves with an archive once its time is over", async () => {
    const me = await operator();
    await me.call(sysPos, "add", { name: "Old" });
    await written();
    app.clock.forward(400 * 86_400_000 + 1000);
    await me.call(sysPos, "add", { name: "New" });
    await written();
    expect(await sweepLog(app, oldCalls[0])).toBeGreaterThan(0);
    const kept = await app.platform.db.selectFrom("operationLogs").select("requestParam").execute();
    expect(kept).toMatchObject([{ requestParam: { name: "New" } }]);
    const archived = await app.platform.db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "sysJobRun.archiveLog")
      .execute();
    expect(JSON.stringify(archived)).toMatch(/sha256.*log-archives/);
  });

  test("lies in a table for each month, made ahead and dropped when it is empty", async () => {
    const months = async () => {
      const { rows } = await sql<{ name: string }>`
        SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'visits'::regclass ORDER BY 1`.execute(app.platform.db);
      return rows.map(({ name }) => name);
    };
    await owner.query(
      "CREATE TABLE visits_y2020m01 PARTITION OF visits FOR VALUES FROM ('2020-01-01Z') TO ('2020-02-01Z')",
    );
    await owner.query(
      "CREATE TABLE visits_y2020m02 PARTITION OF visits FOR VALUES FROM ('2020-02-01Z') TO ('2020-03-01Z')",
    );
    await app.platform.db
      .insertInto("visits")
      .values({ tenantId: 1, createTime: "2020-02-02T00:00:00.000Z", visitType: 1, status: "200" } as never)
      .execute();
    await logMonths.run(app.platform.db, app.clock.now(), undefined as never);
    const month = (ahead: number) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7);
    };
    const name = (ahead: number) => `visits_y${month(ahead).replace("-", "m")}`;
    expect(await months()).toEqual(["visits_rest", "visits_y2020m02", name(0), name(1)]);
  });
});
