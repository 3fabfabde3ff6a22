import { readFile } from "node:fs/promises";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { accountKinds } from "@countinghouse/ledger/account.ts";
import { paymentCaptured } from "@countinghouse/ledger/capture.postings.ts";
import { refundHeld, refundReleased } from "@countinghouse/ledger/refund.postings.ts";
import { balanceFrozen, balanceUnfrozen } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildBookedMerchant, payWhole } from "../../../../test/booked-merchant.ts";
import { booksOf, findingsOf, inTransaction, postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { parseMigration } from "../../../platform/db/migration-file.ts";
import { backingLaws } from "./ledger.backing.store.ts";
import { reverseJournal } from "./ledger.reversal.service.ts";

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

const linesOf = async (merchantId: string) =>
  (
    await owner.query(
      `SELECT l.*, l.due_date::text FROM settlement_lines l JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
        WHERE l.merchant_id = $1 ORDER BY j.seq`,
      [merchantId],
    )
  ).rows;

const post = (merchantId: string, entries: Parameters<typeof postIn>[1]["entries"], eventId: string, part?: string) =>
  postIn(app, {
    merchantId,
    book: "live",
    entries,
    eventId,
    ...(part ? { part } : {}),
    orderId: null,
    effectiveDate: "2026-11-21",
    description: "D",
  });

/** The statements of a migration, to run some of them again. */
async function stagesOf(file: string) {
  const text = await readFile(new URL(`../../../../migrations/${file}`, import.meta.url), "utf8");
  return parseMigration(file, text).stages;
}

describe("settlement lines", () => {
  test("are made with the journals: a capture and its fee, once, however often it is booked", async () => {
    const { merchantId, captureIds, journalIds } = await buildBookedMerchant(app);
    const lines = await linesOf(merchantId);
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, 2)).toMatchObject([
      { journal_id: journalIds[0], line_type: "capture", source_id: captureIds[0], amount: "10000", tax_amount: "0" },
      { journal_id: journalIds[1], line_type: "fee", source_id: captureIds[0], amount: "-310", tax_amount: "-20" },
    ]);
    expect(lines[0]).toMatchObject({ due_date: "2026-11-24", state: "open", batch_id: null, hold_id: null });
    await post(
      merchantId,
      [paymentCaptured({ merchantId, gatewayAccountId: "gac_1", amount: usd(1) })],
      captureIds[0] ?? "",
    );
    expect(await linesOf(merchantId)).toEqual(lines);
    const { rows } = await owner.query("SELECT sum(amount) FROM settlement_lines WHERE merchant_id = $1", [merchantId]);
    expect((await booksOf(app, merchantId)).balances).toContainEqual([`mer:${merchantId}:pending:USD`, rows[0].sum]);
  });

  test("are adjusted by what undoes a journal, under the record it was about", async () => {
    const { merchantId, journalIds, captureIds } = await buildBookedMerchant(app);
    const dueDate = "2026-11-24";
    const undo = { merchantId, journalId: journalIds[1] ?? "", effectiveDate: "2026-11-21", description: "U", dueDate };
    await inTransaction(app, (ctx) => reverseJournal(ctx, undo));
    expect((await linesOf(merchantId)).at(-1)).toMatchObject({
      line_type: "adjustment",
      source_id: captureIds[0],
      amount: "310",
      due_date: dueDate,
    });
  });

  test("are given to what was booked before there were any, as if they had been made then", async () => {
    const { merchantId } = await buildBookedMerchant(app);
    await post(merchantId, [refundHeld({ merchantId, bucket: "pending", amount: usd(100) })], "ref_1");
    const lines = await linesOf(merchantId);
    const { holds } = await booksOf(app, merchantId);
    expect(holds).toMatchObject([{ eventId: "ref_1", sourceBucket: "pending" }]);
    await owner.query("DELETE FROM settlement_lines");
    await owner.query("UPDATE ledger_holds SET source_bucket = 'available' WHERE merchant_id = $1", [merchantId]);
    const { seed } = await stagesOf("0053_settlement_lines.sql");
    for (const statement of seed.slice(0, 2)) await owner.query(statement.text);
    expect(await linesOf(merchantId)).toEqual(lines);
    expect((await booksOf(app, merchantId)).holds).toEqual(holds);
  });

  test("say what comes when: together the pending bucket, each day with its lines and their orders", async () => {
    const { merchantId, orderIds } = await buildBookedMerchant(app);
    await payWhole(app, { tenantId: 1, merchantId }, 700);
    const operator = app.as(actor());
    const place = { merchantId, currency: "USD", mode: "live" } as const;
    const days = await operator.call(merchantBalance, "expected", place);
    const rest = { refundAmount: "0", disputeAmount: "0", adjustmentAmount: "0", currency: "USD" };
    expect(days).toEqual([
      { ...rest, dueDate: "2026-11-24", captureAmount: "30000", feeAmount: "-930", amount: "29070", lines: 6 },
      { ...rest, dueDate: null, captureAmount: "700", feeAmount: "0", amount: "700", lines: 1 },
    ]);
    const { pendingAmount } = await operator.call(merchantBalance, "detail", place);
    expect(days.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(pendingAmount));
    const dueDate = { dueDateRange: ["2026-11-24", "2026-11-25"] as [string, string] };
    const { items } = await operator.call(settlementLine, "page", { merchantId: [merchantId], ...dueDate });
    expect(items).toHaveLength(6);
    expect(new Set(items.map(({ orderId }) => orderId))).toEqual(new Set(orderIds));
    const fees = await operator.call(settlementLine, "page", { merchantId: [merchantId], lineType: ["fee"] });
    expect(fees.items[0]).toMatchObject({ amount: "-310", taxAmount: "-20", state: "open", isHeld: false });
  });

  test.each([
    ["nothing", "amount = 0, tax_amount = 0"],
    ["a type nobody knows", "line_type = 'tip'"],
    ["a tax beyond the amount", "tax_amount = 2 * amount"],
    ["a tax that goes the other way", "tax_amount = -1"],
    ["a batch while it is open", "batch_id = 'stl_1'"],
    ["no batch while it is settled", "state = 'settled'"],
    ["no day while it is in a batch", "state = 'batched', batch_id = 'stl_1', due_date = NULL"],
    ["a hold that is not there", "hold_id = 'hld_none'"],
  ])("are refused by the database with %s", async (_what, values) => {
    const { merchantId, journalIds } = await buildBookedMerchant(app);
    const update = owner.query(`UPDATE settlement_lines SET ${values} WHERE merchant_id = $1 AND journal_id = $2`, [
      merchantId,
      journalIds[0],
    ]);
    await expect(update).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });
});

describe("a hold", () => {
  const pending = (merchantId: string) => ({ merchantId, bucket: "pending", amount: usd(500) }) as const;

  test("knows the bucket it was taken from, and lets nothing go to another", async () => {
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    await post(merchantId, [refundHeld(pending(merchantId))], "ref_1");
    await post(merchantId, [balanceFrozen({ merchantId, amount: usd(300) })], "frz_1");
    const { holds } = await booksOf(app, merchantId);
    expect(holds.map(({ eventId, sourceBucket }) => [eventId, sourceBucket])).toEqual([
      ["frz_1", "available"],
      ["ref_1", "pending"],
    ]);
    const astray = post(merchantId, [balanceUnfrozen({ merchantId, amount: usd(100), source: "available" })], "ref_1");
    await expect(astray).rejects.toThrow("no hold of 100 USD is open for ref_1 from available");
    const mixed = post(merchantId, [balanceFrozen({ merchantId, amount: usd(100) })], "ref_1");
    await expect(mixed).rejects.toThrow("the hold for ref_1 was not taken from available");
    await post(merchantId, [refundReleased(pending(merchantId))], "ref_1", "1");
    expect((await booksOf(app, merchantId)).holds.map(({ remaining }) => remaining)).toEqual(["300", "0"]);
    expect(await findingsOf(app, merchantId)).toEqual([]);
  });

  test("is named by a verification when somebody says it came from elsewhere", async () => {
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    await post(merchantId, [refundHeld(pending(merchantId))], "ref_1");
    await owner.query("UPDATE ledger_holds SET source_bucket = 'available' WHERE merchant_id = $1", [merchantId]);
    expect(await findingsOf(app, merchantId)).toMatchObject([
      { law: "backed", table: "ledger_holds", column: "source_bucket", expected: "pending", found: "available" },
    ]);
  });

  test("has a source among the buckets that money can be frozen of", async () => {
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    await post(merchantId, [refundHeld(pending(merchantId))], "ref_1");
    const update = owner.query("UPDATE ledger_holds SET source_bucket = 'frozen' WHERE merchant_id = $1", [merchantId]);
    await expect(update).rejects.toMatchObject({ constraint: "ledger_holds_source_known" });
  });
});

describe("the laws of the buckets", () => {
  test("say for every kind of account of the chart what backs it", () => {
    expect(Object.keys(backingLaws).sort()).toEqual([...accountKinds].sort());
    const laws = Object.values(backingLaws);
    expect(new Set(laws.map(({ law }) => law)).size).toBe(laws.length);
    for (const { records, events } of laws) expect(records !== null || events.length > 0).toBe(true);
  });

  test("name what was booked on a bucket by an event that nothing backs", async () => {
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    const [line] = paymentCaptured({ merchantId, gatewayAccountId: "g", amount: usd(700) }).postings;
    if (!line) throw new Error("no posting");
    const credit = `mer:${merchantId}:reserve:USD` as const;
    await post(merchantId, [{ event: "J01", merchantId, postings: [{ ...line, credit }] }], "cap_1");
    expect((await findingsOf(app, merchantId)).map(({ law, expected, found }) => [law, expected, found])).toEqual([
      ["reserve_backed", "0", "700"],
      ["receivable_backed", "0", "700"],
    ]);
  });
});
