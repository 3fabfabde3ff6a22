import { usd } from "@countinghouse/money/build-money.ts";
import { describe, expect, test } from "vitest";
import { attemptFacts as attempt, follow, orderFacts as order } from "../../../../test/verdicts.ts";
import type { AttemptFacts, OutcomeSource, ReportedStatus } from "./order-outcome.policy.ts";
import { judgeOutcome } from "./order-verdict.policy.ts";

const sources: readonly OutcomeSource[] = ["answer", "query", "notification"];

describe("a verdict on a capture", () => {
  const reserved = { isManualCapture: true } as const;
  const part = (amount: number, isFinal = true) => ({ amount: usd(amount), isFinal });
  const capturing = (parts: Partial<AttemptFacts> = {}) =>
    attempt({ status: "capture_pending", capture: part(30_00), ...parts });
  const through = { action: "succeed" } as const;

  test("takes a part and releases the rest with the last one", () => {
    expect(judgeOutcome(order(reserved), capturing(), { kind: "captured", captured: usd(30_00) }, "answer")).toEqual({
      attempt: "capture",
      order: "succeed",
      capture: through,
      effects: [{ do: "book", amount: usd(30_00) }],
    });
    const inParts = capturing({ capture: part(30_00, false) });
    expect(
      judgeOutcome(order(reserved), inParts, { kind: "authorized", captured: usd(30_00) }, "answer"),
    ).toMatchObject({
      attempt: "capturePart",
      order: "capturePart",
      capture: through,
    });
  });

  test("of a further part that the gateway never saw leaves the parts before it as they are", () => {
    const inParts = capturing({ capture: part(30_00, false), captured: usd(20_00) });
    const told: ReportedStatus = { kind: "authorized", captured: usd(20_00) };
    const partly = order({ ...reserved, captured: usd(20_00) });
    expect(judgeOutcome(partly, inParts, told, "query")).toEqual({
      attempt: null,
      order: null,
      effects: [{ do: "sendCapture" }],
    });
    expect(judgeOutcome(partly, inParts, told, "notification")).toEqual({ attempt: null, order: null, effects: [] });
    expect(judgeOutcome(partly, inParts, { kind: "authorized", captured: usd(50_00) }, "query")).toMatchObject({
      attempt: "capturePart",
      effects: [{ do: "book", amount: usd(30_00) }],
    });
  });

  test("that was refused and whose money the gateway shows is booked, wherever the order stands by then", () => {
    const revived = { capture: { action: "revive" }, effects: [{ do: "book", amount: usd(30_00) }] } as const;
    const told: ReportedStatus = { kind: "captured", captured: usd(50_00) };
    const partly = { ...reserved, captured: usd(20_00) };
    const refused = { captured: usd(20_00), refused: usd(30_00) };
    const released = attempt({ status: "captured", ...refused });
    expect(judgeOutcome(order({ ...partly, phase: "paid" }), released, told, "notification")).toEqual({
      attempt: null,
      order: null,
      ...revived,
    });
    const gone = attempt({ status: "expired", captured: usd(0), refused: usd(50_00) });
    expect(judgeOutcome(order({ ...reserved, phase: "canceled" }), gone, told, "notification")).toMatchObject({
      attempt: "capture",
      order: "succeed",
      capture: { action: "revive" },
      isLate: true,
    });
    const another = capturing({ ...refused, capture: part(10_00, false) });
    for (const captured of [usd(50_00), usd(60_00)])
      expect(judgeOutcome(order(partly), another, { kind: "authorized", captured }, "query")).toEqual({
        attempt: null,
        order: null,
        ...revived,
      });
    const paidElsewhere = order({ ...reserved, phase: "paid", captured: usd(100_00) });
    expect(judgeOutcome(paidElsewhere, released, told, "notification").capture).toBeUndefined();
  });

  test("that was refused and whose money came after the order was given up goes back by the merchant's terms", () => {
    const gone = attempt({ status: "voided", refused: usd(40_00) });
    const told: ReportedStatus = { kind: "captured", captured: usd(40_00) };
    const givenUp = order({ ...reserved, phase: "canceled", lateSuccess: "auto_refund" });
    expect(judgeOutcome(givenUp, gone, told, "notification")).toMatchObject({
      capture: { action: "revive" },
      isLate: true,
      effects: [
        { do: "book", amount: usd(40_00) },
        { do: "report", what: "late_success" },
        { do: "due", reason: "late_success", amount: usd(40_00) },
      ],
    });
    // Of several the first one pays the order, which keeps no money while it is given up; the others are late as well.
    const several = attempt({ ...gone, refused: usd(10_00), refusedBesides: usd(30_00) });
    const first = judgeOutcome(givenUp, several, told, "notification");
    expect(first).toMatchObject({ attempt: null, order: "succeed", isLate: true });
    expect(first.effects).toContainEqual({ do: "due", reason: "late_success", amount: usd(10_00) });
    const paid = order({ ...givenUp, phase: "paid", isPaidLate: true, captured: usd(10_00) });
    const last = attempt({ ...gone, captured: usd(10_00), refused: usd(30_00) });
    const second = judgeOutcome(paid, last, told, "notification");
    expect(second).toMatchObject({ attempt: "capture", order: null, capture: { action: "revive" } });
    expect(second.effects).toContainEqual({ do: "due", reason: "late_success", amount: usd(30_00) });
  });

  test("that the gateway refuses leaves the reservation as it was", () => {
    for (const gatewayStatus of [
      { kind: "error", code: "processor_error" },
      { kind: "declined", code: "generic_decline", adviceCode: null },
    ] as const)
      expect(judgeOutcome(order(reserved), capturing(), gatewayStatus, "answer")).toMatchObject({
        attempt: "captureRefused",
        order: "captureRefused",
        capture: { action: "fail", code: gatewayStatus.code },
      });
  });

  test("whose answer is lost stays under way, and is sent again where the gateway did not get it", () => {
    expect(judgeOutcome(order(reserved), capturing(), { kind: "unknown" }, "answer")).toEqual({
      attempt: null,
      order: null,
      capture: { action: "lose" },
      effects: [{ do: "query" }],
    });
    const standing: ReportedStatus = { kind: "authorized", captured: null };
    expect(judgeOutcome(order(reserved), capturing(), standing, "query").effects).toEqual([{ do: "sendCapture" }]);
    expect(judgeOutcome(order(reserved), capturing(), standing, "notification").effects).toEqual([]);
  });

  test("of a reservation that is gone fails, and what was taken before pays the order", () => {
    const failed = { action: "fail", code: "authorization_expired" } as const;
    const gone: readonly ReportedStatus[] = [{ kind: "voided" }, { kind: "expired", code: null }];
    for (const gatewayStatus of gone) {
      expect(judgeOutcome(order(reserved), capturing(), gatewayStatus, "query")).toMatchObject({
        order: "release",
        capture: failed,
      });
      const partly = order({ ...reserved, captured: usd(20_00) });
      expect(judgeOutcome(partly, capturing({ captured: usd(20_00) }), gatewayStatus, "query")).toEqual({
        attempt: "capture",
        order: "succeed",
        capture: failed,
        effects: [],
      });
    }
  });

  test("is followed by the release of the rest: the order is paid with its parts", () => {
    const partly = order({ ...reserved, phase: "awaiting.capture", captured: usd(50_00) });
    const holding = attempt({ status: "authorized", captured: usd(50_00) });
    for (const gatewayStatus of [{ kind: "voided" }, { kind: "captured", captured: usd(50_00) }] as const)
      expect(judgeOutcome(partly, holding, gatewayStatus, "answer")).toEqual({
        attempt: "capture",
        order: "succeed",
        effects: [],
      });
  });
});

describe("a payment that is taken in parts", () => {
  const partsMax = 4;

  /** Deterministic numbers below `n`, so that a run that fails can be run again. */
  function dice(seed: number) {
    let state = seed;
    return (n: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * n);
    };
  }

  /** The amounts of up to four parts of 100.00, and whether they leave a rest. */
  function partsOf(roll: (n: number) => number): number[] {
    const count = 1 + roll(partsMax);
    const shares = Array.from({ length: count }, () => 1 + roll(2_400));
    const isWhole = roll(2) === 0;
    return isWhole ? [...shares.slice(0, -1), 10_000 - shares.slice(0, -1).reduce((sum, one) => sum + one, 0)] : shares;
  }

  /**
   * Asks for one part after the other, and lets everything that the gateway said until then arrive in any order, any
   * number of times and in every way before the answer does; some parts are refused first.
   */
  function run(seed: number) {
    const roll = dice(seed);
    const amounts = partsOf(roll);
    const total = amounts.reduce((sum, one) => sum + one, 0);
    let facts = order({ phase: "awaiting.capture", isManualCapture: true });
    let tried = attempt({ status: "authorized" });
    const said: ReportedStatus[] = [{ kind: "authorized", captured: null }];
    const booked: number[] = [];
    const captures: string[] = [];
    const hear = (gatewayStatus: ReportedStatus, source: OutcomeSource) => {
      const verdict = judgeOutcome(facts, tried, gatewayStatus, source);
      const next = follow(facts, tried, gatewayStatus, source);
      for (const effect of verdict.effects) {
        if (effect.do === "book") booked.push(Number(effect.amount.amountMinor));
        expect([seed, effect.do, gatewayStatus.kind]).not.toEqual([seed, "report", gatewayStatus.kind]);
      }
      if (verdict.capture) captures.push(verdict.capture.action);
      const isEnded = verdict.capture !== undefined && verdict.capture?.action !== "lose";
      const takenNow = verdict.effects.reduce(
        (sum, e) => (e.do === "book" ? sum + Number(e.amount.amountMinor) : sum),
        0,
      );
      facts = next.order;
      tried = {
        ...next.attempt,
        captured: usd(Number(tried.captured.amountMinor) + takenNow),
        capture: isEnded ? null : tried.capture,
      };
    };
    const ask = (amount: number, isFinal: boolean) => {
      facts = { ...facts, phase: "pending" };
      tried = { ...tried, status: "capture_pending", capture: { amount: usd(amount), isFinal } };
    };
    let taken = 0;
    amounts.forEach((amount, index) => {
      const isFinal = index === amounts.length - 1;
      if (roll(3) === 0) {
        ask(amount, isFinal);
        hear({ kind: "error", code: "processor_error" }, "answer");
        expect([seed, facts.phase, tried.status]).toEqual([seed, "awaiting.capture", "authorized"]);
      }
      ask(amount, isFinal);
      for (let heard = roll(4); heard > 0; heard -= 1)
        hear(said[roll(said.length)] as ReportedStatus, roll(2) === 0 ? "notification" : "query");
      if (roll(3) === 0) hear({ kind: "unknown" }, "answer");
      taken += amount;
      const isClosed = isFinal || taken === 10_000;
      said.push({ kind: isClosed ? "captured" : "authorized", captured: usd(taken) });
      for (const source of [sources[roll(3)], "answer"] as OutcomeSource[]) hear(said.at(-1) as ReportedStatus, source);
    });
    for (let late = roll(6); late > 0; late -= 1)
      hear(said[roll(said.length)] as ReportedStatus, sources[roll(3)] as OutcomeSource);
    return { phase: facts.phase, status: tried.status, booked, amounts, total, captures };
  }

  test("books each part once whatever arrives when and how often, and is paid with the last one", () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const { phase, status, booked, amounts, captures } = run(seed);
      expect([seed, phase, status, booked]).toEqual([seed, "paid", "captured", amounts]);
      expect([seed, captures.filter((action) => action === "succeed").length]).toEqual([seed, amounts.length]);
    }
  });
});
