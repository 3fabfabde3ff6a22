import { eur, usd } from "@countinghouse/money/build-money.ts";
import { isZero, money, negate } from "@countinghouse/money/money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AccountCode,
  bank,
  cost,
  fxPosition,
  gatewayReceivable,
  merchantAccount,
  merchantBuckets,
  revenue,
} from "./account.ts";
import { balanceOf, everyBalance, trialBalance } from "./balance.ts";
import { entry, reversal } from "./entry.ts";
import { positionOf, withdrawable } from "./position.ts";
import { type Posting, posting, postings, reverse, signedPosting } from "./posting.ts";

const accountsIn = (currency: "USD" | "EUR"): AccountCode[] => [
  ...merchantBuckets.map((bucket) => merchantAccount("m1", bucket, currency)),
  gatewayReceivable(currency, "g1"),
  bank(currency, "b1"),
  fxPosition(currency),
  revenue("refund_fee", currency),
  cost("goodwill", currency),
];

const anyPosting: fc.Arbitrary<Posting> = fc.constantFrom("USD" as const, "EUR" as const).chain((currency) =>
  fc
    .tuple(
      fc.shuffledSubarray(accountsIn(currency), { minLength: 2, maxLength: 2 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
    )
    .map(([[debit, credit], minor]) => ({
      debit: debit as AccountCode,
      credit: credit as AccountCode,
      amount: money(minor, currency),
    })),
);
const anyPostings = fc.array(anyPosting, { maxLength: 40 });

describe("everyBalance", () => {
  test("adds up to nothing per currency for any postings", () => {
    fc.assert(
      fc.property(anyPostings, (lines) => {
        for (const { debitMinor, creditMinor } of trialBalance(everyBalance(lines)))
          expect(debitMinor).toBe(creditMinor);
      }),
    );
  });

  test("is nothing for an event and its reversal", () => {
    fc.assert(
      fc.property(anyPostings, (lines) => {
        const event = entry("J70", "m1", lines);
        const both = everyBalance([...event.postings, ...reversal(event).postings]);
        expect(both.filter((balance) => !isZero(balance))).toEqual([]);
      }),
    );
  });

  test("does not depend on the order of the postings", () => {
    const sorted = (lines: readonly Posting[]) => everyBalance(lines).sort((a, b) => (a.account < b.account ? -1 : 1));
    fc.assert(
      fc.property(anyPostings, (lines) => {
        expect(sorted(lines.toReversed())).toEqual(sorted(lines));
      }),
    );
  });

  test("agrees with the balance of each account on its own", () => {
    fc.assert(
      fc.property(anyPostings, (lines) => {
        for (const { account, ...amount } of everyBalance(lines)) expect(balanceOf(account, lines)).toEqual(amount);
      }),
    );
  });

  test("counts each account on its own side", () => {
    const available = merchantAccount("m1", "available", "USD");
    const owed = gatewayReceivable("USD", "g1");
    expect(everyBalance([{ debit: owed, credit: available, amount: usd(5) }])).toEqual([
      { account: owed, ...usd(5) },
      { account: available, ...usd(5) },
    ]);
    expect(balanceOf(bank("USD", "b1"), [{ debit: available, credit: bank("USD", "b1"), amount: usd(5) }])).toEqual(
      usd(-5),
    );
  });

  test("shows a trial balance out of balance when a stored balance was altered", () => {
    const [first, ...rest] = everyBalance([
      { debit: bank("USD", "b1"), credit: revenue("refund_fee", "USD"), amount: usd(5) },
    ]);
    const altered = first ? [{ ...first, amountMinor: first.amountMinor + 1n }, ...rest] : [];
    expect(trialBalance(altered)).toEqual([{ currency: "USD", debitMinor: 6n, creditMinor: 5n }]);
  });
});

describe("posting", () => {
  const good = { debit: bank("USD", "b1"), credit: revenue("refund_fee", "USD"), amount: usd(5) };

  test("refuses nothing, less than nothing, an account against itself and a foreign currency", () => {
    expect(posting(good)).toEqual(good);
    for (const bad of [
      { amount: usd(0) },
      { amount: usd(-5) },
      { credit: good.debit },
      { amount: eur(5) },
      { debit: bank("EUR", "b1") },
    ]) {
      expect(() => posting({ ...good, ...bad })).toThrow(expect.objectContaining({ code: "posting_invalid" }));
    }
  });

  test("leaves out movements of nothing and keeps a negative one from hiding", () => {
    expect(postings([good, { ...good, amount: usd(0) }])).toEqual([good]);
    expect(() => postings([{ ...good, amount: usd(-1) }])).toThrow(
      expect.objectContaining({ code: "posting_invalid" }),
    );
  });

  test("mirrors twice into itself", () => {
    fc.assert(
      fc.property(anyPostings, (lines) => {
        expect(reverse(reverse(lines))).toEqual(lines);
      }),
    );
  });

  test("of a signed amount moves the same as its opposite the other way", () => {
    fc.assert(
      fc.property(anyPosting, (line) => {
        expect(signedPosting({ ...line, amount: negate(line.amount) })).toEqual(reverse([line])[0]);
        expect(signedPosting(line)).toEqual(line);
      }),
    );
  });
});

describe("withdrawable", () => {
  const none = { minimumRetained: usd(0), unapprovedFees: usd(0) };
  const at = (pending: number, available: number) => ({
    pending: usd(pending),
    available: usd(available),
    reserve: usd(0),
    frozen: usd(0),
    in_transit: usd(0),
    total: usd(pending + available),
  });

  test("is what is available, less what is kept back, and never below nothing", () => {
    expect(withdrawable(at(500, 100), none)).toEqual(usd(100));
    expect(withdrawable(at(500, 100), { minimumRetained: usd(30), unapprovedFees: usd(5) })).toEqual(usd(65));
    expect(withdrawable(at(500, 20), { minimumRetained: usd(30), unapprovedFees: usd(0) })).toEqual(usd(0));
    expect(withdrawable(at(500, -20), none)).toEqual(usd(0));
  });

  test("covers a negative pending bucket first", () => {
    expect(withdrawable(at(-40, 100), none)).toEqual(usd(60));
  });

  test("sums the position of one merchant in one currency only", () => {
    const balances = everyBalance([
      { debit: gatewayReceivable("USD", "g1"), credit: merchantAccount("m1", "pending", "USD"), amount: usd(7) },
      { debit: gatewayReceivable("USD", "g1"), credit: merchantAccount("m2", "pending", "USD"), amount: usd(900) },
      { debit: gatewayReceivable("EUR", "g1"), credit: merchantAccount("m1", "pending", "EUR"), amount: eur(900) },
      {
        debit: merchantAccount("m1", "pending", "USD"),
        credit: merchantAccount("m1", "frozen", "USD"),
        amount: usd(3),
      },
    ]);
    const { pending, frozen, total } = positionOf("m1", "USD", balances);
    expect([pending, frozen, total]).toEqual([usd(4), usd(3), usd(7)]);
  });
});
