import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { actorOf, buildOperator, buildRole, buildTenant, buildUser, unique } from "../../../../test/people.ts";
import { type MerchantRole, permissionsOfMerchantRole } from "../../system/role/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const password = "Quiet-Harbour-42-lamp";
const roles = ["merchant_owner", "merchant_developer", "merchant_finance", "merchant_viewer"] as const;

/** A tenant with merchant roles, a shop and its owner. */
async function buildShop() {
  const place = await buildTenant(app);
  const roleIds = new Map<MerchantRole, number>();
  for (const code of roles)
    roleIds.set(code, await buildRole(app, { ...place, code, permissions: permissionsOfMerchantRole(code) }));
  const merchantId = await buildMerchant(app, place);
  const employ = async (code: MerchantRole, of = merchantId) => {
    const userId = await buildUser(app, {
      ...place,
      roleIds: [roleIds.get(code) ?? 0],
      accountType: AccountType.Member,
    });
    await app.platform.db.updateTable("users").set({ merchantId: of }).where("id", "=", userId).execute();
    return userId;
  };
  const ownerId = await employ("merchant_owner");
  return { place, merchantId, employ, ownerId, owner: app.as(await actorOf(app, ownerId)) };
}

const person = (merchantId: string, role: MerchantRole = "merchant_viewer") => ({
  merchantId,
  role,
  account: unique("staff"),
  realName: "Bea Shaw",
});
const choose = (invitation: string, newPassword = password) =>
  app.anonymous.send(sysAuth, "changePasswordByTicket", { passwordChangeTicket: invitation, newPassword });

describe("merchantStaff.add", () => {
  test("opens an account that a link lets in once, for the owner's merchant and in the role given", async () => {
    const { owner, merchantId } = await buildShop();
    const input = person(merchantId, "merchant_developer");
    const { id, invitation, account } = await owner.call(merchantStaff, "add", input);
    expect(account).toBe(input.account);
    expect(await owner.call(merchantStaff, "detail", { id })).toMatchObject({
      merchantId,
      role: "merchant_developer",
      isInvited: true,
    });
    expect(await choose(invitation)).toMatchObject({ status: 200, result: { outcome: "signedIn" } });
    expect((await choose(invitation)).bizCode).toBe("sysAuth.ticketInvalid");
    const bea = await actorOf(app, id);
    expect(bea.scope.merchantIds).toEqual([merchantId]);
    expect([...bea.permissions].sort()).toEqual(permissionsOfMerchantRole("merchant_developer").toSorted());
    expect(await owner.call(merchantStaff, "detail", { id })).toMatchObject({ isInvited: false });
  });

  test("gives a link that is good for three days", async () => {
    const { owner, merchantId } = await buildShop();
    const { invitation, expireTime } = await owner.call(merchantStaff, "add", person(merchantId));
    expect(Date.parse(expireTime) - app.platform.clock.now().getTime()).toBe(3 * 86_400_000);
    await app.platform.db
      .updateTable("signInTickets")
      .set({ expiresAt: app.platform.clock.now().toISOString() })
      .execute();
    expect((await choose(invitation)).bizCode).toBe("sysAuth.ticketInvalid");
  });

  test("gives nobody more than the giver holds", async () => {
    const { place, merchantId } = await buildShop();
    const roleId = await buildRole(app, {
      ...place,
      permissions: [...permissionsOfMerchantRole("merchant_viewer"), "merchantStaff:add"],
    });
    const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.Member });
    await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
    const clerk = app.as(await actorOf(app, userId));
    expect(await clerk.send(merchantStaff, "add", person(merchantId, "merchant_owner"))).toMatchObject({
      status: 403,
      bizCode: "merchantStaff.roleNotYours",
    });
    await expect(clerk.call(merchantStaff, "add", person(merchantId))).resolves.toHaveProperty("invitation");
  });

  test("refuses a role that the tenant gave permissions of operators, and one that it has not", async () => {
    const { place, owner, merchantId } = await buildShop();
    const admin = app.as(actor());
    await app.platform.db
      .updateTable("roles")
      .set({ status: 2 })
      .where("tenantId", "=", place.tenantId)
      .where("code", "=", "merchant_viewer")
      .execute();
    expect((await owner.send(merchantStaff, "add", person(merchantId))).bizCode).toBe("merchantStaff.roleMissing");
    const button = await app.platform.db
      .selectFrom("menus")
      .select("id")
      .where("permission", "=", "merchant:approve")
      .executeTakeFirstOrThrow();
    const role = await app.platform.db
      .selectFrom("roles")
      .select("id")
      .where("tenantId", "=", place.tenantId)
      .where("code", "=", "merchant_finance")
      .executeTakeFirstOrThrow();
    await app.platform.db.insertInto("roleMenus").values({ roleId: role.id, menuId: button.id }).execute();
    for (const client of [owner, admin])
      expect((await client.send(merchantStaff, "add", person(merchantId, "merchant_finance"))).bizCode).toBe(
        "merchantStaff.roleNotYours",
      );
  });

  test("is for the own merchant, and for the operator for those in reach", async () => {
    const [here, there] = [await buildShop(), await buildShop()];
    expect((await here.owner.send(merchantStaff, "add", person(there.merchantId))).status).toBe(404);
    const operator = app.as(
      await buildOperator(app, {
        ...here.place,
        permissions: permissionsOfMerchantRole("merchant_owner"),
        dataScope: 1,
      }),
    );
    await expect(operator.call(merchantStaff, "add", person(here.merchantId))).resolves.toHaveProperty("invitation");
    expect((await operator.send(merchantStaff, "add", person(there.merchantId))).status).toBe(404);
  });
});

describe("merchantStaff.page", () => {
  test("shows an owner the people of the own merchant, and nobody else", async () => {
    const shop = await buildShop();
    const other = await buildMerchant(app, shop.place);
    const stranger = await shop.employ("merchant_viewer", other);
    const { items } = await shop.owner.call(merchantStaff, "page", {});
    expect(items.map(({ id }) => id)).toEqual([shop.ownerId]);
    for (const name of ["detail", "invite", "setStatus", "update"] as const)
      expect(
        (
          await shop.owner.send(merchantStaff, name, {
            id: stranger,
            status: 2,
            realName: "N",
            role: "merchant_viewer",
          } as never)
        ).status,
        name,
      ).toBe(404);
  });

  test("is nothing for people of the merchant who are not its owner", async () => {
    const shop = await buildShop();
    for (const code of roles.filter((one) => one !== "merchant_owner")) {
      const client = app.as(await actorOf(app, await shop.employ(code)));
      expect((await client.send(merchantStaff, "page", {})).status, code).toBe(403);
    }
  });
});

describe("somebody of a merchant", () => {
  test("is given another role, another link and no way in any more, by the owner", async () => {
    const shop = await buildShop();
    const { id, invitation, account } = await shop.owner.call(merchantStaff, "add", person(shop.merchantId));
    await shop.owner.call(merchantStaff, "update", { id, realName: "Bea Lee", role: "merchant_finance" });
    expect(await shop.owner.call(merchantStaff, "detail", { id })).toMatchObject({
      realName: "Bea Lee",
      role: "merchant_finance",
    });
    const second = await shop.owner.call(merchantStaff, "invite", { id });
    expect((await choose(invitation)).bizCode).toBe("sysAuth.ticketInvalid");
    expect((await choose(second.invitation)).status).toBe(200);
    const { version } = await shop.owner.call(merchantStaff, "detail", { id });
    await shop.owner.call(merchantStaff, "setStatus", { id, version, status: 2 });
    const door = await app.anonymous.send(sysAuth, "login", { account, password });
    expect(door.bizCode).toBe("sysAuth.signInFailed");
  });

  test("changes nothing about the own account", async () => {
    const { owner, ownerId } = await buildShop();
    for (const name of ["update", "invite", "setStatus"] as const)
      expect(
        (
          await owner.send(merchantStaff, name, {
            id: ownerId,
            status: 2,
            realName: "N",
            role: "merchant_viewer",
          } as never)
        ).bizCode,
        name,
      ).toBe("merchantStaff.ownAccount");
  });

  test("is told in the merchant's record", async () => {
    const { owner, merchantId } = await buildShop();
    const { account } = await owner.call(merchantStaff, "add", person(merchantId));
    expect((await owner.call(merchant, "detail", { id: merchantId })).accounts).toContain(account);
  });
});
