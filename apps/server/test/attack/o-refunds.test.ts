import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginSending } from "../../src/modules/payments/refund-processing/refund-call.service.ts";
import {
  applyRefund,
  type ReportedRefund,
} from "../../src/modules/payments/refund-processing/refund-outcome.service.ts";
import type { RefundPlan } from "../../src/modules/payments/refund-processing/refund-plan.service.ts";
import { reviewCauseOf } from "../../src/modules/payments/refund-processing/refund-review.service.ts";
import type { Actor } from "../../src/platform/access/actor.ts";
import { transact } from "../../src/platform/db/transact.ts";
import { actor, type TestClient } from "../app.ts";
import { duesOn } from "../dues.ts";
import { openClient } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { actorOf, ageFormerMarks, buildOperator, buildRole, buildTenant, buildUser } from "../people.ts";
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

const dues = duesOn(() => stage);

const signed = (who: Actor): TestClient => stage.app.as({ ...who, provenAt: stage.app.clock.now() });
const ask = async (who: Actor, more: object = {}) =>
  (await signed(who).call(orderRefund, "add", { orderId, amount: "100", reason: "duplicate", ...more })).id;
const rotate = (who: Actor) =>
  signed({ ...who, holdsAll: true }).call(coinApp, "rotateSecret", { id: stage.ordering.appId, mode: "test" });
/** The merchant's server, with a secret that somebody makes for it. */
const shopOf = async (maker: Actor) =>
  openClient(stage.app.server, stage.app.clock, { appKey: stage.shop.appKey, secret: (await rotate(maker)).secret });
const askByKey = async (maker: Actor) => {
  const shop = await shopOf(maker);
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
    expect((await approve(signed(checker), id)).bizCode).toBe("platform.samePerson");
    await ageFormerMarks(stage.app);
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

describe("a merchant's person", () => {
  const merchants = (): TestClient => {
    const { tenantId } = stage.place;
    const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: [stage.merchantId] } as const;
    return signed(actor({ ...stage.place, userId: 103, holdsAll: true, scope }));
  };

  test("takes back what the merchant asked for, and nothing that the operator asked for", async () => {
    const remark = "Seen by the operator alone";
    const id = await ask(operator, { remark });
    const naming = { id, version: await versionOf(id) };
    expect(await merchants().send(orderRefund, "cancel", naming)).toMatchObject({
      status: 403,
      bizCode: "orderRefund.operatorsRefund",
    });
    const { refundNo } = await signed(operator).call(orderRefund, "detail", { id });
    const shop = await shopOf(operator);
    expect((await shop.send("POST", `/v1/refunds/${refundNo}/cancel`, { body: {} })).status).toBe(403);
    const own = await merchants().call(orderRefund, "add", {
      orderId,
      amount: "100",
      reason: "duplicate",
      remark: "R",
    });
    const other = { id: own.id, version: await versionOf(own.id) };
    await merchants().call(orderRefund, "cancel", other);
    expect(await merchants().call(orderRefund, "detail", { id: own.id })).toMatchObject({ remark: "R" });
  });

  test("reads nothing that the operator wrote about a refund, nor why it waits", async () => {
    const remark = "Seen by the operator alone";
    const id = await ask(operator, { remark });
    const reason = "Known to the operator alone";
    await signed({ ...checker, holdsAll: true }).call(orderRefund, "reject", {
      id,
      version: await versionOf(id),
      reason,
    });
    const shown = await merchants().call(orderRefund, "detail", { id });
    expect([shown.remark, shown.decideReason, shown.reviewCause]).toEqual([null, null, null]);
    const { items } = await merchants().call(orderRefund, "page", { mode: "test", refundNo: shown.refundNo });
    const { body } = await (await shopOf(operator)).send("GET", `/v1/refunds/${shown.refundNo}`);
    expect(JSON.stringify([items, body])).not.toMatch(/operator alone/);
    expect(items).toHaveLength(1);
    expect(await signed(operator).call(orderRefund, "detail", { id })).toMatchObject({ remark, decideReason: reason });
    const asked = { orderId, amount: "100" };
    expect((await merchants().call(orderRefund, "preview", asked)).reviewCause).toBeNull();
    expect((await signed({ ...operator, holdsAll: true }).call(orderRefund, "preview", asked)).reviewCause).toBe(
      "above_limit",
    );
  });

  test("neither takes back nor makes again what the operator sends back of an unapplied payment", async () => {
    await setSetting(stage.app, "payment_due_auto_return", "false");
    const { order, due } = await dues.wrong(9_000);
    const boss = dues.person(101);
    await boss.call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "r" });
    const { id, version } = await dues.dueOf(order);
    const begun = await boss.call(orderRefund, "returnDue", { dueId: id, version });
    const naming = async () => ({ id: begun.id, version: await versionOf(begun.id) });
    expect((await merchants().send(orderRefund, "cancel", await naming())).bizCode).toBe("orderRefund.operatorsRefund");
    const ref = { merchantId: stage.merchantId, orderId: order.id, refundId: begun.id };
    const failed = { upstreamRefundId: begun.id, arn: null, failureCode: null, amount: money(9_000n, "USD") };
    await transact(stage.node, stage.caller, async (ctx) => {
      await beginSending(ctx, ref, 60);
      await applyRefund(ctx, ref, { ...failed, kind: "failed", exchanges: [] } as unknown as ReportedRefund, "query");
    });
    expect(await merchants().send(orderRefund, "retry", await naming())).toMatchObject({
      status: 403,
      bizCode: "orderRefund.merchantMayNotRefund",
    });
  });
});

describe("refunds to a card", () => {
  test("take a second person in live mode, counted within their tenant, and none in test mode", async () => {
    await setSetting(stage.app, "refund_review_above", "1000");
    const { db } = stage.app.platform;
    const { tenantId } = await buildTenant(stage.app);
    // Those of a day are counted.
    await stage.pass(86_400);
    const refunded = async () => {
      const { id } = await stage.pay("001");
      const asked = { orderId: id, amount: "100", reason: "duplicate" } as const;
      return signed(operator).call(orderRefund, "add", asked);
    };
    const made = [await refunded(), await refunded(), await refunded(), await refunded()];
    expect(made.map(({ status }) => status)).toEqual(["created", "created", "created", "created"]);
    const ids = made.map(({ id }) => id);
    const put = (of: { readonly tenantId?: number; readonly mode?: "live" | "test" }) =>
      db.updateTable("orderRefunds").set(of).where("id", "in", ids).execute();
    const order = await stage.read({ id: orderId });
    const liveCause = () =>
      transact(stage.node, stage.caller, (ctx) => {
        const plan = { order: { ...order, mode: "live" }, merchant: { riskLevel: "low" }, amount: money(100n, "USD") };
        return reviewCauseOf(ctx, plan as RefundPlan);
      });
    expect(await liveCause()).toBeNull();
    await put({ mode: "live" });
    expect(await liveCause()).toBe("same_card");
    await put({ tenantId });
    expect(await liveCause()).toBeNull();
    await put({ tenantId: stage.place.tenantId, mode: "test" });
  });
});

describe("one click that is sent many times", () => {
  test("makes one refund, under the key that the form sends with it", async () => {
    const { id } = await stage.pay("001");
    const input = { orderId: id, amount: "100", reason: "duplicate" };
    const headers = { "idempotency-key": "click-1" };
    const send = () => signed(operator).send(orderRefund, "add", input, { headers });
    const answers = await Promise.all([send(), send(), send()]);
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ result }) => result.id)).size).toBe(1);
    expect((await send()).result).toEqual(made[0]?.result);
    const rows = await stage.app.platform.db
      .selectFrom("orderRefunds")
      .select("id")
      .where("orderId", "=", id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
