import { money } from "@countinghouse/money/money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { candidate, type Parts, request } from "../../../../test/candidates.ts";
import { type Candidate, defaultTerms, type RouteRequest, type RoutingTerms } from "./routing.candidate.policy.ts";
import { exclusionsOf } from "./routing.filter.policy.ts";
import { approvalRateOf, hashOf, isExploring, matchesRule } from "./routing.order.policy.ts";
import { decideRoute, leaveOut } from "./routing.policy.ts";

const terms = (parts: Partial<RoutingTerms> = {}): RoutingTerms => ({ ...defaultTerms, ...parts });

/** Candidates of every kind, with ids of their own. */
const anyCandidates = fc
  .array(
    fc.record({
      priority: fc.integer({ min: 1, max: 3 }),
      weight: fc.constantFrom(0, 0, 1, 10, 50, 100),
      health: fc.constantFrom("healthy", "degraded", "down"),
      account: fc.constantFrom("enabled", "enabled", "draining", "disabled"),
      cost: fc.constantFrom(null, 0n, 120n, 300n),
      approved: fc.integer({ min: 0, max: 400 }),
    }),
    { maxLength: 7 },
  )
  .map((rows) =>
    rows.map(({ cost, approved, ...row }, index) =>
      candidate({
        ...row,
        accountId: `gwa_${index}`,
        cost: cost === null ? null : money(cost, "USD"),
        approvals: { alike: { attempts: 400, approved }, all: { attempts: 400, approved } },
      }),
    ),
  );
const anyTerms = fc.constantFrom(
  terms(),
  terms({ strategy: "least_cost" }),
  terms({ strategy: "success_rate" }),
  terms({ strategy: "rule" }),
  terms({
    strategy: "rule",
    rules: [
      {
        when: { currencies: ["USD"], countries: [], methods: [], types: [], minAmount: null, maxAmount: null },
        shares: [
          { accountId: "gwa_0", percent: 70 },
          { accountId: "gwa_2", percent: 30 },
        ],
      },
    ],
    fallbackAccountIds: ["gwa_4", "gwa_1"],
  }),
);
const anyOrderNo = fc.string({ minLength: 1, maxLength: 24 });

describe("decideRoute", () => {
  test("decides alike for the same input, in whatever order the accounts come", () => {
    fc.assert(
      fc.property(anyCandidates, anyTerms, anyOrderNo, fc.nat(), (candidates, using, orderNo, seed) => {
        const decision = decideRoute(candidates, request({ orderNo }), using);
        const shuffled = candidates.toSorted(
          (a, b) => hashOf(`${a.accountId}${seed}`) - hashOf(`${b.accountId}${seed}`),
        );
        expect(decideRoute(shuffled, request({ orderNo }), using)).toEqual(decision);
      }),
      { numRuns: 500 },
    );
  });

  test("ranks or excludes every account once, chooses none that a filter forbids, and excludes none without a reason", () => {
    fc.assert(
      fc.property(anyCandidates, anyTerms, anyOrderNo, (candidates, using, orderNo) => {
        const { chosen, candidates: ranked, excluded } = decideRoute(candidates, request({ orderNo }), using);
        const seen = [
          ...ranked.map(({ gatewayAccountId }) => gatewayAccountId),
          ...excluded.map(({ accountId }) => accountId),
        ];
        expect(seen.toSorted()).toEqual(candidates.map(({ accountId }) => accountId).toSorted());
        for (const one of excluded) expect(one.reasons[0]).toBe(one.reason);
        for (const { gatewayAccountId } of ranked) {
          const of = candidates.find(({ accountId }) => accountId === gatewayAccountId);
          expect(of && exclusionsOf(of, request({ orderNo }))).toEqual([]);
        }
        expect(chosen?.gatewayAccountId).toBe(ranked[0]?.gatewayAccountId);
      }),
      { numRuns: 500 },
    );
  });

  test("chooses what follows in its own ranking once the first was tried", () => {
    fc.assert(
      fc.property(anyCandidates, anyOrderNo, (candidates, orderNo) => {
        const { candidates: ranked } = decideRoute(candidates, request({ orderNo }), terms());
        const first = ranked[0];
        if (!first) return;
        const again = decideRoute(candidates, request({ orderNo, triedAccountIds: [first.gatewayAccountId] }), terms());
        expect(again.candidates.map(({ gatewayAccountId }) => gatewayAccountId)).not.toContain(first.gatewayAccountId);
        expect(again.candidates).toHaveLength(ranked.length - 1);
      }),
    );
  });

  test("names its configuration, not its circumstances", () => {
    const of = (parts: Parts, using = terms()) => decideRoute([candidate(parts)], request(), using).version;
    expect(of({ health: "down" })).toBe(of({ health: "healthy" }));
    expect(of({ version: "2" })).not.toBe(of({ version: "1" }));
    expect(of({}, terms({ version: 2 }))).not.toBe(of({}, terms({ version: 1 })));
  });

  test("finds nowhere to go among no accounts", () => {
    expect(decideRoute([], request(), terms())).toMatchObject({ chosen: null, candidates: [], excluded: [] });
  });
});

const orderNos = Array.from(
  { length: 100_000 },
  (_, index) => `OR20261121${index.toString(32).toUpperCase().padStart(10, "0")}`,
);

/** How many of 100,000 orders each account is chosen for, in per cent. */
function sharesOf(candidates: readonly Candidate[], using: RoutingTerms): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const orderNo of orderNos) {
    const { chosen } = decideRoute(candidates, request({ orderNo }), using);
    if (chosen) counts[chosen.gatewayAccountId] = (counts[chosen.gatewayAccountId] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([id, count]) => [id, count / 1000]));
}

const account = (accountId: string, weight: number, parts: Parts = {}) => candidate({ accountId, weight, ...parts });

describe("priority and weight", () => {
  test("shares orders out by weight, over 100,000 of them within half a per cent", () => {
    const shares = sharesOf([account("a", 60), account("b", 30), account("c", 10), account("d", 0)], terms());
    expect(shares.a).toBeCloseTo(60, 0);
    expect(shares.b).toBeCloseTo(30, 0);
    expect(shares.c).toBeCloseTo(10, 0);
    expect(shares.d).toBeUndefined();
  });

  test("leaves a degraded account a fifth of its weight", () => {
    const shares = sharesOf([account("a", 50, { health: "degraded" }), account("b", 50)], terms());
    expect(shares.a).toBeCloseTo(100 / 6, 0);
  });

  test("asks a higher number only when the lower ones are gone, and weight 0 last of all", () => {
    const all = [account("a", 0, { priority: 1 }), account("b", 1, { priority: 9 }), account("c", 5, { priority: 2 })];
    const { candidates } = decideRoute(all, request(), terms());
    expect(candidates.map(({ gatewayAccountId }) => gatewayAccountId)).toEqual(["c", "b", "a"]);
  });
});

describe("lowest cost", () => {
  test("goes by cost, then priority, and asks an unknown cost after every known one", () => {
    const usd = (minor: bigint) => money(minor, "USD");
    const all = [
      account("unknown", 10, { priority: 1 }),
      account("dear", 10, { priority: 1, cost: usd(300n) }),
      account("second", 10, { priority: 3, cost: usd(100n) }),
      account("first", 10, { priority: 2, cost: usd(100n) }),
      account("fallback", 0, { priority: 1, cost: usd(1n) }),
    ];
    const { candidates } = decideRoute(all, request(), terms({ strategy: "least_cost" }));
    expect(candidates.map(({ gatewayAccountId }) => gatewayAccountId)).toEqual([
      "first",
      "second",
      "dear",
      "unknown",
      "fallback",
    ]);
  });
});

describe("best approval rate", () => {
  const approvals = (approved: number) => ({
    alike: { attempts: 1000, approved },
    all: { attempts: 1000, approved },
  });

  test("steadies a rate by forty payments at the account's mean, and ignores fewer than 200 alike", () => {
    expect(approvalRateOf({ alike: { attempts: 0, approved: 0 }, all: { attempts: 0, approved: 0 } })).toBe(0.5);
    const mean = (800 + 20) / (1000 + 40);
    const all = { attempts: 1000, approved: 800 };
    expect(approvalRateOf({ alike: { attempts: 199, approved: 199 }, all })).toBe(mean);
    expect(approvalRateOf({ alike: { attempts: 200, approved: 200 }, all })).toBe((200 + 40 * mean) / 240);
  });

  test("sends all but one in twenty to the best, and the same ones elsewhere each time", () => {
    const all = [
      account("best", 10, { approvals: approvals(900) }),
      account("good", 10, { approvals: approvals(850) }),
      account("poor", 10, { approvals: approvals(400) }),
    ];
    const shares = sharesOf(all, terms({ strategy: "success_rate" }));
    expect(shares.best).toBeCloseTo(95, 0);
    expect(shares.good).toBeCloseTo(2.5, 0);
    expect(shares.poor).toBeCloseTo(2.5, 0);
    expect(orderNos.slice(0, 50).map(isExploring)).toEqual(orderNos.slice(0, 50).map(isExploring));
  });
});

describe("a decision without an account that will not do after all", () => {
  test("goes to the next one and says why", () => {
    const decision = decideRoute([account("a", 10), account("b", 10)], request(), terms());
    const [first, second] = decision.candidates.map(({ gatewayAccountId }) => gatewayAccountId);
    const left = leaveOut(decision, new Map([[first ?? "", "no_price" as const]]));
    expect(left.chosen?.gatewayAccountId).toBe(second);
    expect(left.candidates).toHaveLength(1);
    expect(left.excluded).toEqual([{ accountId: first, name: "Main", reason: "no_price", reasons: ["no_price"] }]);
    expect(leaveOut(decision, new Map())).toEqual(decision);
    expect(leaveOut(left, new Map([[second ?? "", "no_rate" as const]])).chosen).toBeNull();
  });
});

describe("rules", () => {
  const when = { currencies: [], countries: [], methods: [], types: [], minAmount: null, maxAmount: null };
  const rule = (condition: Partial<typeof when> | object, ...shares: [string, number][]) => ({
    when: { ...when, ...condition },
    shares: shares.map(([accountId, percent]) => ({ accountId, percent })),
  });
  const all = [account("a", 10), account("b", 10), account("c", 10), account("d", 10)];

  test("shares the orders of the first rule that matches out by its percentages, then takes the fallback list", () => {
    const using = terms({
      strategy: "rule",
      rules: [rule({ currencies: ["EUR"] }, ["d", 100]), rule({}, ["a", 80], ["b", 20]), rule({}, ["d", 100])],
      fallbackAccountIds: ["c"],
    });
    const shares = sharesOf(all, using);
    expect(shares.a).toBeCloseTo(80, 0);
    expect(shares.b).toBeCloseTo(20, 0);
    const { candidates, excluded } = decideRoute(all, request(), using);
    expect(candidates.at(-1)?.gatewayAccountId).toBe("c");
    expect(excluded).toEqual([{ accountId: "d", name: "Main", reason: "not_in_rule", reasons: ["not_in_rule"] }]);
  });

  test("goes by priority and weight where no rule matches and no list follows", () => {
    const using = terms({ strategy: "rule", rules: [rule({ currencies: ["EUR"] }, ["d", 100])] });
    expect(decideRoute(all, request(), using).candidates).toHaveLength(4);
  });

  test("matches by currency, country, method, type and amount, and no unknown country", () => {
    const matches = (condition: object, pay: Partial<RouteRequest> = {}) => matchesRule(rule(condition), request(pay));
    expect(matches({ countries: ["US"], methods: ["card_visa"], types: ["hosted_page"] })).toBe(true);
    expect(matches({ countries: ["US"] }, { country: null })).toBe(false);
    expect(matches({ methods: ["alipay"] })).toBe(false);
    expect(matches({ types: ["moto"] })).toBe(false);
    expect(matches({ minAmount: 10_000n, maxAmount: 10_000n })).toBe(true);
    expect(matches({ minAmount: 10_001n })).toBe(false);
    expect(matches({ maxAmount: 9_999n })).toBe(false);
  });
});
