import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { merchantAccount } from "@countinghouse/ledger/account.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { refundHeld, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { balanceFrozen, balanceUnfrozen, batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { payWhole } from "../../../../test/booked-merchant.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { booksOf, findingsOf, postIn, sealBook, sealKeys } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { ledgerWorkers } from "./index.ts";
import { sealNext } from "./ledger.seal.store.ts";

let app: TestApp;
let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heads-"));
  app = await buildTestApp({ environment: { COUNTINGHOUSE_LEDGER_HEADS: folder } });
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
  await rm(folder, { recursive: true });
});

const newMerchant = (tenant = { tenantId: 1, orgId: 1 }) => buildMerchant(app, tenant);
const check = (merchantId: string) => findingsOf(app, merchantId);

const runWorker = (queue: string, data: object = {}) => {
  const worker = ledgerWorkers(app.platform).find((one) => one.queue === queue);
  if (!worker) throw new Error(`no worker of ${queue}`);
  return worker.run(jobContext(app), data);
};

/** A merchant with 100.00 available. */
async function funded(tenant: { tenantId: number; orgId: number } = { tenantId: 1, orgId: 1 }): Promise<string> {
  const merchantId = await newMerchant(tenant);
  const settled = batchSettled({ merchantId, net: usd(10_000), reserve: usd(0) });
  await payWhole(app, { ...tenant, merchantId }, 10_000, [settled]);
  return merchantId;
}

describe("a look over the books", () => {
  /** A sealed book of four journals, each of an order; the first of them is answered. */
  async function sealedBook(): Promise<{ merchantId: string; ids: string[]; orderId: string }> {
    const merchantId = await newMerchant();
    const [orderId = ""] = [
      await payWhole(app, { tenantId: 1, merchantId }, 500),
      await payWhole(app, { tenantId: 1, merchantId }, 600),
      await payWhole(app, { tenantId: 1, merchantId }, 700),
      await payWhole(app, { tenantId: 1, merchantId }, 800),
    ];
    await sealBook(app, merchantId);
    expect(await check(merchantId)).toEqual([]);
    return { merchantId, orderId, ids: (await booksOf(app, merchantId)).journals.map(({ id }) => id) };
  }

  test("names an altered amount by every row that contradicts it, and mends nothing", async () => {
    const { merchantId, ids } = await sealedBook();
    await owner.query("UPDATE ledger_postings SET amount = 601 WHERE merchant_id = $1 AND journal_id = $2", [
      merchantId,
      ids[1],
    ]);
    const found = await check(merchantId);
    const after = { law: "projection", table: "ledger_postings", column: "credit_after" };
    expect(found).toContainEqual({ ...after, key: `${ids[1]} 1`, expected: "1101", found: "1100" });
    expect(found.filter(({ table, key }) => table === "ledger_postings" && key !== `${ids[1]} 1`)).toEqual([]);
    const account = merchantAccount(merchantId, "pending", "USD");
    expect(found).toContainEqual({
      law: "projection",
      table: "ledger_balances",
      key: account,
      column: "amount",
      expected: "2601",
      found: "2600",
    });
    expect(found).toContainEqual(
      expect.objectContaining({ law: "sealed", table: "ledger_journals", key: ids[1], column: null, found: null }),
    );
    expect(await check(merchantId)).toEqual(found);
  });

  test("tells nobody what a seal would have to be", async () => {
    const { merchantId, ids } = await sealedBook();
    await owner.query("UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $1 AND id = $2", [
      merchantId,
      ids[2],
    ]);
    const { rows } = await owner.query("SELECT hash FROM ledger_seals WHERE merchant_id = $1", [merchantId]);
    const stored = rows.map(({ hash }) => hash);
    const told = JSON.stringify(await check(merchantId)).match(/[0-9a-f]{64}/g) ?? [];
    expect(told.filter((hash) => !stored.includes(hash))).toEqual([]);
  });

  test("finds a balance that drifted and frozen money that no hold stands for", async () => {
    const { merchantId } = await sealedBook();
    await owner.query("UPDATE ledger_balances SET amount = amount + 5 WHERE merchant_id = $1 AND kind = 'pending'", [
      merchantId,
    ]);
    expect((await check(merchantId)).map(({ law }) => law).sort()).toEqual(["balanced", "projection"]);

    const frozen = await newMerchant();
    const entries = [balanceFrozen({ merchantId: frozen, amount: usd(500) })];
    await postIn(app, {
      merchantId: frozen,
      book: "live",
      entries,
      eventId: "f",
      orderId: null,
      effectiveDate: "2026-11-21",
      description: "F",
    });
    await owner.query("UPDATE ledger_holds SET remaining = 400 WHERE merchant_id = $1", [frozen]);
    const key = merchantAccount(frozen, "frozen", "USD");
    const [hold] = (await booksOf(app, frozen)).holds;
    const backed = { law: "backed", expected: "400", found: "500" };
    expect(await check(frozen)).toEqual([
      { ...backed, table: "ledger_balances", key, column: "amount" },
      { ...backed, table: "ledger_holds", key: hold?.id, column: "remaining", expected: "500", found: "400" },
    ]);
    await owner.query("UPDATE ledger_holds SET remaining = 500, event_id = 'other' WHERE merchant_id = $1", [frozen]);
    expect((await check(frozen)).map(({ table, expected, found }) => [table, expected, found])).toEqual([
      ["ledger_holds", "0", "500"],
      ["ledger_holds", "f USD", null],
    ]);
  });

  test("names a released hold that no journal made, and the one that journals made and that is gone", async () => {
    const merchantId = await newMerchant();
    const post = (entry: Entry, part: string) =>
      postIn(app, {
        merchantId,
        book: "live",
        entries: [entry],
        eventId: "f",
        part,
        orderId: null,
        effectiveDate: "2026-11-21",
        description: "F",
      });
    await post(balanceFrozen({ merchantId, amount: usd(500) }), "");
    await post(balanceUnfrozen({ merchantId, amount: usd(500), source: "available" }), "rel");
    expect(await check(merchantId)).toEqual([]);
    const [hold] = (await booksOf(app, merchantId)).holds;
    await owner.query("UPDATE ledger_holds SET currency = 'EUR' WHERE merchant_id = $1", [merchantId]);
    expect((await check(merchantId)).map(({ table, key, found }) => [table, key, found])).toEqual([
      ["ledger_holds", hold?.id, hold?.id],
      ["ledger_holds", "f USD", null],
    ]);
  });

  test.each([
    ["amount", "2500", "-2500"],
    ["currency", "EUR", "USD"],
    ["journal_id", "jrn_other", null],
  ])("finds a correction by hand whose %s was altered", async (column, value, expected) => {
    const merchantId = await funded();
    const [maker, checker] = [1, 2].map((userId) => app.as(actor({ userId, provenAt: app.clock.now() })));
    const ask = { merchantId, currency: "USD", mode: "live", amount: "-2500", reason: "R", evidence: "E" } as const;
    const { id } = (await maker?.call(merchantBalance, "adjust", ask)) ?? { id: "" };
    await checker?.call(merchantBalance, "approve", { merchantId, id });
    expect(await check(merchantId)).toEqual([]);
    await owner.query(`UPDATE ledger_adjustments SET ${column} = $1 WHERE id = $2`, [value, id]);
    const found = await check(merchantId);
    expect(found).toContainEqual({
      law: "repeated_fact",
      table: "ledger_adjustments",
      key: id,
      column,
      expected,
      found: value,
    });
    // What backs the available bucket and the cost of it is the correction itself.
    const backed = found.filter(({ law }) => law !== "repeated_fact").map(({ law }) => law);
    expect(new Set(backed)).toEqual(new Set(column === "journal_id" ? [] : ["available_backed", "cost_backed"]));
  });

  test("finds an order that gave back more than it took", async () => {
    const { merchantId, orderId } = await sealedBook();
    const post = (entries: Entry[]) =>
      postIn(app, {
        merchantId,
        book: "live",
        entries,
        eventId: "r",
        orderId,
        effectiveDate: "2026-11-21",
        description: "R",
      });
    await post([refundHeld({ merchantId, bucket: "pending", amount: usd(501) })]);
    await post([refundSucceeded({ merchantId, gatewayAccountId: "gwa_1", amount: usd(501), converted: null })]);
    const row = { table: "coin_orders", key: orderId, column: "refunded_amount", found: "501" };
    expect(await check(merchantId)).toContainEqual({ ...row, law: "order_conserved", expected: "≤ 500" });
    expect(await check(merchantId)).toContainEqual({ ...row, law: "order_booked", expected: "501", found: "0" });
  });

  test("seals a journal once although two seal at the same moment", async () => {
    const { merchantId } = await sealedBook();
    await payWhole(app, { tenantId: 1, merchantId }, 1);
    const means = { keys: await sealKeys(app), now: app.clock.now() };
    const sealings = await Promise.all(
      [1, 2, 3].map(() => sealNext(app.platform.db, { merchantId, book: "live" }, means)),
    );
    expect(sealings.map(({ sealed }) => sealed).sort()).toEqual([0, 0, 1]);
    expect(await check(merchantId)).toEqual([]);
  });
});

describe("ledger.verify", () => {
  test("names the look over each tenant's books that it began", async () => {
    await funded(await buildTenant(app));
    const before = app.jobs.length;
    const { ids } = await app.as(actor()).call(ledger, "verify", {});
    expect(ids.length).toBeGreaterThan(1);
    expect(app.jobs.slice(before).map(({ data }) => data)).toEqual(ids.map((id) => ({ id })));
  });

  test("runs in the background, passes sound books and tells of mismatches without mending them", async () => {
    const place2 = await buildTenant(app);
    const who = actor({
      userId: 9,
      ...place2,
      scope: { tenantId: place2.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
    });
    const merchantId = await funded(place2);
    const [id = ""] = (await app.as(who).call(ledger, "verify", {})).ids;
    expect(await app.as(who).send(ledger, "verify", {})).toMatchObject({ bizCode: "ledger.alreadyVerifying" });
    expect(app.jobs.at(-1)).toMatchObject({ queue: "ledger-verify", data: { id } });
    await runWorker("ledger-seal");
    await runWorker("ledger-verify", { id });
    const [passed] = await app.as(who).call(ledger, "verificationPage", {});
    expect(passed).toMatchObject({
      id,
      status: "passed",
      books: 1,
      journals: 2,
      postings: 2,
      seals: 2,
      violations: [],
    });

    await owner.query("UPDATE ledger_balances SET amount = amount + 7 WHERE merchant_id = $1 AND kind = 'available'", [
      merchantId,
    ]);
    const [again = ""] = (await app.as(who).call(ledger, "verify", {})).ids;
    await runWorker("ledger-verify", { id: again });
    const runs = await app.as(who).call(ledger, "verificationPage", {});
    const failed = runs.find((run) => run.id === again);
    expect(failed).toMatchObject({ status: "failed", violationCount: 2 });
    expect(failed?.violations.map(({ law, mode }) => [law, mode])).toEqual([
      ["projection", "live"],
      ["balanced", "live"],
    ]);
    expect(failed?.violations[0]).toEqual({
      law: "projection",
      merchantId,
      mode: "live",
      table: "ledger_balances",
      key: `mer:${merchantId}:available:USD`,
      column: "amount",
      expected: "10000",
      found: "10007",
      place: null,
    });
    expect((await booksOf(app, merchantId)).balances).toContainEqual([`mer:${merchantId}:available:USD`, "10007"]);
    const { rows } = await owner.query(
      "SELECT level, source FROM event_exception_items WHERE event_type = 'ledger.mismatch'",
    );
    expect(rows).toEqual([{ level: "critical", source: "ledger" }]);
  });

  test("is asked for every night, once for every tenant that books", async () => {
    await funded();
    const count = async () =>
      Number(
        (
          await app.platform.db
            .selectFrom("ledgerVerifications")
            .select(({ fn }) => fn.countAll().as("n"))
            .where("tenantId", "=", 1)
            .executeTakeFirstOrThrow()
        ).n,
      );
    const before = await count();
    await runWorker("ledger-verify-nightly");
    expect(await count()).toBe(before + 1);
  });
});

test("a book that nobody can read is named, and the verification ends", async () => {
  const merchantId = await funded();
  await owner.query("ALTER TABLE settlement_lines RENAME COLUMN due_date TO due_date_away");
  const found = await check(merchantId);
  await owner.query("ALTER TABLE settlement_lines RENAME COLUMN due_date_away TO due_date");
  expect(found).toContainEqual(
    expect.objectContaining({ table: "ledger_books", key: "live", column: null, found: "unreadable" }),
  );
  expect(await check(merchantId)).toEqual([]);
});
