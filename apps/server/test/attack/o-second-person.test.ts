import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../src/platform/access/actor.ts";
import { type Answer, buildTestApp, type TestApp } from "../app.ts";
import { ageFormerMarks, buildTenant } from "../people.ts";
import { because, buildDeciders } from "../two-people.ts";

const limit = "payment_due_approval_above";
const operations = [
  [sysConfig, "batchUpdate"],
  [sysUser, "setStatus"],
] as const;

let app: TestApp;
let second: TestApp;
let maker: Actor;
let checker: Actor;
let other: Actor;
beforeAll(async () => {
  app = await buildTestApp();
  second = await buildTestApp({ database: app.database, clock: app.clock });
  [maker, checker, other] = (await buildDeciders(app, 3, operations)) as [Actor, Actor, Actor];
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const fresh = (who: Actor, node = app) => node.as({ ...who, provenAt: app.clock.now() });
const valueNow = async (): Promise<string | null> =>
  (await app.platform.db.selectFrom("configs").select("value").where("code", "=", limit).executeTakeFirstOrThrow())
    .value;
const ask = async (value = "900000"): Promise<string> => {
  const answer: Answer = await fresh(maker).send(
    sysConfig,
    "batchUpdate",
    [{ code: limit, value }],
    because("a reason"),
  );
  return (answer.body.result as { changeRequestId: string }).changeRequestId;
};
const approving = (who: Actor, id: string, node = app) => fresh(who, node).send(changeRequest, "approve", { id });

beforeEach(async () => {
  await app.platform.db.deleteFrom("changeRequests").execute();
  await app.platform.db.updateTable("configs").set({ value: "500" }).where("code", "=", limit).execute();
  app.clock.forward(25 * 3_600_000);
});

describe("a second person", () => {
  test("is not whoever asked, whatever they hold", async () => {
    const id = await ask();
    expect(await approving({ ...maker, holdsAll: true }, id)).toMatchObject({
      status: 403,
      bizCode: "changeRequest.ownChange",
    });
    expect(await valueNow()).toBe("500");
  });

  // A phone is one account's alone by its index.
  test.each(["email", "jobNum"] as const)("is not another account with the same %s", async (field) => {
    const id = await ask();
    const value = field === "email" ? "Same@Shop.Example" : "a-17";
    const set = (userId: number, text: string | null) =>
      app.platform.db
        .updateTable("users")
        .set({ [field]: text })
        .where("id", "=", userId)
        .execute();
    await set(maker.userId, value.toUpperCase());
    await set(checker.userId, value.toLowerCase());
    expect((await approving(checker, id)).bizCode).toBe("platform.samePerson");
    await set(maker.userId, null);
    await set(checker.userId, null);
    // What told them lately still does.
    expect((await approving(checker, id)).bizCode).toBe("platform.samePerson");
    await ageFormerMarks(app);
    expect((await approving(checker, id)).status).toBe(200);
  });

  test.each(["whoever asked", "whoever decides"])("is nobody in whose account %s had a hand today", async (who) => {
    const [doer, done] = who === "whoever asked" ? [maker, other] : [other, maker];
    await fresh({ ...doer, holdsAll: true }).call(sysUser, "setStatus", { id: done.userId, status: 1 });
    const id = await ask();
    expect((await approving(other, id)).bizCode).toBe("platform.entangled");
    app.clock.forward(24 * 3_600_000 + 1);
    expect((await approving(other, id)).status).toBe(200);
  });

  test("holds the permission of the change itself", async () => {
    const id = await ask();
    const lesser = {
      ...checker,
      permissions: new Set([...checker.permissions].filter((one) => !one.startsWith("sysConfig"))),
    };
    expect(await approving(lesser, id)).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
  });

  test("proves to be there", async () => {
    const id = await ask();
    const answer = await app.as({ ...checker, provenAt: null }).send(changeRequest, "approve", { id });
    expect(answer.bizCode).toBe("platform.stepUpRequired");
  });

  test("is of the tenant, and not of a merchant", async () => {
    const id = await ask();
    const { tenantId } = await buildTenant(app);
    const foreign = { ...checker, tenantId, scope: { ...checker.scope, tenantId } };
    expect((await approving(foreign, id)).status).toBe(404);
    const above = { ...foreign, holdsAll: true, scope: { ...checker.scope, tenantId: null } };
    expect((await approving(above, id)).bizCode).toBe("platform.forbidden");
    const merchants = { ...checker, scope: { ...checker.scope, merchantIds: ["mer_1"] } };
    expect((await approving(merchants, id)).bizCode).toBe("platform.operatorOnly");
  });

  test("carries out nothing for an account that was disabled meanwhile", async () => {
    const id = await ask();
    await app.platform.db.updateTable("users").set({ status: 2 }).where("id", "=", maker.userId).execute();
    expect((await approving(checker, id)).bizCode).toBe("platform.askerGone");
    await app.platform.db.updateTable("users").set({ status: 1 }).where("id", "=", maker.userId).execute();
  });

  test("carries out nothing for somebody who lost the right to it meanwhile, or whose account is gone", async () => {
    const id = await ask();
    const { db } = app.platform;
    const held = await db.selectFrom("userRoles").selectAll().where("userId", "=", maker.userId).execute();
    await db.deleteFrom("userRoles").where("userId", "=", maker.userId).execute();
    expect((await approving(checker, id)).bizCode).toBe("platform.askerGone");
    await db.insertInto("userRoles").values(held).execute();
    await fresh(maker).call(changeRequest, "withdraw", { id });
    const answer: Answer = await fresh({ ...maker, userId: 4711 }).send(
      sysConfig,
      "batchUpdate",
      [{ code: limit, value: "900000" }],
      because("a reason"),
    );
    const { changeRequestId } = answer.body.result as { changeRequestId: string };
    expect((await approving(checker, changeRequestId)).bizCode).toBe("platform.askerGone");
    expect(await valueNow()).toBe("500");
  });
});

describe("a change that was approved", () => {
  test("is carried out once, by whichever of many on two nodes", async () => {
    const id = await ask();
    const answers = await Promise.all(
      [checker, other, checker, other].map((who, index) => approving(who, id, index % 2 ? second : app)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM audit_entries
      WHERE operation = 'sysConfig.batchUpdate' AND reason LIKE '%a reason' AND at = ${app.clock.now().toISOString()}`.execute(
      app.platform.db,
    );
    expect(rows[0]?.n).toBe(1);
  });

  test("is not carried out again", async () => {
    const id = await ask();
    await approving(checker, id);
    await app.platform.db.updateTable("configs").set({ value: "500" }).where("code", "=", limit).execute();
    expect((await approving(other, id)).bizCode).toBe("changeRequest.decided");
    expect(await valueNow()).toBe("500");
  });
});

describe("a change request whose row was altered in the table", () => {
  const columns = {
    "what is shown": {
      changes: JSON.stringify([{ table: "configs", id: "1", name: "Harmless", before: {}, after: {} }]),
    },
    "the operation": { operation: "sysConfig.update" },
    "who asked": { createUserId: 4711 },
    "the name of who asked": { createUserName: "The Director" },
    "when it was asked": { createTime: "2026-11-20T00:00:00.000Z" },
    "the reason": { reason: "harmless" },
    "its end": { expireTime: "2027-12-31T00:00:00.000Z" },
  };
  test.each(Object.entries(columns))("in %s is not carried out", async (_what, values) => {
    const id = await ask();
    await app.platform.db
      .updateTable("changeRequests")
      .set(values as never)
      .where("id", "=", id)
      .execute();
    expect((await approving(checker, id)).bizCode).toBe("changeRequest.altered");
    expect(await valueNow()).toBe("500");
  });

  test("by the sealed input of another one is not carried out", async () => {
    const first = await ask("900000");
    const { sealed } = await app.platform.db
      .selectFrom("changeRequests")
      .select("sealed")
      .where("id", "=", first)
      .executeTakeFirstOrThrow();
    await fresh(maker).call(changeRequest, "withdraw", { id: first });
    const id = await ask("600");
    await app.platform.db.updateTable("changeRequests").set({ sealed }).where("id", "=", id).execute();
    expect((await approving(checker, id)).bizCode).toBe("changeRequest.altered");
    expect(await valueNow()).toBe("500");
  });
});
