import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { inTransaction } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { publishRate } from "../../../../test/rates.ts";
import { testCard } from "../../../../test/simulator.ts";
import { sendRefund } from "../../payments/refund-processing/index.ts";
import { refOf } from "../../payments/refund-record/index.ts";
import { reverseJournal } from "../ledger/index.ts";
import { reportComparisonWorker } from "./report.worker.ts";
import { reportFacts } from "./report-facts.store.ts";
import { columnOf, measureNames } from "./report-measures.policy.ts";
import { recountReports, refreshReports } from "./report-slots.store.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;
const now = () => stage.app.clock.now();
const refresh = () => refreshReports(db(), now());

async function refund(order: { readonly id: string }, minor: number): Promise<void> {
  const person = stage.app.as(actor({ ...stage.place, userId: 101, realName: "Ada", provenAt: now() }));
  await person.call(orderRefund, "add", { orderId: order.id, amount: String(minor), reason: "requested_by_customer" });
  const open = await db().selectFrom("orderRefunds").selectAll().where("status", "=", "created").execute();
  for (const row of open) await sendRefund(stage.node, stage.caller, refOf(row));
  await stage.pass(60);
}

/** A day of business: paid, declined, paid by the other account, captured in parts, refunded. */
async function trade(): Promise<void> {
  await publishRate(stage.app, "1.1");
  const paid = await stage.pay("001", { amount: money(12_345n, "USD") });
  await stage.pass(1_000);
  await stage.pay("011").catch(() => undefined);
  await stage.pay("001", { amount: money(7_000n, "EUR") });
  await stage.create();
  await stage.pass(3_000);
  await refund(paid, 2_000);
  await refund(paid, 345);
}

const sums = sql.join(
  measureNames.map((name) => sql`sum(${sql.raw(columnOf(name))})::text AS ${sql.raw(columnOf(name))}`),
);
const all = sql`(SELECT '2020-01-01Z'::timestamptz AS a, '2030-01-01Z'::timestamptz AS b) AS w`;

type Row = Readonly<Record<string, unknown>>;
const read = async (query: RawBuilder<unknown>): Promise<Row[]> => (await sql<Row>`${query}`.execute(db())).rows;

/** What happened, by gateway account and currency, counted from what happened. */
const facts = (asOf?: string) => {
  const found = reportFacts({ spans: all, ...(asOf ? { asOf } : {}) });
  return read(sql`${found.with ? sql`WITH ${found.with}` : sql``}
    SELECT gateway_account_id, currency, ${sums} FROM ${found.rows} AS f GROUP BY 1, 2 ORDER BY 1, 2`);
};
const slots = (grain: string) =>
  read(
    sql`SELECT gateway_account_id, currency, ${sums} FROM report_slots WHERE grain = ${grain} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
const totals = (grain: string) =>
  read(sql`SELECT gateway_account_id, currency, ${sums} FROM report_totals
            WHERE grain = ${grain} AND facet = 'account' GROUP BY 1, 2 ORDER BY 1, 2`);
const everything = () =>
  read(sql`SELECT * FROM report_slots ORDER BY merchant_id, mode, grain, slot, gateway_account_id, domain, currency`);
const one = async (query: RawBuilder<unknown>): Promise<unknown> => Object.values((await read(query))[0] ?? {})[0];
const total = (rows: readonly Row[], name: string) =>
  String(rows.reduce((sum, row) => sum + BigInt(String(row[name])), 0n));

describe("the roll-up of reports", () => {
  test("says what captures, orders, attempts, refunds and the ledger say", async () => {
    await trade();
    await refresh();
    const rows = await slots("month");
    expect(total(rows, "orders")).toBe(await one(sql`SELECT count(*)::text FROM coin_orders`));
    expect(total(rows, "paid")).toBe(await one(sql`SELECT count(*)::text FROM coin_orders WHERE status = 'paid'`));
    expect(total(rows, "attempted")).toBe("3");
    expect(total(rows, "sent")).toBe(await one(sql`SELECT count(*)::text FROM payment_attempts`));
    expect(total(rows, "declined")).toBe(
      await one(sql`SELECT count(*)::text FROM payment_attempts WHERE status = 'declined'`),
    );
    expect(Number(total(rows, "declined"))).toBeGreaterThan(0);
    for (const currency of ["USD", "EUR"]) {
      const of = rows.filter((row) => row.currency === currency);
      expect(total(of, "sales")).toBe(
        await one(sql`SELECT sum(amount)::text FROM captures WHERE status = 'succeeded' AND currency = ${currency}`),
      );
    }
    const usd = rows.filter(({ currency }) => currency === "USD");
    expect([total(usd, "refunded"), total(usd, "refunds"), total(usd, "refundedOrders")]).toEqual(["2345", "2", "1"]);
    // The fee of every capture, of the refunds, and what of it went back.
    const fee = await one(sql`SELECT sum(CASE WHEN credit_account LIKE 'plt:rev:%' THEN amount ELSE -amount END)::text
      FROM ledger_postings WHERE currency = 'USD' AND (credit_account LIKE 'plt:rev:%' OR debit_account LIKE 'plt:rev:%')`);
    expect(total(usd, "fee")).toBe(fee);
    expect(Number(fee)).toBeGreaterThan(0);
  });

  test("is the query over what happened, in every grain, of merchants and of all of them", async () => {
    const found = (await facts()).filter((row) => measureNames.some((name) => row[name] !== "0"));
    expect(found.length).toBeGreaterThan(2);
    for (const grain of ["quarter", "hour", "day", "month"]) {
      expect(await slots(grain)).toEqual(found);
      expect(await totals(grain)).toEqual(found);
    }
  });

  test("comes out the same whether it was brought up to date or made anew, and holds still when nothing happens", async () => {
    await stage.pass(86_400);
    await trade();
    await refresh();
    const grown = await everything();
    await Promise.all([refresh(), refresh()]);
    expect(await everything()).toEqual(grown);
    await recountReports(db(), now());
    expect(await everything()).toEqual(grown);
  });

  test("is compared with what happened every night: what somebody altered is told and mended", async () => {
    const right = await everything();
    const totalsOfAll = () =>
      read(sql`SELECT * FROM report_totals ORDER BY tenant_id, mode, facet, grain, slot, gateway_account_id, currency`);
    const rightTotals = await totalsOfAll();
    const compare = () => reportComparisonWorker.run(jobContext(stage.app), {});
    const told = () =>
      db().selectFrom("eventExceptionItems").select("message").where("eventType", "=", "report.rollUpWrong").execute();
    await compare();
    expect(await told()).toEqual([]);
    await sql`UPDATE report_totals SET sales = sales + 100 WHERE grain = 'month' AND facet = 'all'`.execute(db());
    await sql`UPDATE report_slots SET fee = fee - 1 WHERE grain = 'quarter' AND fee > 0`.execute(db());
    await compare();
    expect(await everything()).toEqual(right);
    expect(await totalsOfAll()).toEqual(rightTotals);
    expect(await told()).toMatchObject([{ message: expect.stringContaining("-01T00:00:00") }]);
  });

  test("takes in what changes later where it belongs", async () => {
    await stage.pass(86_400);
    const order = await stage.create();
    await refresh();
    const before = await slots("day");
    await stage.pass(1_200);
    await stage.confirm(order);
    await refresh();
    const after = await slots("day");
    const gained = (name: string) => Number(total(after, name)) - Number(total(before, name));
    // The order moves from no gateway to the one that took it, and counts as tried and paid where it was made.
    expect([gained("orders"), gained("attempted"), gained("cohortPaid"), gained("paid")]).toEqual([0, 1, 1, 1]);
    const rows = await read(sql`SELECT slot, orders, paid, cohort_paid FROM report_slots
      WHERE grain = 'quarter' AND slot >= ${new Date(now().getTime() - 2_400_000).toISOString()} ORDER BY slot`);
    expect(rows).toMatchObject([
      { orders: 1, cohortPaid: 1, paid: 0 },
      { orders: 0, cohortPaid: 0, paid: 1 },
    ]);
  });

  test("says of a past instant what it said then, whatever happened since", async () => {
    const order = await stage.create();
    const other = await stage.pay("001");
    const declined = await stage.create();
    await stage.confirm(declined, { card: testCard("011") }).catch(() => undefined);
    await stage.pass(1);
    const asOf = now().toISOString();
    const then = await facts(asOf);
    expect(then).toEqual(await facts());
    await stage.pass(600);
    await stage.confirm(order);
    await refund(other, 1_000);
    await trade();
    expect(await facts(asOf)).toEqual(then);
    expect(await facts()).not.toEqual(then);
  });

  test("counts what is reversed against the moment of its reversal", async () => {
    await refresh();
    const before = await slots("month");
    const journal = await db()
      .selectFrom("ledgerJournals")
      .selectAll()
      .where("event", "=", "J02")
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await inTransaction(stage.app, (ctx) =>
      reverseJournal(ctx, {
        merchantId: stage.merchantId,
        journalId: journal.id,
        description: "wrong",
        effectiveDate: now().toISOString().slice(0, 10),
      }),
    );
    await refresh();
    const fee = (rows: readonly Row[]) => BigInt(total(rows, "fee"));
    const charged = await one(sql`SELECT sum(amount)::text FROM ledger_postings
      WHERE journal_id = ${journal.id} AND credit_account LIKE 'plt:rev:%'`);
    expect(fee(before) - fee(await slots("month"))).toBe(BigInt(String(charged)));
  });

  test("counts a capture where it was taken, however late it was booked", async () => {
    const own = await stage.pay("001", { amount: money(4_321n, "USD") });
    const { finishedTime } = await db()
      .selectFrom("captures")
      .select("finishedTime")
      .where("orderId", "=", own.id)
      .executeTakeFirstOrThrow();
    const earlier = new Date(Date.parse(finishedTime ?? "") - 40 * 86_400_000).toISOString();
    await db().updateTable("captures").set({ finishedTime: earlier }).where("orderId", "=", own.id).execute();
    await recountReports(db(), now());
    const rows = await read(sql`SELECT sum(sales)::text AS sales, sum(paid)::text AS paid FROM report_slots
      WHERE grain = 'day' AND slot < ${new Date(Date.parse(earlier) + 86_400_000).toISOString()}`);
    expect(rows).toEqual([{ sales: "4321", paid: "0" }]);
  });
});
