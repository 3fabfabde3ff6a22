import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { ask, bearer, buildPerson, realNode, signIn } from "../../../../test/attack/visitor.ts";
import { buildTenant, buildUser, unique } from "../../../../test/people.ts";
import { visitMs } from "../session/index.ts";

let node: TestApp;
beforeAll(async () => {
  node = await realNode();
});
afterAll(() => node.close());

describe("sysTenant.switchTo", () => {
  test("holds the platform administrator inside one tenant, notes why, and ends on demand or by itself", async () => {
    const { tenantId, orgId } = await buildTenant(node);
    const elsewhere = await buildTenant(node);
    const [theirs, others] = [await buildUser(node, { tenantId, orgId }), await buildUser(node, { ...elsewhere })];
    const boss = await buildPerson(node, { accountType: AccountType.SuperAdmin });
    const headers = bearer(await signIn(node, boss));
    const send = async (path: string, body: object = {}) => ask(node, path, { body, headers });
    const sees = async (id: number) =>
      (await send("sysUser/page", { pageSize: 200 })).result.items.some((one: { id: number }) => one.id === id);
    expect([await sees(theirs), await sees(others)]).toEqual([true, true]);
    const asked = { id: tenantId, reason: "Asked by phone" };
    expect((await send("sysTenant/switchTo", asked)).status).toBe(200);
    expect([await sees(theirs), await sees(others)]).toEqual([true, false]);
    const pos = await send("sysPos/add", { name: unique("Cashier ") });
    const { db } = node.platform;
    expect(await db.selectFrom("positions").select("tenantId").where("id", "=", pos.result).executeTakeFirst()).toEqual(
      { tenantId },
    );
    expect((await send("sysTenant/switchTo", { id: elsewhere.tenantId, reason: "r" })).bizCode).toBe(
      "platform.notFound",
    );
    const entry = await db
      .selectFrom("auditEntries")
      .select("reason")
      .where("actorId", "=", boss.id)
      .where("operation", "=", "sysTenant.switchTo")
      .executeTakeFirst();
    expect(entry).toEqual({ reason: "Asked by phone" });
    expect((await send("sysAuth/endView")).status).toBe(200);
    expect(await sees(others)).toBe(true);
    await send("sysTenant/switchTo", asked);
    expect(await sees(others)).toBe(false);
    await db
      .updateTable("sessions")
      .set({ visitUntil: new Date(node.clock.now().getTime() - visitMs).toISOString() })
      .where("userId", "=", boss.id)
      .execute();
    await expect.poll(() => sees(others), { timeout: 4_000 }).toBe(true);
  });

  test("is refused to a tenant's own administrator, and does not find what is not there", async () => {
    const { tenantId } = await buildTenant(node);
    const boss = await buildPerson(node, { accountType: AccountType.SuperAdmin });
    const headers = bearer(await signIn(node, boss));
    expect((await ask(node, "sysTenant/switchTo", { body: { id: 987654321, reason: "r" }, headers })).status).toBe(404);
    expect((await ask(node, "sysTenant/switchTo", { body: { id: tenantId }, headers })).status).toBe(400);
    const clerk = bearer(await signIn(node, await buildPerson(node)));
    expect(
      (await ask(node, "sysTenant/switchTo", { body: { id: tenantId, reason: "r" }, headers: clerk })).status,
    ).toBe(403);
  });
});
