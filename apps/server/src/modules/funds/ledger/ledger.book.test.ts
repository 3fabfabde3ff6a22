import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { bank, merchantAccount } from "@countinghouse/ledger/account.ts";
import { paymentCaptured, transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import { disputeHeld, disputeLost, disputeTaken } from "@countinghouse/ledger/dispute.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { outboundApplied, outboundApproved, outboundPaid } from "@countinghouse/ledger/outbound.postings.ts";
import { refundHeld, refundReleased, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { balanceFrozen, batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { holdBooked } from "../../../../test/deposits.ts";
import { booksOf, findingsOf, inTransaction, postIn, sealBook, sealKeys } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { live } from "../../../../test/worked-life.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import { reverseJournal } from "./index.ts";

let app: TestApp;
let owner: pg.Client;
let keys: SealKeys;
beforeAll(async () => {
  app = await buildTestApp();
  keys = await sealKeys(app);
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const newMerchant = () => buildMerchant(app, { tenantId: 1, orgId: 1 });
const operator = () => app.as(actor());
/** What does not hold in a book; its journals name orders and captures that nobody made. */
const check = async (merchantId: string, book: "live" | "test" = "live") =>
  (await findingsOf(app, merchantId, { book, keys })).filter(
    ({ table, law }) => !["coin_orders", "cashouts"].includes(table) && !madeUp.includes(law),
  );
/** The buckets whose records are captures. */
const madeUp: readonly string[] = ["receivable_backed", "income_backed", "tax_backed", "cost_backed"];
const place = (merchantId: string) => ({ merchantId, currency: "USD", mode: "live" as const });

describe("the worked life of a merchant, on a database", () => {
  let merchantId: string;
  let times: string[];
  let steps: Awaited<ReturnType<typeof live>>["steps"];
  beforeAll(async () => {
    merchantId = await newMerchant();
    ({ times, steps } = await live(app, merchantId));
    await sealBook(app, merchantId);
  });

  test("holds after every step what it holds at that instant when asked later", async () => {
    for (const [index, { held }] of steps.entries()) {
      const balance = await operator().call(merchantBalance, "detail", { ...place(merchantId), asOf: times[index] });
      const { pendingAmount, availableAmount, reserveAmount, frozenAmount, inTransitAmount } = balance;
      const amounts = [pendingAmount, availableAmount, reserveAmount, frozenAmount, inTransitAmount];
      expect(amounts.map(Number), `step ${index + 1}`).toEqual(held);
    }
  });

  test("holds nothing before it began, and in a list as of an instant what it held then", async () => {
    const early = await operator().call(merchantBalance, "detail", {
      ...place(merchantId),
      asOf: "2026-11-20T00:00:00.000Z",
    });
    expect([early.totalAmount, early.isNonZero, early.lastJournalId]).toEqual(["0", false, null]);
    const { items } = await operator().call(merchantBalance, "page", { merchantId, asOf: times[5] });
    expect(items).toMatchObject([{ availableAmount: "32669", reserveAmount: "4005", totalAmount: "36674" }]);
  });

  test("explains a bucket by sums that end at it and postings down to the first", async () => {
    const why = await operator().call(merchantBalance, "explain", { ...place(merchantId), bucket: "available" });
    expect([why.opening, why.closing, why.since]).toEqual(["0", "4124", null]);
    expect(why.movements.map(({ event, total }) => [event, total])).toEqual([
      ["J30", "32669"],
      ["J20", "-25050"],
      ["J22", "-1500"],
      ["J40", "-5000"],
      ["J27", "-1000"],
      ["J32", "4005"],
    ]);
    expect(why.items.map(({ effect, balanceAfter }) => [effect, balanceAfter])[0]).toEqual(["4005", "4124"]);
    expect(why.items.reduce((total, { effect }) => total + BigInt(effect), 0n)).toBe(4_124n);
    const then = await operator().call(merchantBalance, "explain", {
      ...place(merchantId),
      bucket: "frozen",
      asOf: times[6],
    });
    expect([then.closing, then.items.map(({ event }) => event)]).toEqual(["25050", ["J20", "J11", "J10"]]);
  });

  test("leads from a number to its journal and from there to both sides of every posting", async () => {
    const { items } = await operator().call(merchantBalance, "entries", { ...place(merchantId), bucket: "frozen" });
    const lost = items.find(({ event }) => event === "J26");
    expect(lost).toMatchObject({ orderId: "ord_3", eventId: "dsp_3", effect: "-25050" });
    const journal = await operator().call(ledger, "journal", { merchantId, id: lost?.journalId ?? "" });
    expect(journal.legs).toMatchObject([
      { accountCode: merchantAccount(merchantId, "frozen", "USD"), direction: "debit", balanceAfter: "0" },
      { accountCode: "plt:dispute_clearing:USD:gwa_1", direction: "credit", balanceAfter: "0" },
    ]);
    expect(journal.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("meets a posting between two of its buckets once for each", async () => {
    const { items } = await operator().call(merchantBalance, "entries", place(merchantId));
    const settled = items.filter(({ event }) => event === "J30");
    expect(settled.map(({ accountCode, effect }) => [accountCode.split(":")[2], effect])).toEqual([
      ["reserve", "4005"],
      ["pending", "-4005"],
      ["available", "32669"],
      ["pending", "-32669"],
    ]);
  });

  test("states a period with what was held before it and what moved within", async () => {
    const [pending, available] = await operator().call(merchantBalance, "statement", {
      ...place(merchantId),
      from: "2026-11-21",
      to: "2026-11-23",
    });
    expect([pending?.opening, pending?.closing, available?.closing]).toEqual(["0", "0", "4124"]);
    const late = await operator().call(merchantBalance, "statement", {
      ...place(merchantId),
      from: "2026-11-22",
      to: "2026-12-01",
    });
    expect(late.map(({ opening, closing }) => [opening, closing])[1]).toEqual(["6119", "4124"]);
    const backwards = { ...place(merchantId), from: "2026-12-01", to: "2026-11-01" };
    expect(await operator().send(merchantBalance, "statement", backwards)).toMatchObject({
      bizCode: "merchantBalance.periodReversed",
    });
  });

  test("closes with both sides of the trial balance equal, now and at every step", async () => {
    for (const asOf of [...times, undefined]) {
      const { totals } = await operator().call(ledger, "trialBalance", { merchantId, ...(asOf ? { asOf } : {}) });
      expect(totals.map(({ debit, credit }) => debit === credit)).toEqual([true]);
    }
    const { accounts } = await operator().call(ledger, "trialBalance", { merchantId });
    const held = Object.fromEntries(accounts.map(({ accountCode, amount }) => [accountCode, amount]));
    expect([held[bank("USD", "bank_1")], held["mer:*:available:USD"], held["plt:tax_payable:USD:SG"]]).toEqual([
      "6548",
      "4124",
      "74",
    ]);
  });

  test("says what each merchant's account held at an instant as the trial balance does", async () => {
    for (const asOf of [times[0], times[2], undefined]) {
      const then = asOf ? { asOf } : {};
      const { accounts } = await operator().call(ledger, "trialBalance", { merchantId, ...then });
      const { items } = await operator().call(ledger, "accountPage", { merchantId, pageSize: 200, ...then });
      const held = new Map(accounts.map(({ accountCode, amount }) => [accountCode, amount]));
      expect(items.map(({ accountCode, amount }) => [accountCode, amount])).toEqual(
        items.map(({ accountCode }) => [accountCode, held.get(accountCode.replace(merchantId, "*"))]),
      );
    }
  });

  test("explains an account of the platform and states it; another merchant's is none", async () => {
    const code = "plt:gateway_receivable:USD:gwa_1";
    const why = await operator().call(ledger, "explain", { merchantId, code });
    expect([why.opening, why.closing]).toEqual(["0", "0"]);
    const period = { merchantId, code, from: "2026-11-21", to: "2026-11-23" };
    expect((await operator().call(ledger, "accountStatement", period)).movements.map(({ event }) => event)).toEqual([
      "J01",
      "J03",
      "J11",
      "J21",
      "J23",
      "J60",
    ]);
    const foreign = { merchantId, code: merchantAccount(await newMerchant(), "pending", "USD") };
    expect(await operator().send(ledger, "explain", foreign)).toMatchObject({
      status: 404,
      bizCode: "ledger.noSuchAccount",
    });
  });

  test("stands every check", async () => {
    expect(await check(merchantId)).toEqual([]);
  });
});

describe("any sequence of events", () => {
  type Action = { do: "capture" | "refund" | "fails" | "dispute" | "settle" | "withdraw" | "freeze"; minor: number };
  const action: fc.Arbitrary<Action> = fc.record({
    do: fc.constantFrom("capture", "refund", "fails", "dispute", "settle", "withdraw", "freeze"),
    minor: fc.integer({ min: 1, max: 5_000 }),
  });

  /** Steps of one action, each a post of its own. */
  function stepsOf({ do: what, minor }: Action, merchantId: string): Entry[][] {
    const m = { merchantId };
    const g = { merchantId, gatewayAccountId: "g1" };
    const amount = usd(minor);
    const held = { ...m, bucket: "pending", amount } as const;
    const cashout = { ...m, kind: "cashout", amount } as const;
    const all: Record<Action["do"], Entry[][]> = {
      capture: [
        [
          paymentCaptured({ ...g, amount }),
          transactionFeeCharged({ ...m, fee: usd(1), tax: usd(0), taxCountry: "SG" }),
        ],
      ],
      refund: [[refundHeld(held)], [refundSucceeded({ ...g, amount, converted: null })]],
      fails: [[refundHeld(held)], [refundReleased(held)]],
      dispute: [
        [disputeHeld({ ...m, bucket: "available", amount }), disputeTaken({ ...g, amount })],
        [disputeLost({ ...g, held: amount, converted: null })],
      ],
      settle: [[batchSettled({ ...m, net: amount, reserve: usd(Math.floor(minor / 10)) })]],
      withdraw: [
        [outboundApplied(cashout)],
        [outboundApproved(cashout)],
        [outboundPaid({ ...cashout, fee: usd(0), payoutAccountId: "b" })],
      ],
      freeze: [[balanceFrozen({ ...m, amount })]],
    };
    return all[what];
  }

  test("keeps every law, in both books, and recomputes to the stored balances byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), fc.boolean(), async (actions, inTest) => {
        const merchantId = await newMerchant();
        const book = inTest ? "test" : "live";
        const posts = actions.map(async (one, index) => {
          for (const entries of stepsOf(one, merchantId)) {
            const request = {
              merchantId,
              book,
              entries,
              eventId: `e${index}`,
              orderId: null,
              effectiveDate: "2026-11-21",
              description: "Any",
            } as const;
            // A step that a bucket cannot cover is refused; what follows from it does not happen.
            const isDone = await postIn(app, {
              ...request,
              requireCover: one.do === "withdraw" || one.do === "settle" ? ["available", "pending"] : [],
            }).then(
              async ([posted]) => {
                const reserve = Math.floor(one.minor / 10);
                if (one.do === "settle" && reserve > 0)
                  await holdBooked(app, {
                    merchantId,
                    book,
                    reserve: BigInt(reserve),
                    journalId: posted?.journalId ?? "",
                  });
                return true;
              },
              (error) => {
                expect(error).toMatchObject({ code: "ledger.insufficientBalance" });
                return false;
              },
            );
            if (!isDone) return;
          }
        });
        await Promise.all(posts);
        expect(await check(merchantId, book)).toEqual([]);
        expect((await booksOf(app, merchantId, inTest ? "live" : "test")).journals).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe("reverseJournal", () => {
  const request = (merchantId: string, journalId: string) => ({
    merchantId,
    journalId,
    effectiveDate: "2026-11-23",
    description: "Booked by mistake",
  });

  test("undoes a journal once, however many try at the same moment", async () => {
    const merchantId = await newMerchant();
    const entries = [paymentCaptured({ merchantId, gatewayAccountId: "g", amount: usd(500) })];
    const capture = {
      merchantId,
      book: "live",
      entries,
      eventId: "a",
      orderId: "o",
      effectiveDate: "2026-11-21",
      description: "A",
    } as const;
    const [posted] = await postIn(app, capture);
    const id = posted?.journalId ?? "";
    const done = await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(app, (ctx) => reverseJournal(ctx, request(merchantId, id)))),
    );
    expect(done.filter((one) => one !== undefined)).toHaveLength(1);
    const { journals, balances } = await booksOf(app, merchantId);
    expect(journals.map(({ event, orderId, reversalOf }) => [event, orderId, reversalOf])).toEqual([
      ["J01", "o", null],
      ["J80", "o", id],
    ]);
    expect(balances.map(([, amount]) => amount)).toEqual(["0", "0"]);
    const shown = await operator().call(ledger, "journal", { merchantId, id });
    expect(shown.reversedBy).toBe(journals[1]?.id);
    expect(await check(merchantId)).toEqual([]);
  });

  test("takes what was frozen out of its hold again, and undoes no reversal", async () => {
    const merchantId = await newMerchant();
    const entries = [balanceFrozen({ merchantId, amount: usd(500) })];
    const freeze = {
      merchantId,
      book: "live",
      entries,
      eventId: "f",
      orderId: null,
      effectiveDate: "2026-11-21",
      description: "F",
    } as const;
    const [posted] = await postIn(app, freeze);
    const undone = await inTransaction(app, (ctx) => reverseJournal(ctx, request(merchantId, posted?.journalId ?? "")));
    expect((await booksOf(app, merchantId)).holds).toMatchObject([{ amount: "500", remaining: "0" }]);
    expect(await check(merchantId)).toEqual([]);
    const again = inTransaction(app, (ctx) => reverseJournal(ctx, request(merchantId, undone?.journalId ?? "")));
    await expect(again).rejects.toThrow("a reversal is not reversed");
  });
});
