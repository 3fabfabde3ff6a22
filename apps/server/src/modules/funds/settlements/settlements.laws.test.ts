import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildBookedMerchant } from "../../../../test/booked-merchant.ts";
import { postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOrder } from "../../../../test/orders.ts";
import { batchesOf, buildSettledMerchant, sell, settleAll, settlementFindings } from "../../../../test/settlements.ts";
import { buildAccountTerms } from "../../../../test/terms.ts";
import { buildDeciders } from "../../../../test/two-people.ts";
import { readOrder } from "../../payments/coin-order/order-detail.store.ts";
import { markSettledOrders } from "./settlement-order.service.ts";

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

const today = "2026-11-21";
const operator = () => app.as(actor({ provenAt: app.clock.now() }));

/** A merchant with two batches, closed or settled. */
async function settledTwice(terms: { readonly autoSettle: boolean }) {
  const merchant = await buildSettledMerchant(app, terms);
  await sell(app, merchant.merchantId, 10_000, { due: "2026-11-20", fee: 300 });
  await sell(app, merchant.merchantId, 5_000, { due: today });
  await settleAll(app);
  const [first, second] = await batchesOf(app, merchant.merchantId);
  if (!first || !second) throw new Error("there are no two batches");
  return { ...merchant, first, second };
}

describe("a look over the books", () => {
  test.each([
    ["the amount of a batch", "UPDATE settlement_batches SET amount = amount + 1, adjustment_amount = 1", "amount"],
    ["its checksum", "UPDATE settlement_batches SET checksum = 'x'", "checksum"],
    ["how many lines it has", "UPDATE settlement_batches SET line_count = 9", "line_count"],
    ["the day it was settled", "UPDATE settlement_batches SET date = date + 1", null],
    [
      "a reserve that was not held",
      "UPDATE settlement_batches SET reserve_amount = 1, reserve_release_date = '2027-01-01'",
      "reserve_amount",
    ],
  ])("names %s that somebody altered", async (_what, statement, column) => {
    const { merchantId, first } = await settledTwice({ autoSettle: true });
    await owner.query(`${statement} WHERE merchant_id = $1 AND id = $2`, [merchantId, first.id]);
    const found = await settlementFindings(app, merchantId);
    expect(found.some((one) => one.includes(`settlement_batches.${column}`))).toBe(true);
    // Its seal does not fit any more, whatever was altered.
    expect(found.some((one) => one.startsWith("sealed settlement_batches"))).toBe(true);
  });

  test("names a batch that is gone with its lines' settlement, a bill that is gone, and an altered line of one", async () => {
    const { merchantId, first, second } = await settledTwice({ autoSettle: true });
    await owner.query(
      "UPDATE bill_lines SET net_amount = net_amount + 1, adjustment_amount = 1 WHERE merchant_id = $1",
      [merchantId],
    );
    const altered = await settlementFindings(app, merchantId);
    expect(altered.filter((one) => one.includes("bill_lines.net_amount"))).toHaveLength(4);
    expect(altered.filter((one) => one.includes("bills.checksum"))).toHaveLength(2);
    await owner.query("DELETE FROM bill_lines WHERE merchant_id = $1", [merchantId]);
    await owner.query("DELETE FROM bills WHERE merchant_id = $1", [merchantId]);
    expect((await settlementFindings(app, merchantId)).toSorted()).toEqual(
      [first, second].map(({ id }) => `repeated_fact bills.null: ${id} null`).toSorted(),
    );
    await owner.query(
      "UPDATE settlement_lines SET state = 'open', batch_id = NULL WHERE merchant_id = $1 AND batch_id = $2",
      [merchantId, first.id],
    );
    await owner.query("DELETE FROM settlement_batches WHERE merchant_id = $1 AND id = $2", [merchantId, first.id]);
    expect(await settlementFindings(app, merchantId)).toContain("batch_settled settlement_batches.null: USD 1 null");
  });

  test("keeps an altered batch from being confirmed and settled", async () => {
    const { merchantId, first } = await settledTwice({ autoSettle: false });
    await owner.query("UPDATE settlement_batches SET reserve_ratio = 1 WHERE merchant_id = $1 AND id = $2", [
      merchantId,
      first.id,
    ]);
    const answer = await operator().send(settlements, "confirm", { ids: [first.id] });
    expect(answer.bizCode).toBe("settlements.altered");
  });

  test("keeps a batch whose lines were altered from being settled", async () => {
    const { merchantId, first } = await settledTwice({ autoSettle: false });
    const { billId } = await operator().call(settlements, "detail", { id: first.id });
    await operator().call(billing, "issue", { id: billId ?? "", version: 1 });
    await operator().call(settlements, "confirm", { ids: [first.id] });
    await owner.query(
      "UPDATE settlement_lines SET amount = amount + 1 WHERE merchant_id = $1 AND batch_id = $2 AND line_type = 'capture'",
      [merchantId, first.id],
    );
    const answer = await operator().send(settlements, "settle", { ids: [first.id] });
    expect(answer.bizCode).toBe("settlements.linesChanged");
  });
});

describe("the database", () => {
  test.each([
    ["a batch that is settled without a journal", "status = 'settled', confirmed_time = now(), settled_time = now()"],
    ["sums that do not come to the amount", "gross_amount = 1"],
    ["more reserve than there is", "reserve_amount = 1000000, reserve_release_date = '2027-01-01'"],
    ["a place among the batches that is taken", "seq = 2"],
    ["a closed batch without a checksum", "checksum = NULL"],
  ])("refuses %s", async (_what, values) => {
    const { merchantId, first } = await settledTwice({ autoSettle: false });
    const update = owner.query(`UPDATE settlement_batches SET ${values} WHERE merchant_id = $1 AND id = $2`, [
      merchantId,
      first.id,
    ]);
    await expect(update).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });
});

describe("a bill", () => {
  test("is its merchant's to confirm or to question once it is issued, and waits for an answer before it is settled", async () => {
    const { tenantId, orgId, merchantId, first } = await settledTwice({ autoSettle: false });
    const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: [merchantId] } as const;
    const person = { userId: 7, realName: "Ada Shaw", tenantId, orgId, accountType: AccountType.Member, scope };
    const merchant = app.as(actor(person));
    expect((await merchant.call(merchantBilling, "page", {})).items).toEqual([]);
    const { billId } = await operator().call(settlements, "detail", { id: first.id });
    const id = billId ?? "";
    const version = async () => (await operator().call(billing, "detail", { id })).version;
    const draft = { id, version: await version() };
    expect((await merchant.send(merchantBilling, "confirm", draft)).bizCode).toBe("platform.notFound");
    expect((await merchant.send(merchantBilling, "query", { ...draft, text: "Why?" })).bizCode).toBe(
      "platform.notFound",
    );
    await operator().call(billing, "issue", { id, version: await version() });
    const shown = await merchant.call(merchantBilling, "detail", { id });
    expect(shown).toMatchObject({ status: "issued", settlementAmount: "9700", can: { confirm: true, issue: false } });
    expect(Object.keys(shown).concat(Object.keys(shown.lines[0] ?? {}))).not.toContain("gatewayCostAmount");
    const other = await operator().send(merchantBilling, "confirm", { id, version: await version() });
    expect(other.bizCode).toBe("merchantBilling.merchantsAlone");
    await merchant.call(merchantBilling, "query", { id, version: await version(), text: "Why 3.00?" });
    const confirm = () => operator().send(settlements, "confirm", { ids: [first.id] });
    expect((await confirm()).bizCode).toBe("settlements.billNotIssued");
    await operator().call(billing, "answer", { id, version: await version(), text: "3 % of 100.00" });
    await merchant.call(merchantBilling, "confirm", { id, version: await version() });
    expect((await confirm()).status).toBe(200);
    expect(await merchant.call(merchantBilling, "detail", { id })).toMatchObject({
      status: "confirmed",
      answerText: "3 % of 100.00",
    });
  });
});

describe("a void of real money", () => {
  test("takes a second person, who carries it out", async () => {
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    await buildAccountTerms(app, { tenantId: 1, merchantId }, { settlementCurrency: "USD" });
    await sell(app, merchantId, 10_000, { due: today });
    const place = { merchantId, mode: "live", currency: "USD" } as const;
    const { id } = await operator().call(settlements, "close", place);
    const [maker, checker] = await buildDeciders(app, 2, [[settlements, "void"]]);
    if (!maker || !checker) throw new Error("nobody decides");
    const { version } = await operator().call(settlements, "detail", { id });
    const asked = await app.as(maker).send(settlements, "void", { id, version, reason: "Wrong terms" });
    expect(asked.status).toBe(202);
    expect((await operator().call(settlements, "detail", { id })).status).toBe("closed");
    const { changeRequestId } = asked.result as unknown as { readonly changeRequestId: string };
    expect((await app.as(maker).send(changeRequest, "approve", { id: changeRequestId })).status).not.toBe(200);
    await app.as(checker).call(changeRequest, "approve", { id: changeRequestId });
    expect(await operator().call(settlements, "detail", { id })).toMatchObject({
      status: "void",
      voidReason: "Wrong terms",
    });
  });
});

describe("orders", () => {
  test("are marked as settled behind their batch, those of which nothing waits any more", async () => {
    const { tenantId, merchantId, orderIds } = await buildBookedMerchant(app);
    await buildAccountTerms(app, { tenantId, merchantId }, { settlementCurrency: "USD", autoSettle: true });
    await app.platform.db
      .updateTable("coinOrders")
      .set({ settlementStatus: "unsettled" })
      .where("merchantId", "=", merchantId)
      .execute();
    app.clock.forward(3 * 86_400_000);
    await settleAll(app);
    app.clock.forward(-3 * 86_400_000);
    const [batch] = await batchesOf(app, merchantId);
    expect(batch).toMatchObject({ status: "settled", lineCount: 2 * orderIds.length });
    await markSettledOrders(app.platform.db, { merchantId, batchId: batch?.id ?? "" });
    const orders = await app.platform.db
      .selectFrom("coinOrders")
      .select("settlementStatus")
      .where("id", "in", [...orderIds])
      .execute();
    expect(orders.map(({ settlementStatus }) => settlementStatus)).toEqual(orderIds.map(() => "settled"));
    const shown = await readOrder(app.context(), orderIds[0] ?? "");
    expect(shown).toMatchObject({ settlementStatus: "settled", batchNo: batch?.batchNo });
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("that came to nothing when they were converted are marked with the fee that they cost", async () => {
    const { tenantId, merchantId } = await buildSettledMerchant(app);
    const orderId = await buildOrder(app, {
      ...{ tenantId, merchantId, status: "paid", settlementStatus: "unsettled", capturedAmount: "1" },
      paidTime: app.clock.now().toISOString(),
    });
    await postIn(app, {
      ...{ merchantId, book: "live", eventId: "cap_worthless", orderId, description: "Sale" },
      entries: [transactionFeeCharged({ merchantId, fee: usd(30), tax: usd(0), taxCountry: "BR" })],
      effectiveDate: today,
      dueDate: today,
    });
    await settleAll(app);
    const batch = (await batchesOf(app, merchantId))[0];
    expect(batch).toMatchObject({ status: "settled", amount: "-30", lineCount: 1 });
    await markSettledOrders(app.platform.db, { merchantId, batchId: batch?.id ?? "" });
    expect(await readOrder(app.context(), orderId)).toMatchObject({
      settlementStatus: "settled",
      batchNo: batch?.batchNo,
    });
  });
});
