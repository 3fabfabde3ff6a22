import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../../test/app.ts";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { duesOn } from "../../../../test/dues.ts";
import { findingsOf } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { transact } from "../../../platform/db/transact.ts";
import { beginSending } from "../refund-processing/refund-call.service.ts";
import { applyRefund, type ReportedRefund } from "../refund-processing/refund-outcome.service.ts";

let database: TestDatabase;
let stage: OrderStage;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  stage = await buildOrderStage({ database });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
  await database?.drop();
});

const { person, dueOf, wrong, limit } = duesOn(() => stage);
const maker = () => person(101);

const reason = "The payer confirmed it by e-mail";

const decide = (by: TestClient, operation: "book" | "markReturn", { id, version }: { id: string; version: number }) =>
  by.send(paymentDue, operation, { id, version, reason });

const violations = () => findingsOf(stage.app, stage.merchantId, { book: "test" });

describe("an unapplied payment that the owner of the database altered", () => {
  const edit = (change: string, id: string) => owner.query(`UPDATE payment_dues SET ${change} WHERE id = $1`, [id]);
  const altered = { status: 409, bizCode: "paymentDue.altered" };

  test("is decided by nobody while its second person is taken away", async () => {
    await limit(50);
    const { order, due } = await wrong(9_999);
    await edit("needs_approval = false", due.id);
    for (const operation of ["book", "markReturn"] as const)
      expect(await decide(maker(), operation, due)).toMatchObject(altered);
    await edit("needs_approval = true", due.id);
    expect(await decide(maker(), "book", due)).toMatchObject({ status: 200 });
    const proposed = await dueOf(order);
    expect(proposed.status).toBe("awaiting_approval");
    await edit("propose_user_id = 7", due.id);
    expect(await maker().send(paymentDue, "approve", proposed)).toMatchObject(altered);
    expect(await stage.read(order)).toMatchObject({ capturedAmount: "0" });
    await edit("propose_user_id = 101", due.id);
    await limit(5_000);
  });

  test("is named where it takes two people and one alone has decided", async () => {
    const { order, due } = await wrong(9_999);
    const row = await stage.app.platform.db
      .selectFrom("paymentDues")
      .selectAll()
      .where("id", "=", due.id)
      .executeTakeFirstOrThrow();
    const decided = { ...row, needsApproval: true, decideUserId: 101, decideTime: stage.app.clock.now().toISOString() };
    const seal = stage.node.seals.made("paymentDues", decided);
    await edit(
      `needs_approval = true, decide_user_id = 101, decide_time = '${decided.decideTime}', seal = '${seal}'`,
      due.id,
    );
    const named = { table: "payment_dues", key: due.id, column: "propose_time" };
    expect(await violations()).toContainEqual(expect.objectContaining(named));
    await edit(
      `needs_approval = ${row.needsApproval}, decide_user_id = NULL, decide_time = NULL, seal = '${row.seal}'`,
      due.id,
    );
    expect(await dueOf(order)).toMatchObject({ status: "open" });
    expect(await violations()).toEqual([]);
  });

  test("is named by its order, which waits for nothing once all of it went back", async () => {
    const { order, due } = await wrong(9_000);
    const settle = (status: string) =>
      owner.query(`UPDATE coin_orders SET status = '${status}' WHERE id = $1`, [order.id]);
    const isNamed = async () =>
      (await violations()).some(
        ({ table, key, column }) => table === "coin_orders" && key === order.id && column === "status",
      );
    expect([(await stage.read(order)).status, await isNamed()]).toEqual(["pending", false]);
    expect(await decide(maker(), "markReturn", due)).toMatchObject({ status: 200 });
    expect([(await stage.read(order)).status, await isNamed()]).toEqual(["failed", false]);
    const { version } = await dueOf(order);
    const { id } = await maker().call(orderRefund, "returnDue", { dueId: due.id, version });
    const ref = { merchantId: stage.merchantId, orderId: order.id, refundId: id };
    const told = { upstreamRefundId: id, arn: null, failureCode: null, amount: money(9_000n, "USD"), exchanges: [] };
    await transact(stage.node, stage.caller, async (ctx) => {
      await beginSending(ctx, ref, 60);
      await applyRefund(ctx, ref, { ...told, kind: "succeeded" } as unknown as ReportedRefund, "answer");
    });
    expect(await dueOf(order)).toMatchObject({ status: "returned" });
    await settle("pending");
    expect(await isNamed()).toBe(true);
    await settle("failed");
    expect(await violations()).toEqual([]);
  });
});
