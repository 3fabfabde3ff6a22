import { DeclineCode, type DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules } from "@countinghouse/contract/decline-rules.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { healthOf, type PaymentCall, type PaymentOutcome } from "../../src/modules/gateways/connector/index.ts";
import { testPayment } from "../simulator.ts";
import { doubts, echo, refusalsOfHttp } from "./faults.ts";
import { give, type PaymentThere, type Provider, type ProviderWire } from "./provider.ts";

/** A payment as the provider has it. */
export const there = (call: PaymentCall, state: PaymentThere["state"] = "captured"): PaymentThere => ({
  state,
  call,
  captured: state === "captured" ? call.amount : { ...call.amount, amountMinor: 0n },
});

/** Our numbers of a payment, with the provider's own as far as an outcome told them. */
export const referenceOf = ({ orderNo, attemptNo }: PaymentCall, outcome?: PaymentOutcome) => ({
  orderNo,
  attemptNo,
  upstreamIntentId: outcome && "upstreamIntentId" in outcome ? outcome.upstreamIntentId : null,
  upstreamAttemptId: outcome && "upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null,
});

const amounts: readonly Money[] = [
  money(1n, "USD"),
  money(10_050n, "USD"),
  money(12n, "JPY"),
  money(4_005n, "KWD"),
  money(9_007_199_254_740_993n, "USD"),
];

/** The digits that an amount has on a wire. */
const digitsOf = (amount: Money, units: ProviderWire["units"]): string =>
  units === "minor" ? String(amount.amountMinor) : formatDecimal(amount);

/** Noughts at the end of decimals make no other amount. */
const plain = (digits: string): string => (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);

/** What a payment comes to, as the provider answers. */
export function approvals(wire: ProviderWire, provider: () => Provider): void {
  const { connector } = wire;
  const moved = () => provider().seen.filter(({ asked }) => asked === "pay");

  describe("pay", () => {
    test.each(["captured", "authorized", "pending", "action_required"] as const)("is %s", async (state) => {
      const call = testPayment("001", { captureMethod: state === "authorized" ? "manual" : "automatic" });
      provider().known = { payment: there(call, state) };
      const outcome = await connector.pay(provider().account(), call);
      expect(outcome).toMatchObject({ kind: state, amount: call.amount });
      if (state === "captured") expect(outcome).toMatchObject({ capturedAmount: call.amount });
      expect(outcome.exchanges.at(-1)).toMatchObject({ result: "success" });
      const { upstreamIntentId, upstreamAttemptId } = referenceOf(call, outcome);
      expect(upstreamIntentId ?? upstreamAttemptId).toEqual(expect.any(String));
      expect(healthOf(outcome)).toBe("ok");
    });

    test("believes the sum that was taken and not the sum that was asked for", async () => {
      const call = testPayment("001");
      const captured = money(9_999n, "USD");
      provider().known = { payment: { ...there(call), captured } };
      expect(await connector.pay(provider().account(), call)).toMatchObject({
        kind: "captured",
        amount: call.amount,
        capturedAmount: captured,
      });
    });

    test("sends the attempt's number as its key, and the same body for the same attempt", async () => {
      const call = testPayment("001", { storeFor: "recurring" });
      provider().known = { payment: there(call, "pending") };
      await connector.pay(provider().account(), call);
      await connector.pay(provider().account(), call);
      const [first, second] = moved();
      expect(first && wire.sent(first).key).toContain(call.attemptNo);
      expect(second?.text).toBe(first?.text);
    });

    test.each(amounts)("sends $amountMinor $currency digit by digit, or nothing", async (amount) => {
      const call = testPayment("001", { amount });
      provider().known = { payment: there(call) };
      const outcome = await connector.pay(provider().account(), call);
      if (outcome.kind === "error") {
        expect(outcome).toMatchObject({ code: "amount_not_representable", exchanges: [] });
        expect(provider().seen).toEqual([]);
        return;
      }
      const sums = provider().seen.filter(({ text }) => /amount/i.test(text));
      expect(sums.map((one) => plain(wire.sent(one).amount))[0]).toBe(plain(digitsOf(amount, wire.units)));
      expect(outcome).toMatchObject({ kind: "captured", capturedAmount: amount });
    });

    test("goes by the provider's own exponent, and refuses what would lose a part before anything is sent", async () => {
      const account = provider().account({ exponentOverrides: { HUF: 0 } });
      const call = testPayment("001", { amount: money(123_400n, "HUF") });
      provider().known = { payment: there(call, "pending") };
      await connector.pay(account, call);
      const sums = provider().seen.filter(({ text }) => /amount/i.test(text));
      expect(sums.map((one) => wire.sent(one).amount)[0]).toBe("1234");
      provider().seen.length = 0;
      const finer = testPayment("001", { amount: money(123_456n, "HUF") });
      expect(await connector.pay(account, finer)).toMatchObject({ kind: "error", code: "amount_not_representable" });
      expect(provider().seen).toEqual([]);
    });

    const told = DeclineCode.members.map(({ value }) => value).filter((code) => wire.declines[code] !== null);

    test.each(told)("is declined %s", async (code: DeclineCodeName) => {
      const answer = wire.declines[code];
      if (!answer) throw new Error(`no answer for ${code}`);
      provider().fault = { asked: "pay", behave: (response) => give(response, answer) };
      const outcome = await connector.pay(provider().account(), testPayment("001"));
      const { category } = declineRules[code];
      expect(outcome).toMatchObject({ kind: "declined", decline: { code, category } });
      expect(outcome.kind === "declined" && outcome.decline.upstreamCode).toEqual(expect.any(String));
      expect(outcome.exchanges.at(-1)).toMatchObject({ result: "declined" });
      expect(healthOf(outcome)).toBe("ok");
    });
  });
}

/** What becomes of a payment when its provider, or the way to it, fails. */
export function failures(wire: ProviderWire, provider: () => Provider): void {
  const { connector } = wire;
  const pay = (call = testPayment("001")) => connector.pay(provider().account(), call);

  describe("pay", () => {
    test.each(doubts)("after %s is unknown, and never a decline", async (_, behave, reason) => {
      provider().fault = { asked: "pay", behave, isSilent: reason === "timeout" };
      const outcome = await pay();
      expect(outcome).toMatchObject({ kind: "unknown", reason });
      expect(outcome.exchanges.at(-1)).toMatchObject({ result: reason === "timeout" ? "timeout" : "error" });
      expect(healthOf(outcome)).toBe(reason === "timeout" ? "timeout" : "technical_error");
    });

    test("under a key that was used before is unknown: there may be a payment", async () => {
      provider().fault = { asked: "pay", behave: (response) => give(response, wire.refusals.duplicate) };
      expect(await pay()).toMatchObject({ kind: "unknown", reason: "duplicate" });
    });

    test.each(refusalsOfHttp)("after %s was not processed", async (_, behave, code) => {
      provider().fault = { asked: "pay", behave };
      const outcome = await pay();
      expect(outcome).toMatchObject({ kind: "error", code });
      const { retryAfter } = outcome as { readonly retryAfter: string | null };
      expect(retryAfter === null).toBe(code !== "rate_limited");
    });

    test("that the provider refuses as wrong was not processed", async () => {
      provider().fault = { asked: "pay", behave: (response) => give(response, wire.refusals.invalid) };
      expect(await pay()).toMatchObject({
        kind: "error",
        code: "invalid_transaction",
        upstreamCode: expect.any(String),
      });
    });

    test("that broke while it was refused is unknown", async () => {
      provider().fault = {
        asked: "pay",
        behave: (response) => give(response, { ...wire.refusals.invalid, status: 500 }),
      };
      expect(await pay()).toMatchObject({ kind: "unknown", reason: "http_500" });
    });

    test("that reaches nobody was not processed", async () => {
      const account = provider().account({ baseUrl: "http://127.0.0.1:9" });
      expect(await connector.pay(account, testPayment("001"))).toMatchObject({
        kind: "error",
        code: "processor_error",
      });
    });

    test("sends nothing to an address that policy forbids", async () => {
      const outcome = await connector.pay(provider().account({ mode: "live" }), testPayment("001"));
      expect(outcome).toMatchObject({ kind: "error", code: "configuration_error", upstreamCode: "refused" });
      expect(provider().seen).toEqual([]);
    });

    test("keeps exchanges without card number, security code, key or token", async () => {
      const call = testPayment("001");
      provider().fault = { asked: "pay", behave: echo };
      const outcome = await pay(call);
      const kept = JSON.stringify(outcome);
      const { authorization = "", "x-api-key": key = "" } = provider().seen.at(-1)?.headers ?? {};
      const token = String(authorization || key).replace(/^\w+ /, "");
      const secrets = [call.card?.number ?? "", '"987"', "987\\", token, ...Object.values(wire.credentials)];
      for (const secret of secrets) expect(secret && kept.includes(secret), secret).toBeFalsy();
      expect(kept).toContain("400840******0004");
      expect(outcome.exchanges.at(-1)?.responseBody).toMatch(/^busy: /);
    });
  });
}

/** What a question finds, above all after an answer that was lost or came late. */
export function questions(wire: ProviderWire, provider: () => Provider): void {
  const { connector } = wire;
  const ask = (call: PaymentCall, outcome?: PaymentOutcome) =>
    connector.query(provider().account(), referenceOf(call, outcome));

  describe("query", () => {
    test("finds a payment whose answer was lost, by our numbers and by what was told of it", async () => {
      const call = testPayment("001");
      provider().fault = { asked: "pay", behave: (response) => void response.destroy() };
      const lost = await connector.pay(provider().account(), call);
      provider().known = { payment: there(call) };
      for (const outcome of [undefined, lost])
        expect(await ask(call, outcome)).toMatchObject({
          kind: "captured",
          amount: call.amount,
          capturedAmount: call.amount,
        });
    });

    test("finds a success that came late", async () => {
      const call = testPayment("001");
      provider().known = { payment: there(call, "pending") };
      const pending = await connector.pay(provider().account(), call);
      expect(await ask(call, pending)).toMatchObject({ kind: "pending" });
      provider().known = { payment: there(call) };
      expect(await ask(call, pending)).toMatchObject({ kind: "captured", capturedAmount: call.amount });
    });

    test("finds nothing of a payment that never arrived", async () => {
      expect(await ask(testPayment("001"))).toMatchObject({ kind: "not_found" });
    });

    test("takes no other attempt of the order for the one that was asked about", async () => {
      const call = testPayment("001");
      provider().known = { payment: there(call) };
      expect(await ask({ ...call, attemptNo: `${call.attemptNo}-2` })).toMatchObject({ kind: "not_found" });
    });

    const unanswered = [...doubts, ...refusalsOfHttp];
    test.each(unanswered)("after %s says nothing of the payment", async (_, behave, reason) => {
      provider().fault = { asked: "query", behave, isSilent: reason === "timeout" };
      expect(await ask(testPayment("001"))).toMatchObject({ kind: "unknown" });
    });
  });
}
