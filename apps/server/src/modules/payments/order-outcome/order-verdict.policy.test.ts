import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import {
  endedPhases,
  type OrderPhase,
  orderLifecycle,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { attemptLifecycle } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { eur, usd } from "@countinghouse/money/build-money.ts";
import { describe, expect, test } from "vitest";
import { attemptFacts as attempt, follow, orderFacts as order } from "../../../../test/verdicts.ts";
import type {
  AttemptFacts,
  OrderFacts,
  OutcomeEffect,
  OutcomeSource,
  OutcomeVerdict,
  ReportedStatus,
} from "./order-outcome.policy.ts";
import { judgeOutcome } from "./order-verdict.policy.ts";

const words: readonly ReportedStatus[] = [
  { kind: "captured", captured: usd(100_00) },
  { kind: "captured", captured: usd(99_99) },
  { kind: "authorized", captured: null },
  { kind: "action_required", type: "3ds" },
  { kind: "action_required", type: "qr" },
  { kind: "pending" },
  { kind: "declined", code: "insufficient_funds", adviceCode: null },
  { kind: "declined", code: "stolen_card", adviceCode: null },
  { kind: "error", code: "processor_error" },
  { kind: "unknown" },
  { kind: "not_found" },
  { kind: "voided" },
  { kind: "expired", code: null },
  { kind: "reversed" },
];
const sources: readonly OutcomeSource[] = ["answer", "query", "notification"];

interface Case {
  readonly order: OrderFacts;
  readonly attempt: AttemptFacts;
  readonly gatewayStatus: ReportedStatus;
  readonly source: OutcomeSource;
  readonly verdict: OutcomeVerdict;
}

/** Every phase with every state of an attempt, every word and every way in which it comes. */
const everyCase: readonly Case[] = orderLifecycle.states.flatMap((phase) =>
  attemptLifecycle.states.flatMap((status) =>
    words.flatMap((gatewayStatus) =>
      sources.flatMap((source) =>
        [true, false].flatMap((isCurrent) =>
          [true, false].map((isManualCapture): Case => {
            const captured = status === "captured" ? usd(100_00) : usd(0);
            const facts = order({ phase, isManualCapture, captured: phase === "paid" ? usd(100_00) : usd(0) });
            const tried = attempt({ status, isCurrent, captured });
            return {
              order: facts,
              attempt: tried,
              gatewayStatus,
              source,
              verdict: judgeOutcome(facts, tried, gatewayStatus, source),
            };
          }),
        ),
      ),
    ),
  ),
);

const does = ({ effects }: OutcomeVerdict, what: OutcomeEffect["do"]): boolean =>
  effects.some((effect) => effect.do === what);

describe("a verdict on a word of a gateway", () => {
  test("is reached for every word in every state", () => {
    expect(everyCase.length).toBe(orderLifecycle.states.length * attemptLifecycle.states.length * words.length * 12);
  });

  test("takes no step that the lifecycles do not have", () => {
    const wrong = everyCase.filter(
      ({ verdict, order: { phase }, attempt: { status } }) =>
        (verdict.order && !allows(orderLifecycle, phase, verdict.order)) ||
        (verdict.attempt && !allows(attemptLifecycle, status, verdict.attempt)),
    );
    expect(
      wrong.map(({ order: { phase }, attempt: { status }, gatewayStatus }) => [phase, status, gatewayStatus.kind]),
    ).toEqual([]);
  });

  test("books money only where an order becomes paid by it, and exactly what was taken", () => {
    for (const { verdict, gatewayStatus } of everyCase.filter((one) => does(one.verdict, "book"))) {
      expect(verdict).toMatchObject({ attempt: "capture", order: "succeed" });
      expect(gatewayStatus).toEqual({ kind: "captured", captured: usd(100_00) });
      expect(verdict.effects).toContainEqual({ do: "book", amount: usd(100_00) });
    }
  });

  test("never leaves money unseen: it is booked, known already, noted for going back, or on somebody's desk", () => {
    for (const { verdict, attempt: tried } of everyCase.filter(
      ({ gatewayStatus }) => gatewayStatus.kind === "captured",
    )) {
      const isKnown = tried.status === "captured" && verdict.effects.length === 0;
      expect(isKnown || does(verdict, "book") || does(verdict, "due") || does(verdict, "report")).toBe(true);
    }
  });

  test("books nothing where the amount differs: what came is held for the payer, once, and somebody is called", () => {
    const short = everyCase.filter(
      ({ gatewayStatus }) => gatewayStatus.kind === "captured" && gatewayStatus.captured.amountMinor !== 10_000n,
    );
    for (const { verdict, order: facts, attempt: tried } of short) {
      expect(does(verdict, "book")).toBe(false);
      // Of an attempt with more, less is only told.
      const isLess = tried.status === "captured";
      const reason = facts.phase === "paid" ? "duplicate_payment" : "amount_mismatch";
      expect(verdict.effects[0]).toMatchObject({ do: "report", what: isLess ? "contradiction" : reason });
      expect(verdict.effects.slice(1)).toEqual(
        isLess ? [{ do: "query" }] : [{ do: "due", reason, amount: usd(99_99) }],
      );
      expect(verdict.attempt).toBe(isLess ? null : "capture");
      expect([null, "authenticated", "capture"]).toContain(verdict.order);
    }
  });

  test("holds what comes on top of what is known of a payment, and of a second payment all", () => {
    const taken = attempt({ status: "captured", captured: usd(99_99) });
    const more = judgeOutcome(order(), taken, { kind: "captured", captured: usd(100_00) }, "query");
    expect(more.effects).toContainEqual({ do: "due", reason: "amount_mismatch", amount: usd(1) });
    const other = judgeOutcome(
      order(),
      { ...taken, isOtherPayment: true },
      { kind: "captured", captured: usd(100_00) },
      "query",
    );
    expect(other.effects).toContainEqual({ do: "due", reason: "duplicate_payment", amount: usd(100_00) });
  });

  test("holds all of what comes in another currency", () => {
    const verdict = judgeOutcome(order(), attempt(), { kind: "captured", captured: eur(100_00) }, "query");
    expect(verdict.effects).toContainEqual({ do: "due", reason: "amount_mismatch", amount: eur(100_00) });
  });

  test("ends a capture under way whose money is not the merchant's", () => {
    const capturing = attempt({ status: "capture_pending", capture: { amount: usd(40_00), isFinal: true } });
    const gatewayStatus: ReportedStatus = { kind: "captured", captured: usd(40_00) };
    const second = judgeOutcome(
      order({ isManualCapture: true, captured: usd(100_00) }),
      capturing,
      gatewayStatus,
      "notification",
    );
    expect(second).toMatchObject({ attempt: "capture", capture: { action: "fail", code: "duplicate_payment" } });
    const wrong = judgeOutcome(
      order({ isManualCapture: true }),
      capturing,
      { kind: "captured", captured: usd(50_00) },
      "query",
    );
    expect(wrong).toMatchObject({ attempt: "capture", capture: { action: "fail", code: "amount_mismatch" } });
    expect(wrong.effects).toContainEqual({ do: "due", reason: "amount_mismatch", amount: usd(50_00) });
  });

  test("gives back a reservation over another amount, and asks again until it is gone", () => {
    const manual = order({ isManualCapture: true });
    const gatewayStatus: ReportedStatus = { kind: "authorized", captured: null };
    const first = judgeOutcome(manual, attempt({ isOtherAmount: true }), gatewayStatus, "query");
    expect(first).toEqual({
      attempt: "authorize",
      order: null,
      effects: [{ do: "report", what: "amount_mismatch", level: "critical" }, { do: "release" }],
    });
    const again = judgeOutcome(manual, attempt({ status: "authorized", isOtherAmount: true }), gatewayStatus, "query");
    expect(again).toEqual({ attempt: null, order: null, effects: [{ do: "release" }] });
  });

  test("takes a paid order nowhere", () => {
    for (const { verdict } of everyCase.filter(({ order: { phase } }) => phase === "paid"))
      expect(verdict.order).toBeNull();
  });

  test("notes a payment that the gateway took once more under another number, and moves nothing", () => {
    const taken = attempt({ status: "captured", captured: usd(100_00), isOtherPayment: true });
    const gatewayStatus: ReportedStatus = { kind: "captured", captured: usd(100_00) };
    expect(
      judgeOutcome(order({ phase: "paid", captured: usd(100_00) }), taken, gatewayStatus, "notification"),
    ).toMatchObject({
      attempt: null,
      order: null,
      effects: [
        { do: "report", what: "duplicate_payment" },
        { do: "due", amount: usd(100_00) },
      ],
    });
  });

  test("notes money that came for a paid order as a second payment to go back", () => {
    const verdict = judgeOutcome(
      order({ phase: "paid", captured: usd(100_00) }),
      attempt(),
      { kind: "captured", captured: usd(100_00) },
      "notification",
    );
    expect(verdict).toMatchObject({ attempt: "capture", order: null });
    expect(verdict.effects).toContainEqual({ do: "due", reason: "duplicate_payment", amount: usd(100_00) });
    expect(does(verdict, "book")).toBe(false);
  });

  test.each(["failed", "canceled"] as const)("lets late money overtake an order that is %s", (phase) => {
    const gatewayStatus: ReportedStatus = { kind: "captured", captured: usd(100_00) };
    const accepted = judgeOutcome(order({ phase }), attempt({ status: "expired" }), gatewayStatus, "notification");
    expect(accepted).toEqual({
      attempt: "capture",
      order: "succeed",
      effects: [{ do: "book", amount: usd(100_00) }],
      isLate: true,
    });
    const returned = judgeOutcome(order({ phase, lateSuccess: "auto_refund" }), attempt(), gatewayStatus, "query");
    expect(returned.effects).toContainEqual({ do: "due", reason: "late_success", amount: usd(100_00) });
  });

  test("lets no attempt but the newest speak for the order, unless it brings money", () => {
    for (const { verdict, attempt: tried } of everyCase.filter(
      ({ gatewayStatus }) => gatewayStatus.kind !== "captured",
    ))
      if (!tried.isCurrent) expect(verdict.order).toBeNull();
  });

  test("never moves an order that is over by anything but money", () => {
    for (const { verdict, gatewayStatus, order: facts } of everyCase)
      if (endedPhases.includes(facts.phase as OrderPhase) && gatewayStatus.kind !== "captured")
        expect(verdict.order).toBeNull();
  });

  test("said again at once changes nothing more", () => {
    for (const one of everyCase) {
      const first = follow(one.order, one.attempt, one.gatewayStatus, one.source);
      const again = follow(first.order, first.attempt, one.gatewayStatus, one.source);
      const moved = [again.verdict.attempt, again.verdict.order];
      const isCaptureRefused = first.verdict.attempt === "captureRefused";
      if (!isCaptureRefused)
        expect([one.order.phase, one.attempt.status, one.gatewayStatus.kind, moved]).toEqual([
          one.order.phase,
          one.attempt.status,
          one.gatewayStatus.kind,
          [null, null],
        ]);
      expect(does(again.verdict, "book")).toBe(false);
    }
  });

  test("comes to the same end and the same money in whatever order the words come", () => {
    const history: readonly ReportedStatus[] = [
      { kind: "action_required", type: "3ds" },
      { kind: "pending" },
      { kind: "captured", captured: usd(100_00) },
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [2, 2, 0, 1, 1, 2],
      [1, 1, 2, 2, 0],
    ];
    const ends = orders.map((places) => {
      let state = { order: order(), attempt: attempt(), booked: 0n };
      for (const place of places) {
        const next = follow(state.order, state.attempt, history[place] as ReportedStatus, "notification");
        state = { order: next.order, attempt: next.attempt, booked: next.order.captured.amountMinor };
      }
      return [state.order.phase, state.attempt.status, state.booked];
    });
    for (const end of ends) expect(end).toEqual(["paid", "captured", 10_000n]);
  });
});

describe("a verdict on an attempt that came to nothing", () => {
  const declined: ReportedStatus = { kind: "declined", code: "do_not_honor", adviceCode: null };

  test("begins the next attempt where routing has one", () => {
    expect(judgeOutcome(order({ nextAttempt: "failover" }), attempt(), declined, "answer")).toEqual({
      attempt: "decline",
      order: null,
      effects: [{ do: "failover" }],
    });
  });

  test("asks the payer to try again while there is room", () => {
    expect(judgeOutcome(order(), attempt(), declined, "answer").order).toBe("decline");
    expect(judgeOutcome(order({ attemptCount: 5 }), attempt(), declined, "answer").order).toBe("fail");
    expect(judgeOutcome(order({ isExpired: true }), attempt(), declined, "answer").order).toBe("fail");
  });

  test("ends the order where the card is blocked", () => {
    const blocked: ReportedStatus = { kind: "declined", code: "stolen_card", adviceCode: null };
    expect(judgeOutcome(order(), attempt(), blocked, "answer").order).toBe("fail");
  });

  test("leaves as it is what could not be asked about: we were too busy, or cannot open the account", () => {
    for (const code of ["rate_limited", "configuration_error"] as const)
      expect(judgeOutcome(order(), attempt({ status: "unknown" }), { kind: "error", code }, "query")).toEqual({
        attempt: null,
        order: null,
        effects: [],
      });
  });

  test("fails an attempt nobody heard of only after a whole day of asking", () => {
    const seen = (queryCount: number) =>
      judgeOutcome(order(), attempt({ status: "unknown", queryCount }), { kind: "not_found" }, "query");
    expect(seen(9)).toEqual({ attempt: null, order: null, effects: [{ do: "query" }] });
    expect(seen(10)).toEqual({ attempt: "error", order: "fail", effects: [{ do: "fail", code: "timeout_not_found" }] });
  });

  test("gives up one whose process died on the way once its gateway is believed never to have heard of it", () => {
    const seen = (isUnheardOf: boolean, orderIs = {}) =>
      judgeOutcome(
        order(orderIs),
        attempt({ status: "unknown", queryCount: 2, isUnheardOf }),
        { kind: "not_found" },
        "query",
      );
    const asked = { attempt: null, order: null, effects: [{ do: "query" }] };
    expect(seen(false)).toEqual(asked);
    const effects = [{ do: "fail", code: "timeout_not_found" }];
    expect(seen(true)).toEqual({ attempt: "error", order: "decline", effects });
    expect(seen(true, { isExpired: true })).toEqual({ attempt: "error", order: "fail", effects });
  });
});
