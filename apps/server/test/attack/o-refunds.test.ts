import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/platform/access/actor.ts";
import type { TestClient } from "../app.ts";
import { openClient } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { actorOf, buildOperator, buildRole, buildUser } from "../people.ts";
import { setSetting } from "./visitor.ts";

let stage: OrderStage;
let operator: Actor;
let checker: Actor;
let orderId: string;
let orderNo: string;
beforeAll(async () => {
  stage = await buildOrderStage();
  // Every refund takes a second person.
  await setSetting(stage.app, "refund_review_above", "0");
  ({ id: orderId, orderNo } = await stage.pay("001"));
  const permissions = ["add", "approve", "cancel", "page", "detail"].map((name) => `orderRefund:${name}`);
  const sign = () => buildOperator(stage.app, { ...stage.place, permissions, dataScope: 1 });
  [operator, checker] = [await sign(), await sign()];
});
afterAll(() => stage?.close());

const signed = (who: Actor): TestClient => stage.app.as({ ...who, provenAt: stage.app.clock.now() });
const ask = async (who: Actor, more: object = {}) =>
  (await signed(who).call(orderRefund, "add", { orderId, amount: "100", reason: "duplicate", ...more })).id;
const rotate = (who: Actor) =>
  signed({ ...who, holdsAll: true }).call(coinApp, "rotateSecret", { id: stage.ordering.appId, mode: "test" });
/** Asks by the key of the merchant's server, with a secret that somebody makes for it. */
const askByKey = async (maker: Actor) => {
  const { appKey } = stage.shop;
  const shop = openClient(stage.app.server, stage.app.clock, { appKey, secret: (await rotate(maker)).secret });
  const { body } = await shop.send("POST", "/v1/refunds", { body: { orderNo, amount: 100, reason: "duplicate" } });
  const { db } = stage.app.platform;
  return db.selectFrom("orderRefunds").selectAll().where("refundNo", "=", body.refundNo).executeTakeFirstOrThrow();
};
const versionOf = async (id: string) =>
  (
    await stage.app.platform.db
      .selectFrom("orderRefunds")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).version;
const approve = async (by: TestClient, id: string) =>
  by.send(orderRefund, "approve", { id, version: await versionOf(id) });
describe("the second person to a refund by a merchant's key", () => {
  test("is nobody who made a secret of that key, however often it is made anew afterwards", async () => {
    const { id, status, keyMakerIds } = await askByKey(operator);
    expect([status, keyMakerIds]).toEqual(["review", [operator.userId]]);
    await rotate(checker);
    await rotate(checker);
    expect(await approve(signed(operator), id)).toMatchObject({ status: 403, bizCode: "orderRefund.ownKey" });
    // The secret before the present one is good for a day.
    const other = await askByKey(operator);
    expect((await approve(signed(checker), other.id)).bizCode).toBe("orderRefund.ownKey");
    expect((await approve(signed(checker), id)).status).toBe(200);
  });

  test("lets nothing through by a key that was switched off or may no longer refund", async () => {
    const { id } = await askByKey(operator);
    const { db } = stage.app.platform;
    const put = (values: object) =>
      db.updateTable("appKeys").set(values).where("appKey", "=", stage.shop.appKey).execute();
    for (const values of [{ isEnabled: false }, { scopes: ["orders:read"] }]) {
      await put(values);
      expect(await approve(signed(checker), id)).toMatchObject({ status: 409, bizCode: "platform.askerGone" });
      await put({ isEnabled: true, scopes: [] });
    }
    expect((await approve(signed(checker), id)).status).toBe(200);
  });
});

describe("the second person to a refund", () => {
  test("is no second account of whoever asked", async () => {
    const id = await ask(operator);
    const { db } = stage.app.platform;
    const put = (who: Actor, jobNum: string | null) =>
      db.updateTable("users").set({ jobNum }).where("id", "=", who.userId).execute();
    await put(operator, "A-7");
    await put(checker, "a-7 ");
    expect(await approve(signed(checker), id)).toMatchObject({ status: 403, bizCode: "platform.samePerson" });
    await put(checker, null);
    expect((await approve(signed(checker), id)).status).toBe(200);
  });

  test("is nobody who let the merchant's person in who asked", async () => {
    const { app, place, merchantId } = stage;
    const roleId = await buildRole(app, { ...place, permissions: ["orderRefund:add"], dataScope: 1 });
    const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.Member });
    await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
    await signed({ ...checker, holdsAll: true }).call(merchantStaff, "invite", { id: userId });
    const id = await ask(await actorOf(app, userId));
    expect((await approve(signed(checker), id)).bizCode).toBe("platform.entangled");
    expect((await approve(signed(operator), id)).status).toBe(200);
  });

  test("lets nothing through that somebody asked for who is disabled or lost the right since", async () => {
    const id = await ask(operator);
    const { db } = stage.app.platform;
    const setStatus = (status: 1 | 2) =>
      db.updateTable("users").set({ status }).where("id", "=", operator.userId).execute();
    await setStatus(2);
    expect(await approve(signed(checker), id)).toMatchObject({ status: 409, bizCode: "platform.askerGone" });
    await setStatus(1);
    const held = await db.selectFrom("userRoles").selectAll().where("userId", "=", operator.userId).execute();
    await db.deleteFrom("userRoles").where("userId", "=", operator.userId).execute();
    expect((await approve(signed(checker), id)).bizCode).toBe("platform.askerGone");
    await db.insertInto("userRoles").values(held).execute();
    expect((await approve(signed(checker), id)).status).toBe(200);
  });
});
