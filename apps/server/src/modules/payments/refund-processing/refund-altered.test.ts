import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { rowDigest, type SealedRow } from "../../../platform/seals/row-seal.ts";
import { readSealKeys } from "../../../platform/seals/seal-keys.ts";

let stage: OrderStage;
let owner: pg.Client;
const { person, wrong } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  owner = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await owner.connect();
  await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

const rowOf = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const add = async (amount: string) => {
  const order = await stage.pay("001");
  return person(101).call(orderRefund, "add", { orderId: order.id, amount, reason: "duplicate" });
};
/** The seal of a row as the release before made it: over all but what came later. */
async function sealOfBefore<T extends "orderRefunds" | "paymentDues">(table: T, row: SealedRow<T>): Promise<string> {
  const { db, secret } = stage.app.platform;
  const { active } = await readSealKeys(db, installationKeys(secret).ring);
  const naming = { mark: "w", keyId: active.id, scheme: 2 } as const;
  return `w2:${active.id}:${rowDigest(naming, table, row, active.hmac)}`;
}

/** What whoever owns the database makes of it, so that the next sweep sends it. */
const setBack = (id: string) =>
  owner.query(
    `UPDATE order_refunds SET status = 'created', finished_time = NULL, next_retry_time = now() - interval '1 year'
      WHERE id = $1`,
    [id],
  );
const isNamed = async (id: string) => {
  const found = await violationsOf(stage);
  for (let round = 0; round < 3; round += 1) await stage.pass(120);
  return { named: found.some((one) => one.startsWith("sealed order_refunds")), status: (await rowOf(id)).status };
};

test("a refund that waits for a second person is not sent, whatever its row says, and is named", async () => {
  await setSetting(stage.app, "refund_review_above", "50");
  const { id, status } = await add("6000");
  expect(status).toBe("review");
  await setBack(id);
  expect(await isNamed(id)).toEqual({ named: true, status: "created" });
  // A seal of before says nothing of the state: what nobody decided is named and kept back all the same.
  const before = await sealOfBefore("orderRefunds", await rowOf(id));
  await owner.query("UPDATE order_refunds SET seal = $2 WHERE id = $1", [id, before]);
  expect(await isNamed(id)).toEqual({ named: true, status: "created" });
  await setSetting(stage.app, "refund_review_above", "1000");
}, 60_000);

test("nor is one that was cancelled", async () => {
  const { id } = await add("1000");
  await person(101).call(orderRefund, "cancel", { id, version: (await rowOf(id)).version });
  await setBack(id);
  expect(await isNamed(id)).toEqual({ named: true, status: "created" });
}, 60_000);

test("nor does an unapplied payment go back that somebody set to go back", async () => {
  await setSetting(stage.app, "payment_due_approval_above", "1");
  const { due } = await wrong(9_000);
  await owner.query("UPDATE payment_dues SET status = 'to_return' WHERE id = $1", [due.id]);
  expect(await violationsOf(stage)).toContainEqual(expect.stringMatching(/^sealed payment_dues/));
  const sendBack = () => person(101).send(orderRefund, "returnDue", { dueId: due.id, version: due.version });
  expect((await sendBack()).bizCode).toBe("orderRefund.altered");
  // A seal of before says nothing of the state: nobody decided that a wrong amount goes back.
  const row = await stage.app.platform.db
    .selectFrom("paymentDues")
    .selectAll()
    .where("id", "=", due.id)
    .executeTakeFirstOrThrow();
  await owner.query("UPDATE payment_dues SET seal = $2 WHERE id = $1", [
    due.id,
    await sealOfBefore("paymentDues", row),
  ]);
  expect((await sendBack()).bizCode).toBe("orderRefund.altered");
}, 60_000);
