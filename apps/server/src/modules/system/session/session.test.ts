import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildPerson, type Someone } from "../../../../test/attack/visitor.ts";
import { findPerson, purgeSessions } from "./index.ts";
import { sessionsOf } from "./session.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Opens a session as sign-in does, and answers its id. */
async function openFor(someone: Someone): Promise<string> {
  const ctx = app.context();
  const person = await findPerson(ctx.db, someone.id);
  if (!person) throw new Error("nobody");
  await sessionsOf(app.platform).open(ctx, { person, method: "password", hasSecondFactor: false, place: "" });
  const [session] = await ctx.db.selectFrom("sessions").select("id").where("userId", "=", someone.id).execute();
  return session?.id ?? "";
}

const operatorOf = (tenantId: number) =>
  actor({
    userId: 99_999,
    accountType: AccountType.NormalUser,
    tenantId,
    scope: { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
  });

describe("sysOnlineUser.page", () => {
  test("lists live sessions of the own tenant only, filtered and sorted", async () => {
    const [here, there] = [await buildPerson(app), await buildPerson(app)];
    await openFor(here);
    await openFor(there);
    const { items, total } = await app.as(operatorOf(here.tenantId)).call(sysOnlineUser, "page", {});
    expect([items.map(({ userName }) => userName), total]).toEqual([[here.account], 1]);
    const none = await app
      .as(operatorOf(here.tenantId))
      .call(sysOnlineUser, "page", { userName: "nobody", field: "time" });
    expect(none.items).toEqual([]);
  });

  test("tell on which node each was active last", async () => {
    const here = await buildPerson(app);
    await openFor(here);
    const page = (input: object) => app.as(operatorOf(here.tenantId)).call(sysOnlineUser, "page", input);
    const { nodeName } = app.platform.config;
    expect((await page({})).items.map(({ node }) => node)).toEqual([nodeName]);
    expect((await page({ node: nodeName })).total).toBe(1);
    expect((await page({ node: "elsewhere" })).total).toBe(0);
  });
});

describe("sysOnlineUser.forceOffline", () => {
  test("takes a fresh factor", async () => {
    const person = await buildPerson(app);
    const id = await openFor(person);
    const tired = { ...operatorOf(person.tenantId), provenAt: new Date("2026-11-21T09:00:00.000Z") };
    expect(await app.as(tired).send(sysOnlineUser, "forceOffline", { id })).toMatchObject({
      bizCode: "platform.stepUpRequired",
    });
  });

  test("does not find a session of another tenant", async () => {
    const [here, there] = [await buildPerson(app), await buildPerson(app)];
    const id = await openFor(there);
    const foreign = await app.as(operatorOf(here.tenantId)).send(sysOnlineUser, "forceOffline", { id });
    const absent = await app
      .as(operatorOf(here.tenantId))
      .send(sysOnlineUser, "forceOffline", { id: "ses_nothing_here" });
    expect([foreign.status, absent.status]).toEqual([404, 404]);
  });

  test("refuses to end the session of someone who ranks higher", async () => {
    const boss = await buildPerson(app, { accountType: AccountType.SysAdmin });
    const id = await openFor(boss);
    const answer = await app.as(operatorOf(boss.tenantId)).send(sysOnlineUser, "forceOffline", { id });
    expect([answer.status, answer.bizCode]).toEqual([403, "sysOnlineUser.outranked"]);
    expect(answer.body.message).toContain(boss.account);
  });

  test("ends the session, tells its owner and leaves an audit record", async () => {
    const person = await buildPerson(app);
    const id = await openFor(person);
    expect((await app.as(operatorOf(person.tenantId)).send(sysOnlineUser, "forceOffline", { id })).status).toBe(200);
    const { db } = app.platform;
    expect(await db.selectFrom("sessions").select("endReason").where("id", "=", id).executeTakeFirst()).toEqual({
      endReason: "forced",
    });
    const events = await db.selectFrom("outboxEvents").selectAll().where("topic", "=", "session.ended").execute();
    expect(events.map(({ audience }) => audience)).toContainEqual({ sessionIds: [id] });
    const audit = await db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "=", "sysOnlineUser.forceOffline")
      .execute();
    expect(JSON.stringify(audit.at(-1)?.changes)).toContain(id);
  });
});

describe("purgeSessions", () => {
  test("removes sessions a month after their end and forgets successors of spent tokens after a minute", async () => {
    const { db, clock } = app.platform;
    const id = await openFor(await buildPerson(app));
    const token = {
      sessionId: id,
      issuedAt: clock.now().toISOString(),
      expiresAt: clock.now().toISOString(),
      ip: "10.0.0.1",
    };
    const usedAt = clock.now().toISOString();
    await db
      .insertInto("refreshTokens")
      .values({ ...token, hash: "spent", successorHash: "next", successorSealed: "sealed", usedAt })
      .execute();
    const sealed = async () =>
      (await db.selectFrom("refreshTokens").select("successorSealed").where("hash", "=", "spent").executeTakeFirst())
        ?.successorSealed;
    const after = (milliseconds: number) => purgeSessions(db, new Date(clock.now().getTime() + milliseconds));
    await after(30_000);
    expect(await sealed()).toBe("sealed");
    await after(61_000);
    expect(await sealed()).toBeNull();
    await after(30 * 86_400_000);
    expect(await db.selectFrom("sessions").select("id").where("id", "=", id).execute()).toHaveLength(1);
    await after(31 * 86_400_000);
    expect(await db.selectFrom("sessions").select("id").where("id", "=", id).execute()).toEqual([]);
    expect(await db.selectFrom("refreshTokens").select("hash").where("sessionId", "=", id).execute()).toEqual([]);
  });
});
