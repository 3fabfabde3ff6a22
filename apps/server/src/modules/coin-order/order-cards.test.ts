import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../test/order-stage.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage.close());

const usual = (account: string) => [
  `J01 plt:gateway_receivable:USD:${account} mer:M:pending:USD 10000 USD`,
  "J02 mer:M:pending:USD plt:rev:transaction_fee:USD 320 USD",
  `J03 plt:cost:gateway_fee:USD plt:gateway_receivable:USD:${account} 160 USD`,
];

interface Ending {
  readonly scenario: string;
  readonly status: string;
  readonly reason?: string;
  readonly failure?: string;
  readonly attempts: readonly string[];
  /** Seconds that pass after the payer pressed the button. */
  readonly after?: number;
  readonly account?: "main" | "backup" | null;
}

const declined = (scenario: string, failure: string, attempts = ["declined"]): Ending => ({
  scenario,
  status: "awaiting",
  reason: "retry",
  failure,
  attempts,
  account: null,
});

const endings: readonly Ending[] = [
  { scenario: "001", status: "paid", attempts: ["captured"] },
  { scenario: "002", status: "paid", attempts: ["captured"], after: 60 },
  { scenario: "003", status: "paid", attempts: ["captured"], after: 120 },
  declined("101", "insufficient_funds"),
  { scenario: "102", status: "paid", attempts: ["declined", "captured"], account: "backup" },
  declined("103", "expired_card"),
  declined("104", "invalid_cvc"),
  { scenario: "105", status: "failed", failure: "lost_card", attempts: ["declined"], account: null },
  { scenario: "106", status: "failed", failure: "stolen_card", attempts: ["declined"], account: null },
  declined("107", "suspected_fraud"),
  declined("108", "restricted_card"),
  declined("109", "exceeds_limit"),
  declined("110", "issuer_unavailable", ["declined", "declined"]),
  declined("111", "account_closed"),
  { scenario: "112", status: "paid", attempts: ["captured"] },
  { scenario: "113", status: "paid", attempts: ["captured"] },
  declined("114", "risk_declined_upstream"),
  { scenario: "115", status: "paid", attempts: ["captured"] },
  {
    scenario: "201",
    status: "awaiting",
    reason: "authentication",
    attempts: ["authentication_pending"],
    account: null,
  },
  { scenario: "202", status: "paid", attempts: ["captured"] },
  {
    scenario: "203",
    status: "awaiting",
    reason: "authentication",
    attempts: ["declined", "authentication_pending"],
    account: null,
  },
  { scenario: "204", status: "paid", attempts: ["captured"] },
  {
    scenario: "205",
    status: "awaiting",
    reason: "retry",
    failure: "authentication_abandoned",
    attempts: ["expired"],
    after: 17 * 60,
    account: null,
  },
  { scenario: "501", status: "paid", attempts: ["captured"], after: 120 },
  {
    scenario: "502",
    status: "failed",
    failure: "timeout_not_found",
    attempts: ["error"],
    after: 2 * 86_400,
    account: null,
  },
  { scenario: "503", status: "paid", attempts: ["captured"], after: 120 },
  { scenario: "504", status: "paid", attempts: ["captured"], after: 120 },
  { scenario: "505", status: "paid", attempts: ["captured"], after: 300 },
  { scenario: "506", status: "paid", attempts: ["captured"], after: 3_600 },
  { scenario: "507", status: "pending", attempts: ["submitting"], after: 3_600, account: null },
];

async function end({ scenario, after = 0 }: Ending) {
  const begun = await stage.pay(scenario);
  await stage.pass(after);
  const order = await stage.read(begun);
  const attempts = (await stage.attempts(begun)).map(({ status }) => status);
  return { order, attempts, booked: await stage.booked(begun) };
}

describe("coinOrder, paid with a test card, by the answers and questions alone", () => {
  test.each(endings.map((ending) => [ending.scenario, ending] as const))(
    "of scenario %s ends as it should, twice, with the same journals",
    async (_scenario, ending) => {
      const { account = "main" } = ending;
      for (const ended of [await end(ending), await end(ending)]) {
        expect(ended.order).toMatchObject({
          status: ending.status,
          awaitingReason: ending.reason ?? null,
          failureCode: ending.failure ?? null,
        });
        expect(ended.attempts).toEqual(ending.attempts);
        expect(ended.booked).toEqual(account === null ? [] : usual(stage.accounts[account]));
      }
    },
    60_000,
  );
});
