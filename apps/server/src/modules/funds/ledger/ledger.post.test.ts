import { LedgerEvent, MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { merchantBuckets } from "@countinghouse/ledger/account.ts";
import { gatewayCostAccrued, paymentCaptured, transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import { type Entry, entryEvents } from "@countinghouse/ledger/entry.ts";
import { outboundApplied } from "@countinghouse/ledger/outbound.postings.ts";
import { balanceFrozen, batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { booksOf, inTransaction, postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { balancesOf, journalsOfOrder, lockBook, type PostRequest } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const newMerchant = () => buildMerchant(app, { tenantId: 1, orgId: 1 });

/** A sale of 100.00 with its fee of 3.20, tax of 0.19 and cost of 1.90. */
const sale = (merchantId: string): Entry[] => {
  const gateway = { merchantId, gatewayAccountId: "gwa_1" };
  return [
    paymentCaptured({ ...gateway, amount: usd(10_000) }),
    transactionFeeCharged({ merchantId, fee: usd(320), tax: usd(19), taxCountry: "SG" }),
    gatewayCostAccrued({ ...gateway, amount: usd(190) }),
  ];
};

const capture = (merchantId: string, parts: Partial<PostRequest> = {}): PostRequest => ({
  merchantId,
  book: "live",
  entries: sale(merchantId),
  eventId: "att_1",
  orderId: "ord_1",
  effectiveDate: "2026-11-21",
  description: "Capture of ord_1",
  ...parts,
});

const held = async (merchantId: string, book: "live" | "test" = "live") =>
  Object.fromEntries(
    (await balancesOf(app.context(), merchantId, book)).map(({ bucket, amount }) => [bucket, amount.amountMinor]),
  );

describe("postEntries", () => {
  test("writes one journal per entry, numbered in order, and the balances after it", async () => {
    const merchantId = await newMerchant();
    const posted = await postIn(app, capture(merchantId));
    expect(posted.map(({ event }) => event)).toEqual(["J01", "J02", "J03"]);
    const { journals, postings, balances } = await booksOf(app, merchantId);
    expect(journals.map(({ seq, id }) => [seq, id])).toEqual(
      posted.map(({ journalId }, index) => [index + 1, journalId]),
    );
    expect(balances).toEqual([
      [`mer:${merchantId}:pending:USD`, "9661"],
      ["plt:cost:gateway_fee:USD", "190"],
      ["plt:gateway_receivable:USD:gwa_1", "9810"],
      ["plt:rev:transaction_fee:USD", "320"],
      ["plt:tax_payable:USD:SG", "19"],
    ]);
    expect(postings.map(({ amount, debitAfter, creditAfter }) => [amount, debitAfter, creditAfter])).toEqual([
      ["10000", "10000", "10000"],
      ["320", "9680", "320"],
      ["19", "9661", "19"],
      ["190", "190", "9810"],
    ]);
  });

  test("leaves out an entry that moves nothing", async () => {
    const merchantId = await newMerchant();
    const free = transactionFeeCharged({ merchantId, fee: usd(0), tax: usd(0), taxCountry: "SG" });
    expect(await postIn(app, capture(merchantId, { entries: [free] }))).toEqual([]);
    expect((await booksOf(app, merchantId)).journals).toEqual([]);
  });

  test("posts nothing for an event that is in the book already, and only what is missing of one that is in part", async () => {
    const merchantId = await newMerchant();
    const [first = [], second] = [sale(merchantId).slice(0, 1), sale(merchantId)];
    await postIn(app, capture(merchantId, { entries: first }));
    const missing = await postIn(app, capture(merchantId, { entries: second }));
    expect(missing.map(({ event }) => event)).toEqual(["J02", "J03"]);
    expect(await postIn(app, capture(merchantId))).toEqual([]);
    const { journals } = await booksOf(app, merchantId);
    expect(journals.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    await postIn(app, capture(merchantId, { part: "2" }));
    expect((await booksOf(app, merchantId)).journals.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await held(merchantId)).toEqual({ pending: 19_322n });
  });

  test("keeps the two books apart", async () => {
    const merchantId = await newMerchant();
    await postIn(app, capture(merchantId));
    await postIn(app, capture(merchantId, { book: "test", part: "x" }));
    await postIn(app, capture(merchantId, { book: "test" }));
    expect([await held(merchantId), await held(merchantId, "test")]).toEqual([
      { pending: 9_661n },
      { pending: 19_322n },
    ]);
  });

  test("refuses what a bucket cannot cover and leaves the transaction as it was", async () => {
    const merchantId = await newMerchant();
    await postIn(app, capture(merchantId));
    const before = await booksOf(app, merchantId);
    const frozen = capture(merchantId, {
      entries: [balanceFrozen({ merchantId, amount: usd(1) })],
      eventId: "hold_1",
      requireCover: ["available"],
    });
    const refusals = await inTransaction(app, async (ctx, post) => {
      const refused: unknown[] = [];
      for (const request of [frozen, { ...frozen, book: "test" as const }])
        await post(ctx, request).catch((error) => refused.push(error));
      return refused;
    });
    expect(refusals).toMatchObject([
      { code: "ledger.insufficientBalance", status: 409, extras: { bucket: "available", balance: "0", needed: "1" } },
      { code: "ledger.insufficientBalance" },
    ]);
    expect(await booksOf(app, merchantId)).toEqual(before);
  });

  test("never lets reserve, frozen and in transit fall below nothing, whoever asks", async () => {
    const merchantId = await newMerchant();
    await postIn(app, capture(merchantId));
    const approved = outboundApplied({ merchantId, kind: "cashout", amount: usd(5_000) });
    const [line] = approved.postings;
    if (!line) throw new Error("no posting");
    const back = { ...approved, postings: [{ ...line, debit: line.credit, credit: line.debit }] };
    await expect(postIn(app, capture(merchantId, { entries: [back] }))).rejects.toMatchObject({
      code: "ledger.insufficientBalance",
      extras: { bucket: "frozen" },
    });
  });

  test("lets a scheme take more than is available, and a repayment rise from below nothing", async () => {
    const merchantId = await newMerchant();
    await postIn(app, capture(merchantId, { entries: [balanceFrozen({ merchantId, amount: usd(500) })] }));
    expect(await held(merchantId)).toEqual({ available: -500n, frozen: 500n });
    const settled = [
      paymentCaptured({ merchantId, gatewayAccountId: "g", amount: usd(100) }),
      batchSettled({ merchantId, net: usd(100), reserve: usd(0) }),
    ];
    const request = capture(merchantId, { entries: settled, eventId: "stl_1", requireCover: ["pending", "available"] });
    expect(await postIn(app, request)).toHaveLength(2);
    expect(await held(merchantId)).toEqual({ pending: 0n, available: -400n, frozen: 500n });
  });

  test("keeps a hold for what is frozen, and lets no more leave it than it has", async () => {
    const merchantId = await newMerchant();
    const freeze = (minor: number) => balanceFrozen({ merchantId, amount: usd(minor) });
    const release = (entry: Entry) => ({
      ...entry,
      postings: entry.postings.map((line) => ({ ...line, debit: line.credit, credit: line.debit })),
    });
    await postIn(app, capture(merchantId, { entries: [freeze(500)], eventId: "a" }));
    await postIn(app, capture(merchantId, { entries: [freeze(300)], eventId: "b" }));
    await postIn(app, capture(merchantId, { entries: [release(freeze(200))], eventId: "a", part: "1" }));
    const beyond = postIn(app, capture(merchantId, { entries: [release(freeze(400))], eventId: "a", part: "2" }));
    await expect(beyond).rejects.toThrow("no hold of 400 USD is open for a");
    const { holds } = await booksOf(app, merchantId);
    expect(holds.map(({ eventId, amount, remaining }) => [eventId, amount, remaining])).toEqual([
      ["a", "500", "300"],
      ["b", "300", "300"],
    ]);
  });

  test("refuses a date in a closed month and takes one in another", async () => {
    const merchantId = await newMerchant();
    await app.platform.db
      .insertInto("ledgerPeriods")
      .values({
        id: "per_1",
        tenantId: 1,
        month: "2026-05",
        createUserId: null,
        createUserName: null,
        updateTime: null,
        updateUserId: null,
        updateUserName: null,
      })
      .execute();
    await expect(postIn(app, capture(merchantId, { effectiveDate: "2026-05-31" }))).rejects.toMatchObject({
      code: "ledger.periodClosed",
    });
    expect((await booksOf(app, merchantId)).journals).toEqual([]);
    expect(await postIn(app, capture(merchantId, { effectiveDate: "2026-06-01" }))).toHaveLength(3);
  });

  test("takes a date ahead, another merchant's entry and one event twice for defects", async () => {
    const [merchantId, other] = [await newMerchant(), await newMerchant()];
    const faults = [
      { effectiveDate: "2026-11-23" },
      { entries: sale(other) },
      { entries: [...sale(merchantId), ...sale(merchantId)] },
    ];
    for (const fault of faults)
      await expect(postIn(app, capture(merchantId, fault))).rejects.not.toHaveProperty("status");
  });

  test("adds up fifty posts at the same moment exactly, without a deadlock and without a gap", async () => {
    const merchantId = await newMerchant();
    const posts = Array.from({ length: 50 }, (_slot, index) =>
      postIn(app, capture(merchantId, { eventId: `att_${index}`, orderId: `ord_${index}` })),
    );
    expect((await Promise.all(posts)).map((posted) => posted.length)).toEqual(Array(50).fill(3));
    const { journals, balances } = await booksOf(app, merchantId);
    expect(journals.map(({ seq }) => seq)).toEqual(Array.from({ length: 150 }, (_slot, index) => index + 1));
    expect(balances).toContainEqual([`mer:${merchantId}:pending:USD`, String(50 * 9_661)]);
  });

  test("books an event once that fifty callers report at the same moment", async () => {
    const merchantId = await newMerchant();
    const posted = await Promise.all(Array.from({ length: 50 }, () => postIn(app, capture(merchantId))));
    expect(posted.filter(({ length }) => length === 3)).toHaveLength(1);
    expect(posted.filter(({ length }) => length === 0)).toHaveLength(49);
    expect(await held(merchantId)).toEqual({ pending: 9_661n });
  });

  test("lets exactly one of 64 withdrawals of 60 per cent win", async () => {
    const merchantId = await newMerchant();
    const settled = [
      paymentCaptured({ merchantId, gatewayAccountId: "g", amount: usd(1_000) }),
      batchSettled({ merchantId, net: usd(1_000), reserve: usd(0) }),
    ];
    await postIn(app, capture(merchantId, { entries: settled }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_slot, index) => {
        const entries = [outboundApplied({ merchantId, kind: "cashout", amount: usd(600) })];
        return postIn(app, capture(merchantId, { entries, eventId: `csh_${index}`, requireCover: ["available"] }));
      }),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await held(merchantId)).toEqual({ pending: 0n, available: 400n, frozen: 600n });
  });

  test("never posts earlier than what is in the book, even where a node's clock is behind", async () => {
    const merchantId = await newMerchant();
    await postIn(app, capture(merchantId));
    app.clock.forward(-60_000);
    await postIn(app, capture(merchantId, { eventId: "att_2" }));
    app.clock.forward(60_000);
    const { journals } = await booksOf(app, merchantId);
    expect(new Set(journals.map(({ postedAt }) => postedAt)).size).toBe(1);
  });

  test("is dated by posts alone: neither a lock nor a call that posts nothing moves the time of a book", async () => {
    const merchantId = await newMerchant();
    const lock = () => inTransaction(app, (ctx) => lockBook(ctx, { merchantId, book: "live" }));
    const postedAt = async () => (await booksOf(app, merchantId)).journals.map((journal) => journal.postedAt);
    app.clock.forward(60_000);
    await lock();
    app.clock.forward(-60_000);
    await postIn(app, capture(merchantId));
    const begun = app.clock.now().toISOString();
    expect(new Set(await postedAt())).toEqual(new Set([begun]));
    app.clock.forward(60_000);
    await lock();
    expect(await postIn(app, capture(merchantId))).toEqual([]);
    app.clock.forward(-30_000);
    await postIn(app, capture(merchantId, { eventId: "att_2" }));
    expect((await postedAt()).at(-1)).toBe(app.clock.now().toISOString());
    app.clock.forward(-30_000);
  });

  test("is written into a book that the application can neither change nor shorten", async () => {
    const client = new pg.Client({ connectionString: app.database.appUrl });
    await client.connect();
    for (const table of ["ledger_journals", "ledger_postings", "ledger_seals"]) {
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: "42501" });
      await expect(client.query(`UPDATE ${table} SET seq = seq`)).rejects.toMatchObject({ code: "42501" });
    }
    await client.end();
  });
});

describe("journalsOfOrder", () => {
  test("answers the journals of the order with their postings and no others", async () => {
    const merchantId = await newMerchant();
    await postIn(app, capture(merchantId));
    await postIn(app, capture(merchantId, { eventId: "att_2", orderId: "ord_2" }));
    const journals = await journalsOfOrder(app.context(), merchantId, "ord_2");
    expect(journals.map(({ event, eventId, postings }) => [event, eventId, postings.length])).toEqual([
      ["J01", "att_2", 1],
      ["J02", "att_2", 2],
      ["J03", "att_2", 1],
    ]);
    expect(journals[0]?.postings).toEqual(sale(merchantId)[0]?.postings);
  });
});

describe("the words of the ledger", () => {
  test("name every event and every bucket that can be booked", () => {
    expect(LedgerEvent.members.map(({ value }) => value)).toEqual(Object.keys(entryEvents));
    expect(MerchantBucket.members.map(({ value }) => value)).toEqual(merchantBuckets);
  });
});
