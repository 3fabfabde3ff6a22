import { eur, usd } from "@countinghouse/money/build-money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { merchantAccount } from "./account.ts";
import { balanceOf, everyBalance } from "./balance.ts";
import { paymentCaptured, paymentCapturedConverted } from "./capture.postings.ts";
import { disputeLost, disputeReversedLate } from "./dispute.postings.ts";
import type { Entry } from "./entry.ts";
import { explain, statement } from "./explain.ts";
import { idempotencyKey, isPeriodClosed, type Journal, postedBy, reversalJournal } from "./journal.ts";
import {
  driftedAccounts,
  negativeAccounts,
  orderFlow,
  overdrawnOrder,
  repeatedJournals,
  unbalancedCurrencies,
  unsettledBatch,
} from "./laws.ts";
import { refundBounced, refundHeld, refundSucceeded } from "./refund.postings.ts";
import { batchSettled, reserveReleased } from "./settlement.postings.ts";

const g = { merchantId: "m1", gatewayAccountId: "g1" };
const pending = merchantAccount("m1", "pending", "USD");
const available = merchantAccount("m1", "available", "USD");

let made = 0;
const buildJournal = (entry: Entry, given: Partial<Journal> = {}): Journal => {
  made += 1;
  return {
    ...entry,
    journalId: `j${made}`,
    book: "live",
    eventId: `e${made}`,
    part: "",
    orderId: "o1",
    effectiveDate: "2026-05-21",
    postedAt: "2026-05-21T09:00:00.000Z",
    description: "",
    operatorId: null,
    reversalOf: null,
    ...given,
  };
};
const undone = {
  journalId: "r1",
  effectiveDate: "2026-06-01",
  postedAt: "2026-06-01T00:00:00.000Z",
  description: "undone",
  operatorId: "u1",
};
const capture = (minor: number) => paymentCaptured({ ...g, amount: usd(minor) });
const refund = (minor: number) => refundSucceeded({ ...g, amount: usd(minor), converted: null });

describe("idempotencyKey", () => {
  test("is the same for a replay and tells events, records and parts apart", () => {
    const separators = fc.stringMatching(/^[a:%]{0,3}$/);
    const texts = fc.record({
      event: fc.constantFrom("J01" as const, "J02" as const),
      eventId: separators,
      part: separators,
    });
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const isSame = a.event === b.event && a.eventId === b.eventId && a.part === b.part;
        expect(idempotencyKey(a) === idempotencyKey(b)).toBe(isSame);
      }),
    );
  });

  test("does not let a separator inside an id move from one part to the next", () => {
    const key = (eventId: string, part: string) => idempotencyKey({ event: "J01", eventId, part });
    expect(key("a:", "")).not.toBe(key("a", ":"));
    expect(key("a%3A", "")).not.toBe(key("a:", ""));
  });
});

describe("reversalJournal", () => {
  test("undoes the journal in its own book and order and names it", () => {
    const journal = buildJournal(capture(100), { book: "test" });
    const reversed = reversalJournal(journal, undone);
    expect(reversed).toMatchObject({
      event: "J80",
      reversalOf: journal.journalId,
      eventId: journal.journalId,
      book: "test",
      orderId: "o1",
      ...undone,
    });
    expect(balanceOf(pending, [...journal.postings, ...reversed.postings])).toEqual(usd(0));
  });

  test("has the key of an earlier reversal of the same journal", () => {
    const journal = buildJournal(capture(100));
    expect(idempotencyKey(reversalJournal(journal, { ...undone, journalId: "r2" }))).toBe(
      idempotencyKey(reversalJournal(journal, undone)),
    );
  });
});

describe("periods", () => {
  test("close a month and leave its neighbours open", () => {
    const closed = new Set(["2026-05"]);
    expect(
      ["2026-04-30", "2026-05-01", "2026-05-31", "2026-06-01"].map((date) => isPeriodClosed(date, closed)),
    ).toEqual([false, true, true, false]);
  });

  test("show the book as it was at an instant, that instant included", () => {
    const early = buildJournal(capture(1));
    const late = buildJournal(capture(2), { postedAt: "2026-05-21T09:00:00.001Z" });
    expect(postedBy([early, late], "2026-05-21T09:00:00.000Z")).toEqual([early]);
    expect(() => postedBy([], "2026-05-21")).toThrow(expect.objectContaining({ code: "instant_malformed" }));
  });
});

describe("explain", () => {
  const amounts = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 10 ** 9 })), {
    minLength: 1,
    maxLength: 20,
  });
  const journalsOf = (steps: [boolean, number][]) =>
    steps.map(([isCapture, minor]) =>
      buildJournal(
        isCapture ? capture(minor) : refundHeld({ merchantId: "m1", bucket: "pending", amount: usd(minor) }),
        { effectiveDate: `2026-05-${10 + (minor % 20)}` },
      ),
    );

  test("ends at the balance and names every posting behind it, and none other", () => {
    fc.assert(
      fc.property(amounts, (steps) => {
        const journals = journalsOf(steps);
        const lines = explain(pending, journals);
        expect(lines).toHaveLength(steps.length);
        expect(lines.at(-1)?.balanceAfter).toEqual(
          balanceOf(
            pending,
            journals.flatMap(({ postings }) => postings),
          ),
        );
        expect(lines.every(({ counterpart }) => counterpart !== pending)).toBe(true);
        expect(explain(available, journals)).toEqual([]);
      }),
    );
  });

  test("states a period that opens where the one before closed", () => {
    fc.assert(
      fc.property(amounts, (steps) => {
        const journals = journalsOf(steps);
        const first = statement(pending, journals, { from: "2026-05-01", to: "2026-05-20" });
        const second = statement(pending, journals, { from: "2026-05-20", to: "2026-06-01" });
        const moved = second.movements.reduce((total, { total: part }) => total + part.amountMinor, 0n);
        expect(first.opening).toEqual(usd(0));
        expect(second.opening).toEqual(first.closing);
        expect(second.opening.amountMinor + moved).toBe(second.closing.amountMinor);
        expect(second.closing).toEqual(
          balanceOf(
            pending,
            journals.flatMap(({ postings }) => postings),
          ),
        );
      }),
    );
  });

  test("groups a statement by event", () => {
    const journals = [
      buildJournal(capture(5)),
      buildJournal(capture(7)),
      buildJournal(batchSettled({ merchantId: "m1", net: usd(10), reserve: usd(2) })),
    ];
    expect(statement(pending, journals, { from: "2026-05-21", to: "2026-05-22" })).toEqual({
      opening: usd(0),
      movements: [
        { event: "J01", count: 2, total: usd(12) },
        { event: "J30", count: 1, total: usd(-10) },
      ],
      closing: usd(2),
    });
  });
});

describe("laws", () => {
  test("find a held bucket below nothing and let available be", () => {
    const balances = everyBalance([...reserveReleased({ merchantId: "m1", amount: usd(5) }).postings]);
    expect(negativeAccounts(balances)).toEqual([{ law: "non_negative", where: "mer:m1:reserve:USD" }]);
    expect(
      negativeAccounts(everyBalance(refundHeld({ merchantId: "m1", bucket: "available", amount: usd(5) }).postings)),
    ).toEqual([]);
  });

  test("find a stored balance that drifted from its postings, a forgotten and an invented one", () => {
    const postings = [...capture(5).postings];
    const stored = everyBalance(postings);
    expect(driftedAccounts(stored, postings)).toEqual([]);
    expect(driftedAccounts(stored.slice(1), postings)).toEqual([
      { law: "projection", where: "plt:gateway_receivable:USD:g1" },
    ]);
    const invented = [...stored, { account: available, ...usd(1) }];
    expect(driftedAccounts(invented, postings)).toEqual([{ law: "projection", where: available }]);
    expect(unbalancedCurrencies(stored)).toEqual([]);
    expect(unbalancedCurrencies(invented)).toEqual([{ law: "balanced", where: "USD" }]);
  });

  test("find an event booked twice, for each merchant on its own", () => {
    const one = buildJournal(capture(5), { eventId: "same" });
    const again = buildJournal(capture(5), { eventId: "same" });
    expect(repeatedJournals([one, again]).map(({ law }) => law)).toEqual(["unique_event"]);
    expect(repeatedJournals([one, { ...again, merchantId: "m2" }])).toEqual([]);
  });

  test("find a journal reversed twice or in the other book", () => {
    const journal = buildJournal(capture(5));
    const reversed = reversalJournal(journal, undone);
    expect(repeatedJournals([journal, reversed])).toEqual([]);
    const twice = { ...reversed, journalId: "r2", part: "again" };
    expect(repeatedJournals([journal, reversed, twice])).toEqual([{ law: "reversed_once", where: journal.journalId }]);
    expect(repeatedJournals([journal, { ...reversed, book: "test" }])).toEqual([
      { law: "reversed_once", where: journal.journalId },
    ]);
  });

  test("find a settled batch that left something behind", () => {
    const settled = batchSettled({ merchantId: "m1", net: usd(5), reserve: usd(1) });
    expect(unsettledBatch("b1", pending, [...capture(5).postings, ...settled.postings])).toEqual([]);
    expect(unsettledBatch("b1", pending, [...capture(6).postings, ...settled.postings])).toEqual([
      { law: "batch_settled", where: "b1" },
    ]);
  });
});

describe("orderFlow", () => {
  test("counts refunds less bounced ones and losses less late reversals", () => {
    const journals = [
      capture(100),
      refund(40),
      refund(20),
      refundBounced({ ...g, bucket: "available", amount: usd(20), converted: null }),
      disputeLost({ ...g, held: usd(30), converted: null }),
      disputeReversedLate({ ...g, amount: usd(10), converted: null }),
    ].map((entry) => buildJournal(entry));
    expect(orderFlow(journals, "USD")).toEqual({ captured: usd(100), refunded: usd(40), lost: usd(20) });
  });

  test("counts in the order's currency across a conversion", () => {
    const converted = { atGateway: eur(50), worthToday: usd(60) };
    const journals = [
      paymentCapturedConverted({ ...g, amount: eur(90), given: usd(97), midValue: usd(100) }),
      refundSucceeded({ ...g, amount: usd(55), converted }),
      disputeLost({ ...g, held: usd(44), converted: { atGateway: eur(40), worthToday: usd(40) } }),
    ].map((entry) => buildJournal(entry));
    expect(orderFlow(journals, "EUR")).toEqual({ captured: eur(90), refunded: eur(50), lost: eur(40) });
  });

  test("forgets a reversed journal", () => {
    const journal = buildJournal(refund(40));
    expect(orderFlow([journal, reversalJournal(journal, undone)], "USD").refunded).toEqual(usd(0));
  });

  test("is overdrawn by refunds always, and by losses unless the amount had been refunded", () => {
    const over = (refunded: number, lost: number, isAlreadyRefunded = false) =>
      overdrawnOrder("o1", { captured: usd(100), refunded: usd(refunded), lost: usd(lost) }, isAlreadyRefunded).length >
      0;
    expect([
      over(100, 0),
      over(101, 0),
      over(60, 40),
      over(60, 41),
      over(60, 41, true),
      over(101, 0, true),
      over(-1, 0),
      over(0, -1),
    ]).toEqual([false, true, false, true, false, true, true, true]);
  });
});
