import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { actorOf, buildTenant, buildUser } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const holding = async (place: { tenantId: number; orgId: number }) => {
  const who = await actorOf(app, await buildUser(app, place));
  return app.as({ ...who, permissions: new Set(["sysTenant:list", "sysTenant:setStatus"]) });
};

describe("sysTenant.list", () => {
  test("shows all tenants to the platform administrator and the own one to everybody else", async () => {
    const place = await buildTenant(app);
    expect((await app.as(actor()).call(sysTenant, "list", {})).map(({ id }) => id)).toEqual(
      expect.arrayContaining([1, place.tenantId]),
    );
    expect((await (await holding(place)).call(sysTenant, "list", {})).map(({ id }) => id)).toEqual([place.tenantId]);
  });
});

describe("sysTenant.setStatus", () => {
  test("disables a tenant", async () => {
    const { tenantId } = await buildTenant(app);
    await app.as(actor()).call(sysTenant, "setStatus", { id: tenantId, status: 2 });
    expect(
      await app.platform.db
        .selectFrom("tenants")
        .select(["status", "version"])
        .where("id", "=", tenantId)
        .executeTakeFirst(),
    ).toEqual({ status: 2, version: 2 });
  });

  test("keeps the default tenant enabled, and another tenant out of reach", async () => {
    expect(await app.as(actor()).send(sysTenant, "setStatus", { id: 1, status: 2 })).toMatchObject({
      status: 409,
      bizCode: "sysTenant.default",
    });
    const [mine, theirs] = [await buildTenant(app), await buildTenant(app)];
    expect(await (await holding(mine)).send(sysTenant, "setStatus", { id: theirs.tenantId, status: 2 })).toMatchObject({
      status: 404,
    });
  });
});
