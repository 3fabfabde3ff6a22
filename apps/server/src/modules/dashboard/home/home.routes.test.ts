import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { sysSchedule } from "@countinghouse/contract/dashboard/schedule/schedule.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { insert } from "../../../platform/db/scoped.ts";
import { commitOf } from "./home.running.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A user per test, so that tests do not count each other's rows. */
async function person(account: string, accountType: AccountType = AccountType.NormalUser, tenantId = 1) {
  const row = await insert(app.context(), "users", { account, realName: account, accountType, orgId: 1, tenantId });
  const scope = {
    tenantId: accountType === AccountType.SuperAdmin ? null : tenantId,
    orgIds: "all",
    selfOnly: false,
    merchantIds: "all",
  } as const;
  return actor({
    userId: row.id,
    account,
    accountType,
    tenantId,
    holdsAll: false,
    sessionId: `ses_${account}`,
    scope,
  });
}

const overviewOf = (who: ReturnType<typeof actor>, today?: string) => app.as(who).call(sysHome, "overview", { today });

describe("sysHome.overview", () => {
  test("tells what runs and for whom", async () => {
    const overview = await overviewOf(await person("reader"));
    expect(overview.tenantName).toBe("Countinghouse");
    expect(overview.now).toBe("2026-11-21T10:00:00.000Z");
    expect(overview.running).toMatchObject({ node: process.versions.node, startedAt: "2026-11-21T10:00:00.000Z" });
    expect(overview.running?.product).toMatch(/^\d+\.\d+\.\d+/);
    expect(overview.running?.postgres).toMatch(/^\d+(\.\d+)?$/);
    expect(() => new Intl.DateTimeFormat("en", { timeZone: overview.timeZone })).not.toThrow();
  });

  test("tells nobody of a merchant what the platform runs on", async () => {
    const { tenantId, scope } = await person("shopkeeper");
    const ofMerchant = actor({
      tenantId,
      scope: { ...scope, merchantIds: ["mer_1"] },
      accountType: AccountType.Member,
      holdsAll: false,
    });
    expect((await overviewOf(ofMerchant)).running).toBeNull();
  });

  test("counts the caller's own calendar by the day the caller is in", async () => {
    const [mine, another] = [await person("planner"), await person("another")];
    const add = (who: typeof mine, scheduleTime: string) =>
      app.as(who).call(sysSchedule, "add", { scheduleTime, content: "Call the bank" });
    await add(mine, "2026-11-10");
    await add(mine, "2026-11-18");
    const done = await add(mine, "2026-11-22");
    await add(mine, "2026-11-23");
    await add(another, "2026-11-18");
    await app.as(mine).call(sysSchedule, "setStatus", { id: done, status: 1 });
    const counts = { openEntries: 3, overdueEntries: 2, weekEntries: 2, weekEntriesDone: 1 };
    expect(await overviewOf(mine, "2026-11-21")).toMatchObject(counts);
    expect(await overviewOf(mine, "2026-11-24")).toMatchObject({
      overdueEntries: 3,
      weekEntries: 1,
      weekEntriesDone: 0,
    });
  });

  test("counts notices the caller has not read, leaving out the withdrawn", async () => {
    const reader = await person("noticed");
    const ctx = app.context();
    const at = "2026-11-20T08:00:00.000Z";
    const notice = (status: 1 | 2) =>
      insert(ctx, "notices", {
        title: "Maintenance",
        content: "On Sunday",
        status,
        publicUserId: 1,
        publicTime: at,
        cancelTime: status === 2 ? at : null,
      });
    for (const status of [1, 1, 2] as const) {
      const { id: noticeId } = await notice(status);
      await insert(ctx, "noticeUsers", { noticeId, userId: reader.userId });
    }
    expect((await overviewOf(reader)).unreadNotices).toBe(2);
  });

  test("names the sign-in before the present session, passing over refused ones and other people's", async () => {
    const reader = await person("visitor");
    const visit = (account: string, createTime: string, status: string, remoteIp: string) =>
      insert(app.context(), "visits", { tenantId: 1, visitType: 1, account, createTime, status, remoteIp });
    await visit("visitor", "2026-11-19T08:00:00.000Z", "200", "10.0.0.1");
    await visit("visitor", "2026-11-20T08:00:00.000Z", "400", "10.0.0.2");
    await visit("somebody", "2026-11-20T09:00:00.000Z", "200", "10.0.0.3");
    await visit("visitor", "2026-11-21T09:30:00.000Z", "200", "10.0.0.4");
    await app.platform.db
      .insertInto("sessions")
      .values({
        id: reader.sessionId,
        userId: reader.userId,
        tenantId: 1,
        accountType: AccountType.NormalUser,
        userName: "visitor",
        realName: "visitor",
        word: "w",
        method: "password",
        createdAt: "2026-11-21T09:30:00.000Z",
        lastSeenAt: "2026-11-21T09:30:00.000Z",
        expiresAt: "2026-11-21T21:30:00.000Z",
        ip: "10.0.0.4",
      })
      .execute();
    const { lastSignIn } = await overviewOf(reader);
    expect(lastSignIn).toMatchObject({ time: "2026-11-19T08:00:00.000Z", ip: "10.0.0.1" });
  });

  test("answers no earlier sign-in to someone who signs in for the first time", async () => {
    expect((await overviewOf(await person("newcomer"))).lastSignIn).toBeNull();
  });

  test("shows an operator nothing of the installation's set-up", async () => {
    const { steps } = await overviewOf(await person("operator"));
    expect(steps).toEqual([{ step: "secondFactor", isDone: false }]);
  });

  test("sees each step of the set-up as it is done", async () => {
    const chief = await person("chief", AccountType.SuperAdmin);
    const stateOf = async (step: string) => (await overviewOf(chief)).steps.find((one) => one.step === step)?.isDone;
    const { db } = app.platform;
    await db
      .updateTable("users")
      .set({ status: 2 })
      .where("accountType", "=", AccountType.SuperAdmin)
      .where("id", "<>", chief.userId)
      .execute();
    expect(await stateOf("secondAdministrator")).toBe(false);
    await person("deputy", AccountType.SuperAdmin);
    expect(await stateOf("secondAdministrator")).toBe(true);

    await db
      .insertInto("totpFactors")
      .values({ userId: chief.userId, sealed: "s", createdAt: "2026-11-21T09:00:00.000Z", confirmedAt: null })
      .execute();
    expect(await stateOf("secondFactor")).toBe(false);
    await db
      .updateTable("totpFactors")
      .set({ confirmedAt: "2026-11-21T09:01:00.000Z" })
      .where("userId", "=", chief.userId)
      .execute();
    expect(await stateOf("secondFactor")).toBe(true);

    expect(await stateOf("siteTitle")).toBe(false);
    await db.updateTable("configs").set({ value: "Harbour Pay" }).where("code", "=", "sys_web_title").execute();
    expect(await stateOf("siteTitle")).toBe(true);
  });

  test("refuses a day that is none, naming the field", async () => {
    const answer = await app.as(await person("guest")).send(sysHome, "overview", { today: "2026-02-30" });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.extras)).toContain("today");
  });

  test("refuses whoever is not signed in", async () => {
    expect((await app.anonymous.send(sysHome, "overview")).status).toBe(401);
  });
});

describe("sysHome.events", () => {
  test("tells what happened to merchants, newest first, to whoever may open them and to nobody else", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    const merchantId = await buildMerchant(app, { tenantId, orgId });
    const step = (at: string, toStatus: "submitted" | "active") =>
      app.platform.db
        .insertInto("merchantSteps")
        .values({
          merchantId,
          id: newId("mst", new Date(at)),
          at,
          action: "submit",
          fromStatus: "draft",
          toStatus,
          userId: null,
          userName: "Lin Wen",
          reason: null,
        })
        .execute();
    await step("2026-11-19T08:00:00.000Z", "submitted");
    await step("2026-11-20T08:00:00.000Z", "active");
    const operator = await buildOperator(app, { tenantId, orgId, permissions: ["merchant:page"] });
    const sees = { ...operator, scope: { ...operator.scope, orgIds: "all" as const, selfOnly: false } };
    const told = (await app.as(sees).call(sysHome, "events", {})).filter(({ kind }) => kind === "merchant");
    expect(told.slice(0, 2)).toMatchObject([
      { id: merchantId, outcome: "active", at: "2026-11-20T08:00:00.000Z" },
      { id: merchantId, outcome: "submitted" },
    ]);
    const blind = await buildOperator(app, { tenantId, orgId, permissions: [] });
    expect(await app.as(blind).call(sysHome, "events", {})).toEqual([]);
    const elsewhere = await buildOperator(app, { ...(await buildTenant(app)), permissions: ["merchant:page"] });
    expect((await app.as(elsewhere).call(sysHome, "events", {})).some(({ id }) => id === merchantId)).toBe(false);
  });

  test("reads every source there is", async () => {
    expect(await app.as(actor()).send(sysHome, "events", {})).toMatchObject({ status: 200 });
  });
});

describe("commitOf", () => {
  const id = "0123456789abcdef0123456789abcdef01234567";

  function folderWith(files: Readonly<Record<string, string>>): URL {
    const folder = mkdtempSync(join(tmpdir(), "commit-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, ".git", name, ".."), { recursive: true });
      writeFileSync(join(folder, ".git", name), text);
    }
    return pathToFileURL(`${folder}/`);
  }

  test.each([
    ["a detached head", { HEAD: `${id}\n` }, "0123456789"],
    ["a branch", { HEAD: "ref: refs/heads/main\n", "refs/heads/main": `${id}\n` }, "0123456789"],
    [
      "a packed branch",
      { HEAD: "ref: refs/heads/main\n", "packed-refs": `# pack\n${id} refs/heads/main\n` },
      "0123456789",
    ],
    ["no repository", {}, null],
  ])("reads %s", (_what, files, expected) => {
    const folder = folderWith(files);
    expect(commitOf(folder)).toBe(expected);
    rmSync(folder, { recursive: true });
  });
});
