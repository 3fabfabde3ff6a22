import path from "node:path";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { duesOn } from "../../../../test/dues.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { buildUser } from "../../../../test/people.ts";
import { readMigrations } from "../../../platform/db/migration-file.ts";
import { ledgerWorkers } from "../../funds/ledger/index.ts";

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

const { person, dueOf, tell, wrong, limit } = duesOn(() => stage);
const maker = () => person(101);
const checker = () => person(102);

type Order = Awaited<ReturnType<OrderStage["pay"]>>;
const reason = "The payer confirmed it by e-mail";

const decide = (by: TestClient, operation: "book" | "markReturn", { id, version }: { id: string; version: number }) =>
  by.send(paymentDue, operation, { id, version, reason });

/** What the verification of the books finds wrong. */
async function violations() {
  await person(1).call(ledger, "verify", {});
  const { db } = stage.app.platform;
  const asked = await db.selectFrom("ledgerVerifications").select("id").where("finishedAt", "is", null).execute();
  const worker = ledgerWorkers(stage.app.platform).find(({ queue }) => queue === "ledger-verify");
  for (const { id } of asked) await worker?.run(jobContext(stage.app), { id });
  const looks = await person(1).call(ledger, "verificationPage", {});
  const own = looks.filter((one) => asked.some(({ id }) => id === one.id));
  return own
    .flatMap((one) => one.violations)
    .map(({ law, table, key, column }) => ({
      law,
      table,
      key,
      column,
    }));
}

const payers = (lines: readonly string[]) => lines.filter((line) => line.includes("payer_funds"));

describe("paymentDue.book", () => {
  test("applies what came short as a capture of that amount, priced by the agreement, and pays the order", async () => {
    const { order, payment, due } = await wrong(9_999);
    expect(due).toMatchObject({
      kind: "amount_mismatch",
      status: "open",
      amount: "9999",
      heldAmount: "9999",
      expectedAmount: "10000",
      bookableAmount: "9999",
      upstreamPaymentId: payment,
    });
    expect(await decide(maker(), "book", due)).toMatchObject({ status: 200 });
    expect(await dueOf(order)).toMatchObject({
      status: "booked",
      heldAmount: "0",
      bookedAmount: "9999",
      bookableAmount: "0",
      decideUserName: "Person 101",
      decideReason: reason,
    });
    expect(await stage.read(order)).toMatchObject({
      status: "paid",
      capturedAmount: "9999",
      surplusAmount: "0",
      feeAmount: "320",
      netAmount: "9679",
    });
    expect((await stage.booked(order)).map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
      `J05 plt:gateway_receivable:USD:${stage.accounts.main} plt:payer_funds:USD:${stage.accounts.main} 9999`,
      `J01 plt:gateway_receivable:USD:${stage.accounts.main} mer:M:pending:USD 9999`,
      "J02 mer:M:pending:USD plt:rev:transaction_fee:USD 320",
      `J03 plt:cost:gateway_fee:USD plt:gateway_receivable:USD:${stage.accounts.main} 160`,
      `J06 plt:payer_funds:USD:${stage.accounts.main} plt:gateway_receivable:USD:${stage.accounts.main} 9999`,
    ]);
    const shown = await maker().call(coinOrder, "detail", { id: order.id });
    expect(shown).toMatchObject({ captures: [{ amount: "9999", isPriced: true }], dues: [{ status: "booked" }] });
    const { journals } = await maker().call(paymentDue, "explain", { id: due.id });
    expect(journals.map(({ event }) => event)).toEqual(["J05", "J01", "J02", "J03", "J06"]);
  });

  test("applies the amount that was asked for, and leaves what came beyond with the payer to be returned", async () => {
    const { order, due } = await wrong(12_500);
    expect(due).toMatchObject({ bookableAmount: "10000" });
    expect(await decide(maker(), "book", due)).toMatchObject({ status: 200 });
    expect(await dueOf(order)).toMatchObject({ status: "to_return", heldAmount: "2500", bookedAmount: "10000" });
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000", surplusAmount: "2500" });
    expect(payers(await stage.booked(order)).map((line) => line.split(" ")[3])).toEqual(["12500", "10000"]);
  });

  test("is refused once it is decided on, of an older version, and of money in another currency", async () => {
    const { due } = await wrong(9_000);
    expect((await decide(maker(), "book", { ...due, version: due.version + 1 })).status).toBe(409);
    await decide(maker(), "book", due);
    expect((await decide(maker(), "book", due)).status).toBe(409);
    const now = await maker().call(paymentDue, "detail", { id: due.id });
    expect((await decide(maker(), "markReturn", now)).bizCode).toBe("paymentDue.notOpen");
    const other = await wrong(9_000, "EUR");
    expect(other.due).toMatchObject({ currency: "EUR", bookableAmount: "0" });
    expect((await decide(maker(), "book", other.due)).bizCode).toBe("paymentDue.notBookable");
  });

  test("is no merchant's to decide", async () => {
    const { due } = await wrong(9_000);
    const scope = { tenantId: stage.place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [stage.merchantId] };
    const merchant = stage.app.as(actor({ ...stage.place, userId: 103, scope: scope as never }));
    expect((await decide(merchant, "book", due)).status).toBe(403);
    expect(await merchant.call(paymentDue, "detail", { id: due.id })).toMatchObject({
      heldAmount: "9000",
      gatewayAccountId: null,
    });
  });
});

describe("paymentDue.markReturn", () => {
  test("of a payment that grew after it counts what goes back once", async () => {
    const { order, due } = await wrong(6_000);
    await decide(maker(), "markReturn", due);
    await tell(order, 9_000);
    expect(await stage.read(order)).toMatchObject({ surplusAmount: "0" });
    expect((await decide(maker(), "markReturn", await dueOf(order))).status).toBe(200);
    expect(await dueOf(order)).toMatchObject({ status: "to_return", heldAmount: "9000" });
    expect(await stage.read(order)).toMatchObject({ surplusAmount: "9000" });
  }, 60_000);

  test("leaves all of it with the payer, and the order has failed", async () => {
    const { order, due } = await wrong(9_000);
    expect(await decide(maker(), "markReturn", due)).toMatchObject({ status: 200 });
    expect(await dueOf(order)).toMatchObject({ status: "to_return", heldAmount: "9000", bookedAmount: "0" });
    expect(await stage.read(order)).toMatchObject({
      status: "failed",
      failureCode: "amount_mismatch",
      capturedAmount: "0",
      surplusAmount: "9000",
    });
    const story = await maker().call(coinOrder, "timeline", { id: order.id });
    expect(story.map(({ title }) => title).slice(-2)).toEqual(["eventDueReturned", "eventOrderFailed"]);
  });
});

describe("a decision above the limit", () => {
  test("waits for somebody else, who approves the very amount and action that were proposed", async () => {
    await limit(90);
    const { order, due } = await wrong(9_500);
    expect(await maker().call(paymentDue, "explain", { id: due.id })).toMatchObject({ needsApproval: true });
    await decide(maker(), "book", due);
    const waiting = await dueOf(order);
    expect(waiting).toMatchObject({
      status: "awaiting_approval",
      action: "book",
      isOwn: true,
      proposeUserName: "Person 101",
      bookedAmount: "0",
    });
    expect(await stage.read(order)).toMatchObject({ status: "pending", capturedAmount: "0" });
    const { id, version } = waiting;
    expect(await maker().send(paymentDue, "approve", { id, version })).toMatchObject({
      status: 403,
      bizCode: "paymentDue.ownProposal",
    });
    expect((await checker().send(paymentDue, "approve", { id, version: version - 1 })).status).toBe(409);
    expect((await decide(checker(), "markReturn", waiting)).bizCode).toBe("paymentDue.notOpen");
    await checker().call(paymentDue, "approve", { id, version });
    const { proposeUserName, proposeReason, proposeTime } = waiting;
    expect(await dueOf(order)).toMatchObject({
      status: "booked",
      bookedAmount: "9500",
      action: null,
      decideUserName: "Person 102",
      decideReason: null,
      // Who asked for it, when and why is told of it afterwards too.
      ...{ proposeUserName, proposeReason, proposeTime },
    });
    expect((await checker().send(paymentDue, "approve", { id, version: version + 1 })).bizCode).toBe(
      "paymentDue.nothingProposed",
    );
  });

  test("is not approved by another account of whoever proposed it", async () => {
    await limit(90);
    const [one, twin] = await Promise.all([buildUser(stage.app, stage.place), buildUser(stage.app, stage.place)]);
    const accounts = "UPDATE users SET job_num = 'A-17' WHERE id = ANY($1)";
    await owner.query(accounts, [[one, twin]]);
    const { order, due } = await wrong(9_500);
    await decide(person(one), "book", due);
    const { id, version } = await dueOf(order);
    expect(await person(twin).send(paymentDue, "approve", { id, version })).toMatchObject({
      status: 403,
      bizCode: "platform.samePerson",
    });
  });

  test("is turned down, and open again", async () => {
    await limit(90);
    const { order, due } = await wrong(9_500);
    await decide(maker(), "markReturn", due);
    const waiting = await dueOf(order);
    await checker().call(paymentDue, "reject", {
      id: waiting.id,
      version: waiting.version,
      reason: "Ask the payer first",
    });
    expect(await dueOf(order)).toMatchObject({ status: "open", action: null, proposeUserName: null });
    const { rows } = await owner.query(
      "SELECT count(*)::int AS n FROM audit_entries WHERE operation = 'paymentDue.reject'",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("falls away when more of the payment comes: what was proposed was proposed of less", async () => {
    await limit(90);
    const { order, due } = await wrong(9_500);
    await decide(maker(), "book", due);
    const waiting = await dueOf(order);
    await tell(order, 9_800);
    const { id, version } = waiting;
    expect((await checker().send(paymentDue, "approve", { id, version })).status).toBe(409);
    expect(await dueOf(order)).toMatchObject({ status: "open", action: null, heldAmount: "9800" });
  });

  test("stays one of two people though the limit is raised after the payment came", async () => {
    await limit(90);
    const { order, due } = await wrong(9_500);
    await decide(maker(), "book", due);
    const { id, version } = await dueOf(order);
    await maker().call(paymentDue, "reject", { id, version, reason: "Ask the payer first" });
    await limit(10_000);
    expect(await maker().call(paymentDue, "explain", { id })).toMatchObject({ needsApproval: true });
    await decide(maker(), "book", await dueOf(order));
    expect(await dueOf(order)).toMatchObject({ status: "awaiting_approval", bookedAmount: "0" });
    // What comes of the payment under the higher limit does not take the second person away either.
    await tell(order, 9_800);
    await decide(maker(), "book", await dueOf(order));
    expect(await dueOf(order)).toMatchObject({ status: "awaiting_approval", bookedAmount: "0" });
  });

  test("is one person's where the limit is lowered after the payment came, until more of it comes", async () => {
    await limit(10_000);
    const { order, due } = await wrong(9_500);
    await limit(90);
    expect(await maker().call(paymentDue, "explain", { id: due.id })).toMatchObject({ needsApproval: false });
    await tell(order, 9_800);
    expect(await maker().call(paymentDue, "explain", { id: due.id })).toMatchObject({ needsApproval: true });
  });

  test("is asked for of every currency that has no rate", async () => {
    await limit(10_000_000);
    const { due } = await wrong(1, "JPY");
    expect(await maker().call(paymentDue, "explain", { id: due.id })).toMatchObject({ needsApproval: true });
  });
});

describe("paymentDue.page", () => {
  test("finds them by merchant, kind, status, amount, order and payment of the gateway", async () => {
    await limit(500);
    const { order, due } = await wrong(8_765);
    const found = async (filter: object) =>
      (await maker().call(paymentDue, "page", { mode: "test", orderNo: order.orderNo, ...filter })).items.length;
    expect(await found({ merchantId: [stage.merchantId], kind: ["amount_mismatch"], status: ["open"] })).toBe(1);
    expect(await found({ amountRange: { currency: "USD", from: "8765", to: "8765" } })).toBe(1);
    expect(await found({ upstreamPaymentId: due.upstreamPaymentId, dueNo: due.dueNo })).toBe(1);
    expect(await found({ kind: ["late_success"] })).toBe(0);
    expect(await found({ status: ["booked"] })).toBe(0);
    expect(await found({ mode: "live" })).toBe(0);
  });
});

describe("ledger.verify", () => {
  test("holds unapplied payments to the payers' account, and names the row that says otherwise", async () => {
    const { due } = await wrong(7_000);
    expect(await violations()).toEqual([]);
    await owner.query("UPDATE payment_dues SET held_amount = held_amount - 1 WHERE id = $1", [due.id]);
    const named = await violations();
    expect(named).toContainEqual({ law: "backed", table: "payment_dues", key: due.id, column: "held_amount" });
    expect(named.map(({ law }) => law).sort()).toEqual(["backed", "payer_backed", "receivable_backed"]);
    await owner.query("UPDATE payment_dues SET held_amount = held_amount + 1 WHERE id = $1", [due.id]);
  }, 60_000);

  test("names an unapplied payment that was put under another order, or said to be decided", async () => {
    const { order, due } = await wrong(7_000);
    const other = await stage.pay("001");
    const edited = async (change: string, back: string) => {
      await owner.query(`UPDATE payment_dues SET ${change} WHERE id = $1`, [due.id]);
      const named = await violations();
      await owner.query(`UPDATE payment_dues SET ${back} WHERE id = $1`, [due.id]);
      return named.filter(({ key }) => key === due.id).map(({ column }) => column);
    };
    expect(await edited(`order_id = '${other.id}'`, `order_id = '${order.id}'`)).toEqual([
      "order_id",
      "order_no",
      null,
    ]);
    expect(await edited("status = 'to_return'", "status = 'open'")).toEqual(["status", null]);
    expect(await edited("status = 'booked', decide_user_id = 1", "status = 'open', decide_user_id = NULL")).toEqual([
      "status",
      null,
    ]);
    expect(await violations()).toEqual([]);
  }, 60_000);
});

describe("dues of an installation from before they had a list", () => {
  test("are kept with the payment of the gateway they are of, and nothing of them is said to be held", async () => {
    const late = await stage.pay("001");
    const twice = await stage.pay("001");
    const attemptOf = async (order: Order) =>
      (await stage.attempts(order))[0] as never as { readonly id: string; readonly upstreamAttemptId: string };
    await owner.query(
      `CREATE TABLE refund_dues (merchant_id text, id text, order_id text, attempt_id text, reason text,
         amount numeric(19, 0), currency text, status text, create_time timestamptz(3))`,
    );
    for (const [order, reason] of [[late, "late_success"] as const, [twice, "duplicate_payment"] as const])
      await owner.query("INSERT INTO refund_dues VALUES ($1, $2, $3, $4, $5, 10000, 'USD', 'due', $6)", [
        stage.merchantId,
        `rfd_${order.id.slice(4)}`,
        order.id,
        (await attemptOf(order)).id,
        reason,
        stage.app.clock.now().toISOString(),
      ]);
    const migrations = await readMigrations(path.resolve(import.meta.dirname, "../../../../migrations"));
    const own = migrations.find(({ name }) => name === "0047_payment_dues");
    for (const { text } of own?.stages.seed ?? []) await owner.query(text);
    expect(await dueOf(late)).toMatchObject({
      kind: "late_success",
      status: "to_return",
      amount: "10000",
      heldAmount: "0",
      upstreamPaymentId: (await attemptOf(late)).upstreamAttemptId,
    });
    // Under which number the gateway took it once more, nobody wrote down.
    expect((await dueOf(twice)).upstreamPaymentId).toMatch(/^unrecorded-rfd_/);
    const { rows } = await owner.query("SELECT to_regclass('refund_dues') AS left");
    expect(rows).toEqual([{ left: null }]);
    await owner.query("UPDATE coin_orders SET surplus_amount = 10000 WHERE id IN ($1, $2)", [late.id, twice.id]);
    const sealing = ledgerWorkers(stage.app.platform).find(({ queue }) => queue === "ledger-seal");
    await sealing?.run(jobContext(stage.app), {});
    expect(await violations()).toEqual([]);
  }, 60_000);
});
