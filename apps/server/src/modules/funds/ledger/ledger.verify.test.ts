import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantAccount } from "@countinghouse/ledger/account.ts";
import { captured } from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { refundHeld, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { balanceFrozen, batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { booksOf, postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { ledgerWorkers } from "./index.ts";
import { sealNext } from "./ledger.seal.store.ts";
import { checkBook } from "./ledger.verify.service.ts";

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const newMerchant = (tenant = { tenantId: 1, orgId: 1 }) => buildMerchant(app, tenant);
const check = async (merchantId: string) => (await checkBook(app.platform.db, { merchantId, book: "live" })).broken;

async function seal(merchantId: string): Promise<void> {
  while ((await sealNext(app.platform.db, { merchantId, book: "live" }, app.clock.now())) > 0);
}

const runWorker = (queue: string, data: object = {}) => {
  const worker = ledgerWorkers.find((one) => one.queue === queue);
  if (!worker) throw new Error(`no worker of ${queue}`);
  return worker.run(jobContext(app), data);
};

/** A merchant with 100.00 available. */
async function funded(tenant: { tenantId: number; orgId: number } = { tenantId: 1, orgId: 1 }): Promise<string> {
  const merchantId = await newMerchant(tenant);
  await postIn(app, {
    merchantId,
    book: "live",
    entries: [
      captured({ merchantId, gatewayAccountId: "gwa_1", amount: usd(10_000) }),
      batchSettled({ merchantId, net: usd(10_000), reserve: usd(0) }),
    ],
    eventId: "s1",
    orderId: "ord_1",
    effectiveDate: "2026-11-21",
    description: "Sale",
  });
  return merchantId;
}

describe("a look over the books", () => {
  /** A sealed book of four journals. */
  async function sealedBook(): Promise<{ merchantId: string; ids: string[] }> {
    const merchantId = await newMerchant();
    for (const [index, minor] of [500, 600, 700, 800].entries())
      await postIn(app, {
        merchantId,
        book: "live",
        entries: [captured({ merchantId, gatewayAccountId: "g", amount: usd(minor) })],
        eventId: `a${index}`,
        orderId: `o${index}`,
        effectiveDate: "2026-11-21",
        description: "Sale",
      });
    await seal(merchantId);
    expect(await check(merchantId)).toEqual([]);
    return { merchantId, ids: (await booksOf(app, merchantId)).journals.map(({ id }) => id) };
  }

  test("finds an altered amount by the sum and by the seal, and mends nothing", async () => {
    const { merchantId, ids } = await sealedBook();
    await owner.query("UPDATE ledger_postings SET amount = 601 WHERE merchant_id = $1 AND journal_id = $2", [
      merchantId,
      ids[1],
    ]);
    const broken = await check(merchantId);
    expect(broken).toContainEqual({ law: "sealed", where: ids[1] });
    expect(broken).toContainEqual({ law: "projection", where: merchantAccount(merchantId, "pending", "USD") });
    expect(await check(merchantId)).toEqual(broken);
  });

  test("finds an amount that was altered together with every balance after it", async () => {
    const { merchantId, ids } = await sealedBook();
    await owner.query("UPDATE ledger_postings SET amount = amount + 1 WHERE merchant_id = $1 AND journal_id = $2", [
      merchantId,
      ids[3],
    ]);
    await owner.query(
      "UPDATE ledger_postings SET debit_after = debit_after + 1, credit_after = credit_after + 1 WHERE merchant_id = $1 AND journal_id = $2",
      [merchantId, ids[3]],
    );
    await owner.query("UPDATE ledger_balances SET amount = amount + 1 WHERE merchant_id = $1", [merchantId]);
    expect(await check(merchantId)).toEqual([{ law: "sealed", where: ids[3] }]);
  });

  test("finds a reworded journal, one that was taken out, and those taken off the end", async () => {
    const reworded = await sealedBook();
    await owner.query("UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $1 AND id = $2", [
      reworded.merchantId,
      reworded.ids[2],
    ]);
    expect(await check(reworded.merchantId)).toEqual([{ law: "sealed", where: reworded.ids[2] }]);

    const shortened = await sealedBook();
    const drop = async (merchantId: string, id: string | undefined, withSeal: boolean) => {
      await owner.query("DELETE FROM ledger_postings WHERE merchant_id = $1 AND journal_id = $2", [merchantId, id]);
      await owner.query("DELETE FROM ledger_journals WHERE merchant_id = $1 AND id = $2", [merchantId, id]);
      if (withSeal)
        await owner.query("DELETE FROM ledger_seals WHERE merchant_id = $1 AND journal_id = $2", [merchantId, id]);
    };
    await drop(shortened.merchantId, shortened.ids[1], false);
    const taken = await check(shortened.merchantId);
    expect(taken).toContainEqual({ law: "sealed", where: "live 2" });
    expect(taken).toContainEqual({ law: "sealed", where: shortened.ids[1] });

    const cut = await sealedBook();
    await drop(cut.merchantId, cut.ids[3], true);
    await owner.query("UPDATE ledger_balances SET amount = amount - 800 WHERE merchant_id = $1", [cut.merchantId]);
    expect(await check(cut.merchantId)).toEqual([{ law: "sealed", where: "live 4" }]);
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
    expect(await check(frozen)).toEqual([{ law: "backed", where: merchantAccount(frozen, "frozen", "USD") }]);
  });

  test("finds an order that gave back more than it took", async () => {
    const { merchantId } = await sealedBook();
    const post = (entries: Entry[]) =>
      postIn(app, {
        merchantId,
        book: "live",
        entries,
        eventId: "r",
        orderId: "o0",
        effectiveDate: "2026-11-21",
        description: "R",
      });
    await post([refundHeld({ merchantId, bucket: "pending", amount: usd(501) })]);
    await post([refundSucceeded({ merchantId, gatewayAccountId: "g", amount: usd(501), converted: null })]);
    expect(await check(merchantId)).toEqual([{ law: "order_conserved", where: "o0" }]);
  });

  test("seals a journal once although two seal at the same moment", async () => {
    const { merchantId } = await sealedBook();
    await postIn(app, {
      merchantId,
      book: "live",
      entries: [captured({ merchantId, gatewayAccountId: "g", amount: usd(1) })],
      eventId: "z",
      orderId: null,
      effectiveDate: "2026-11-21",
      description: "Z",
    });
    const sealed = await Promise.all(
      [1, 2, 3].map(() => sealNext(app.platform.db, { merchantId, book: "live" }, app.clock.now())),
    );
    expect(sealed.sort()).toEqual([0, 0, 1]);
    expect(await check(merchantId)).toEqual([]);
  });
});

describe("ledger.verify", () => {
  test("runs in the background, passes sound books and tells of mismatches without mending them", async () => {
    const place2 = await buildTenant(app);
    const who = actor({
      userId: 9,
      ...place2,
      scope: { tenantId: place2.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
    });
    const merchantId = await funded(place2);
    const { id } = await app.as(who).call(ledger, "verify", {});
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
    const again = await app.as(who).call(ledger, "verify", {});
    await runWorker("ledger-verify", again);
    const runs = await app.as(who).call(ledger, "verificationPage", {});
    const failed = runs.find((run) => run.id === again.id);
    expect(failed).toMatchObject({ status: "failed", violationCount: 2 });
    expect(failed?.violations.map(({ law, mode }) => [law, mode])).toEqual([
      ["projection", "live"],
      ["balanced", "live"],
    ]);
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
