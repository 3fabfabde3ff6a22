import { usd } from "@countinghouse/money/build-money.ts";
import { compare, isZero, type Money, negate } from "@countinghouse/money/money.ts";
import { batchNet } from "@countinghouse/money/netting.ts";
import { rate6 } from "@countinghouse/money/rate.ts";
import { refundable } from "@countinghouse/money/refundable.ts";
import { reserveOf } from "@countinghouse/money/reserve.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyBalance, trialBalance } from "./balance.ts";
import { paymentCaptured, transactionFeeCharged } from "./capture.postings.ts";
import { disputeHeld, disputeLost, disputePenaltyCharged, disputeTaken, disputeWon } from "./dispute.postings.ts";
import type { Entry } from "./entry.ts";
import { negativeAccounts } from "./laws.ts";
import { outboundApplied, outboundApproved, outboundPaid } from "./outbound.postings.ts";
import { positionOf, withdrawable } from "./position.ts";
import { refundFeeCharged, refundHeld, refundReleased, refundSucceeded } from "./refund.postings.ts";
import { batchSettled } from "./settlement.postings.ts";

const m = { merchantId: "m1" };
const g = { ...m, gatewayAccountId: "g1" };
const untaxed = { tax: usd(0), taxCountry: "SG" };

type Action = {
  do: "capture" | "refund" | "refundFails" | "dispute" | "win" | "lose" | "settle" | "withdraw";
  minor: number;
};
const action: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom("capture", "refund", "refundFails", "dispute", "win", "lose", "settle", "withdraw"),
  minor: fc.integer({ min: 500, max: 50_000 }),
});

/** The merchant as plain sums, kept apart from the ledger on purpose: the two must agree after every step. */
interface Model {
  gross: number;
  fees: number;
  refunds: number;
  penalties: number;
  settled: number;
  withdrawn: number;
  lost: number;
  open: number;
}

function play(actions: readonly Action[], afterEach: (entries: readonly Entry[], model: Model) => void): void {
  const entries: Entry[] = [];
  const model: Model = { gross: 0, fees: 0, refunds: 0, penalties: 0, settled: 0, withdrawn: 0, lost: 0, open: 0 };
  for (const { do: what, minor } of actions) {
    const position = positionOf("m1", "USD", everyBalance(entries.flatMap(({ postings }) => postings)));
    entries.push(...step(what, minor, position, model));
    afterEach(entries, model);
  }
}

function step(what: Action["do"], minor: number, position: ReturnType<typeof positionOf>, model: Model): Entry[] {
  const amount = usd(minor);
  const isCovered = compare(amount, position.pending) < 0;
  if (what === "capture") {
    model.gross += minor;
    model.fees += 30;
    return [paymentCaptured({ ...g, amount }), transactionFeeCharged({ ...m, fee: usd(30), ...untaxed })];
  }
  if (what === "refund" && isCovered) {
    model.refunds += minor;
    model.fees += 1;
    const borne = { ...m, bucket: "pending", amount } as const;
    return [
      refundHeld(borne),
      refundSucceeded({ ...g, amount, converted: null }),
      refundFeeCharged({ ...m, bucket: "pending", fee: usd(1), ...untaxed }),
    ];
  }
  if (what === "refundFails" && isCovered)
    return [refundHeld({ ...m, bucket: "pending", amount }), refundReleased({ ...m, bucket: "pending", amount })];
  if (what === "dispute") {
    model.open += minor;
    model.penalties += 15;
    // The scheme asks nobody: the bucket may go below nothing.
    return [
      disputeHeld({ ...m, bucket: "available", amount }),
      disputeTaken({ ...g, amount }),
      disputePenaltyCharged({ ...m, bucket: "available", fee: usd(15), ...untaxed }),
    ];
  }
  if (what === "win" || what === "lose") return rule(what, model);
  if (what === "settle") return settle(position, model);
  return what === "withdraw" ? withdraw(amount, position, model) : [];
}

function rule(what: "win" | "lose", model: Model): Entry[] {
  if (model.open === 0) return [];
  const held = usd(model.open);
  if (what === "lose") model.lost += model.open;
  model.open = 0;
  return [what === "win" ? disputeWon({ ...g, held, taken: held }) : disputeLost({ ...g, held, converted: null })];
}

function settle({ pending: net, reserve: held }: ReturnType<typeof positionOf>, model: Model): Entry[] {
  if (isZero(net)) return [];
  const reserve = reserveOf({ lines: [{ gross: net, ratio: rate6(100_000), count: 1 }], cap: null, held, net });
  model.settled += Number(net.amountMinor);
  return [batchSettled({ ...m, net, reserve })];
}

function withdraw(amount: Money, position: ReturnType<typeof positionOf>, model: Model): Entry[] {
  const limit = withdrawable(position, { minimumRetained: usd(0), unapprovedFees: usd(0) });
  if (compare(amount, limit) > 0) return [];
  model.withdrawn += Number(amount.amountMinor);
  const asked = { ...m, kind: "cashout", amount } as const;
  return [
    outboundApplied(asked),
    outboundApproved(asked),
    outboundPaid({ ...asked, fee: usd(100), payoutAccountId: "b1" }),
  ];
}

describe("any sequence of events", () => {
  const actions = fc.array(action, { maxLength: 40 });
  const positionAfter = (entries: readonly Entry[]) => {
    const balances = everyBalance(entries.flatMap(({ postings }) => postings));
    return { balances, position: positionOf("m1", "USD", balances) };
  };

  test("keeps the book balanced and every held bucket at or above nothing", () => {
    fc.assert(
      fc.property(actions, (steps) =>
        play(steps, (entries) => {
          const { balances } = positionAfter(entries);
          expect(negativeAccounts(balances)).toEqual([]);
          for (const { debitMinor, creditMinor } of trialBalance(balances)) expect(debitMinor).toBe(creditMinor);
        }),
      ),
    );
  });

  test("never offers more for withdrawal than the merchant owns", () => {
    fc.assert(
      fc.property(actions, (steps) =>
        play(steps, (entries) => {
          const { position } = positionAfter(entries);
          const offered = withdrawable(position, { minimumRetained: usd(0), unapprovedFees: usd(0) });
          expect(
            isZero(offered) || (compare(offered, position.available) <= 0 && compare(offered, position.total) <= 0),
          ).toBe(true);
        }),
      ),
    );
  });

  test("settles exactly sales less refunds and fees, and leaves the merchant with what the sums say", () => {
    fc.assert(
      fc.property(actions, (steps) =>
        play(steps, (entries, model) => {
          const { position } = positionAfter(entries);
          const nothing = usd(0);
          const netted = batchNet({
            gross: usd(model.gross),
            transactionFee: usd(model.fees),
            gatewayFee: nothing,
            refund: usd(model.refunds),
            refundHandlingFee: nothing,
            dispute: nothing,
            disputePenalty: nothing,
            refusalPenalty: nothing,
            tax: nothing,
            fxDifference: nothing,
            adjustment: negate(usd(model.settled)),
          });
          expect(position.pending).toEqual(netted);
          expect(position.frozen).toEqual(usd(model.open));
          expect(position.total).toEqual(
            usd(model.gross - model.fees - model.refunds - model.penalties - model.withdrawn - model.lost),
          );
        }),
      ),
    );
  });
});

describe("refundable", () => {
  test("never lets accepted refunds exceed the order, whatever is asked and whichever fail", () => {
    const asks = fc.array(fc.tuple(fc.integer({ min: 1, max: 8_000 }), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(asks, (asked) => {
        const captured = usd(10_000);
        const accepted: Money[] = [];
        for (const [minor, succeeds] of asked) {
          if (compare(usd(minor), refundable({ captured, refunds: accepted, disputes: [] })) <= 0 && succeeds)
            accepted.push(usd(minor));
        }
        expect(accepted.reduce((total, { amountMinor }) => total + amountMinor, 0n) <= captured.amountMinor).toBe(true);
      }),
    );
  });
});
