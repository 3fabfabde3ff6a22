import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { sweepLog } from "../../../../test/jobs.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { oldVisits, recordVisit } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.platform.db.deleteFrom("visits").execute());

const rights = ["page", "list", "clear"].map((name) => `sysLogVis:${name}`);
const admin = () => app.as(actor());
const visit = (tenantId: number | null, more: object = {}) =>
  recordVisit(app.context(), { tenantId, visitType: 1, status: "200", account: "lin", remoteIp: "192.0.2.1", ...more });

describe("sysLogVis.page", () => {
  test("shows a tenant its own visits, newest first, and the platform all of them", async () => {
    const place = await buildTenant(app);
    const operator = app.as(await buildOperator(app, { ...place, permissions: rights }));
    await visit(place.tenantId, { account: "first" });
    app.clock.forward(1000);
    await visit(place.tenantId, { account: "second" });
    await visit(1);
    await visit(null, { account: "nobody", status: "401" });
    expect((await operator.call(sysLogVis, "page", {})).items.map(({ account }) => account)).toEqual([
      "second",
      "first",
    ]);
    expect((await admin().call(sysLogVis, "page", {})).total).toBe(4);
  });

  test("filters by time, result, account, address and duration", async () => {
    await visit(1, { account: "needle", status: "401", elapsed: 500, remoteIp: "198.51.100.7" });
    await visit(1, { elapsed: 5 });
    const now = app.clock.now().toISOString();
    const later = new Date(app.clock.now().getTime() + 1).toISOString();
    for (const filter of [
      { status: ["401"] },
      { account: "NEED" },
      { remoteIp: "198.51.100.7" },
      { elapsedRange: [100, null] },
    ] as const) {
      expect((await admin().call(sysLogVis, "page", filter as never)).items).toMatchObject([{ account: "needle" }]);
    }
    expect((await admin().call(sysLogVis, "page", { createTimeRange: [now, later] })).total).toBe(2);
    expect((await admin().call(sysLogVis, "page", { createTimeRange: [later, null] })).total).toBe(0);
    expect(await admin().send(sysLogVis, "page", { field: "tenantId" })).toMatchObject({ status: 400 });
  });
});

describe("the operation of a visit", () => {
  test("is told in the caller's language beside its code, and as its code where it has no name", async () => {
    await visit(1, { actionName: "sysAuth:gone" });
    app.clock.forward(1000);
    await visit(1, { actionName: "sysAuth:login" });
    const told = async (locale: "en" | "zh-cn") =>
      (await admin().call(sysLogVis, "page", {}, { locale })).items.map(({ operationName }) => operationName);
    expect(await told("en")).toEqual(["Sign in", "sysAuth:gone"]);
    expect((await told("zh-cn"))[0]).toBe("登录");
  });
});

describe("recordVisit", () => {
  test("cuts what a stranger sends", async () => {
    await visit(null, { account: `a\u0000${"x".repeat(5000)}`, browser: "b".repeat(5000) });
    const [row] = (await admin().call(sysLogVis, "page", {})).items;
    expect(row?.account).toHaveLength(64);
    expect(row?.browser).toHaveLength(128);
  });
});

describe("sysLogVis.list", () => {
  test("places the visits whose place is known", async () => {
    await visit(1, { location: "Berlin", longitude: 13.4, latitude: 52.5 });
    await visit(1);
    expect(await admin().call(sysLogVis, "list", {})).toMatchObject([
      { location: "Berlin", longitude: 13.4, latitude: 52.5 },
    ]);
  });
});

describe("retention of visits", () => {
  test("removes what is older than the chosen days and keeps the rest", async () => {
    await visit(1, { account: "old" });
    app.clock.forward(400 * 86_400_000 + 1000);
    await visit(1, { account: "new" });
    expect(await sweepLog(app, oldVisits)).toBe(1);
    const kept = await app.platform.db.selectFrom("visits").select("account").execute();
    expect(kept).toEqual([{ account: "new" }]);
  });
});
