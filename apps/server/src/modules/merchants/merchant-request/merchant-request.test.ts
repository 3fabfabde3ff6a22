import { inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant, merchantProfile } from "../../../../test/merchants.ts";
import { actorOf, buildOperator, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import { permissionsOfMerchantRole } from "../../system/role/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = Object.keys(merchantRequest.operations).map((name) => `merchantRequest:${name}`);

/** An approved shop with its owner, and an operator in charge of it. */
async function buildShop() {
  const place = await buildTenant(app);
  const merchantId = await buildMerchant(app, { ...place, status: "approved", contactName: "Ada Shaw" });
  const roleId = await buildRole(app, {
    tenantId: place.tenantId,
    permissions: permissionsOfMerchantRole("merchant_owner"),
  });
  const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.Member });
  await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
  const operator = app.as(
    await buildOperator(app, { ...place, permissions: [...rights, "merchant:page"], dataScope: 1 }),
  );
  return { place, merchantId, owner: app.as(await actorOf(app, userId)), operator };
}

describe("merchantRequest.add", () => {
  test("asks for the fields that differ, and changes nothing of the merchant", async () => {
    const { owner, merchantId, operator } = await buildShop();
    const known = await owner.call(merchant, "detail", { id: merchantId });
    const asked = { merchantId, legalName: known.legalName, contactName: "Bea Shaw", taxNo: "T-1" };
    const id = await owner.call(merchantRequest, "add", { ...asked, note: "Since May" });
    expect(await operator.call(merchantRequest, "detail", { id })).toMatchObject({
      merchantId,
      status: "open",
      note: "Since May",
      wanted: [
        { field: "taxNo", from: null, to: "T-1" },
        { field: "contactName", from: "Ada Shaw", to: "Bea Shaw" },
      ],
    });
    expect((await owner.call(merchant, "detail", { id: merchantId })).contactName).toBe("Ada Shaw");
    const { items } = await app.as(actor()).call(sysLogDiff, "page", { operation: "merchantRequest.add" } as never);
    expect(items.length).toBeGreaterThan(0);
  });

  test("refuses a request that asks for nothing, and takes words alone", async () => {
    const { owner, merchantId } = await buildShop();
    expect(await owner.send(merchantRequest, "add", { merchantId })).toMatchObject({
      bizCode: "merchantRequest.nothingAsked",
    });
    await expect(owner.call(merchantRequest, "add", { merchantId, note: "Another bank, please" })).resolves.toMatch(
      /^mrq_/,
    );
  });

  test("is refused for a merchant of others, in the words of one that does not exist", async () => {
    const [here, there] = [await buildShop(), await buildShop()];
    expect(await here.owner.send(merchantRequest, "add", { merchantId: there.merchantId, note: "x" })).toMatchObject({
      status: 404,
    });
    const id = await there.owner.call(merchantRequest, "add", { merchantId: there.merchantId, note: "x" });
    expect(await here.owner.send(merchantRequest, "detail", { id })).toMatchObject({ status: 404 });
    expect(await here.operator.send(merchantRequest, "finish", { id })).toMatchObject({ status: 404 });
  });
});

describe("a request that is open", () => {
  test("waits in the operator's inbox with what is asked for, until it is marked as done", async () => {
    const { owner, operator, merchantId } = await buildShop();
    const { contactPhone } = merchantProfile();
    const id = await owner.call(merchantRequest, "add", {
      merchantId,
      contactPhone,
      nameEn: "Harbour",
      note: "New name",
    });
    const waiting = async () => (await operator.call(inbox, "list", { mode: "live" })).filter((one) => one.id === id);
    const [item] = await waiting();
    expect(item).toMatchObject({ kind: "merchantRequest", merchantId, reason: "New name", hold: null });
    expect(item?.evidence).toContain("– → Harbour");
    expect((await owner.call(inbox, "list", { mode: "live" })).filter((one) => one.id === id)).toEqual([]);
    await operator.call(merchantRequest, "finish", { id, version: item?.version });
    expect(await waiting()).toEqual([]);
    expect(await owner.call(merchantRequest, "detail", { id })).toMatchObject({ status: "done", answer: null });
  });

  test("is declined with a reason that its merchant reads, and answered once", async () => {
    const { owner, operator, merchantId } = await buildShop();
    const id = await owner.call(merchantRequest, "add", { merchantId, note: "Another country" });
    await operator.call(merchantRequest, "decline", { id, reason: "Needs a new contract" });
    expect(await owner.call(merchantRequest, "detail", { id })).toMatchObject({
      status: "declined",
      answer: "Needs a new contract",
    });
    expect(await operator.send(merchantRequest, "finish", { id })).toMatchObject({
      status: 409,
      bizCode: "merchantRequest.answered",
    });
  });

  test("is answered by the operator alone", async () => {
    const { owner, merchantId } = await buildShop();
    const id = await owner.call(merchantRequest, "add", { merchantId, note: "x" });
    for (const name of ["finish", "decline"] as const)
      expect(await owner.send(merchantRequest, name, { id, reason: "r" } as never)).toMatchObject({ status: 403 });
  });
});
