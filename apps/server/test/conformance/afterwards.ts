import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import type { PaymentCall, RefundCall } from "../../src/modules/gateways/connector/index.ts";
import { testPayment } from "../simulator.ts";
import { doubts, refusalsOfHttp } from "./faults.ts";
import { referenceOf, there } from "./payments.ts";
import { type Asked, give, type Provider, type ProviderWire, type RefundThere } from "./provider.ts";

let lastKey = 0;
const key = (prefix: string): string => {
  lastKey += 1;
  return `${prefix}-${process.pid}-${lastKey}`;
};

/** Everything that may follow an approval. */
export function followUps(wire: ProviderWire, provider: () => Provider): void {
  const { connector } = wire;

  const held = async () => {
    const call = testPayment("001", { captureMethod: "manual" });
    provider().known = { payment: there(call, "authorized") };
    const outcome = await connector.pay(provider().account(), call);
    provider().seen.length = 0;
    return { call, reference: referenceOf(call, outcome) };
  };
  const taking = (amount: bigint, isFinal = true) => ({
    amount: money(amount, "USD"),
    isFinal,
    idempotencyKey: key("CAP"),
  });

  describe("capture", () => {
    test("takes a part, digit by digit and under its own key", async () => {
      const { call, reference } = await held();
      const part = taking(4_001n);
      provider().known = { payment: { ...there(call), captured: part.amount } };
      expect(await connector.capture(provider().account(), { ...reference, ...part })).toMatchObject({
        kind: "captured",
        amount: call.amount,
        capturedAmount: part.amount,
      });
      const [request] = provider().seen.filter(({ asked }) => asked === "capture");
      const sent = request && wire.sent(request);
      expect([sent?.amount, sent?.key]).toEqual([wire.units === "minor" ? "4001" : "40.01", part.idempotencyKey]);
    });

    test("leaves the rest reserved, or is refused before it is sent where the provider knows no second one", async () => {
      const { call, reference } = await held();
      const part = taking(4_000n, false);
      provider().known = { payment: { ...there(call, "authorized"), captured: part.amount } };
      const outcome = await connector.capture(provider().account(), { ...reference, ...part });
      if (connector.capabilities.includes("multi_capture"))
        expect(outcome).toMatchObject({ kind: "authorized", capturedAmount: part.amount });
      else {
        expect(outcome).toMatchObject({ kind: "error", code: "invalid_transaction", exchanges: [] });
        expect(provider().seen).toEqual([]);
      }
    });

    strikes(wire, provider, "capture", async () => {
      const { reference } = await held();
      return connector.capture(provider().account(), { ...reference, ...taking(4_000n) });
    });
  });

  describe("void", () => {
    test("releases a reservation", async () => {
      const { call, reference } = await held();
      provider().known = { payment: there(call, "voided") };
      const voiding = { ...reference, idempotencyKey: key("VOID") };
      expect(await connector.void(provider().account(), voiding)).toMatchObject({ kind: "voided" });
    });

    strikes(wire, provider, "void", async () => {
      const { reference } = await held();
      return connector.void(provider().account(), { ...reference, idempotencyKey: key("VOID") });
    });
  });
}

/** What goes wrong with a call that moves money leaves it unknown, unless a refusal is definite. */
function strikes(
  wire: ProviderWire,
  provider: () => Provider,
  asked: Asked,
  call: () => Promise<{ readonly kind: string }>,
): void {
  test.each(doubts)("after %s is unknown", async (_, behave, reason) => {
    provider().fault = { asked, behave, isSilent: reason === "timeout" };
    expect(await call()).toMatchObject({ kind: "unknown", reason });
  });
  test.each(refusalsOfHttp)("after %s was not processed", async (_, behave, code) => {
    provider().fault = { asked, behave };
    expect(await call()).toMatchObject({ kind: "error", code });
  });
  test("that broke while it was refused is unknown", async () => {
    const broken = { ...wire.refusals.invalid, status: 500 };
    provider().fault = { asked, behave: (response) => give(response, broken) };
    expect(await call()).toMatchObject({ kind: "unknown", reason: "http_500" });
  });
  test("under a key that was used before is unknown", async () => {
    provider().fault = { asked, behave: (response) => give(response, wire.refusals.duplicate) };
    expect(await call()).toMatchObject({ kind: "unknown", reason: "duplicate" });
  });
}

/** Money given back. */
export function refunds(wire: ProviderWire, provider: () => Provider): void {
  const { connector } = wire;

  const paid = async () => {
    const call = testPayment("001");
    provider().known = { payment: there(call) };
    const outcome = await connector.pay(provider().account(), call);
    provider().seen.length = 0;
    return { call, reference: referenceOf(call, outcome) };
  };
  const back = async (): Promise<{ readonly call: PaymentCall; readonly refund: RefundCall }> => {
    const { call, reference } = await paid();
    return { call, refund: { ...reference, amount: money(4_001n, "USD"), refundNo: key("RF"), reason: "returned" } };
  };
  const states: readonly RefundThere["state"][] = ["pending", "succeeded", "failed"];

  describe("refund", () => {
    test.each(states)("is %s", async (state) => {
      const { call, refund } = await back();
      provider().known = { payment: there(call), refund: { state, call: refund } };
      const outcome = await connector.refund(provider().account(), refund);
      expect(outcome).toMatchObject({ kind: state, amount: refund.amount, upstreamRefundId: expect.any(String) });
      const [request] = provider().seen.filter(({ asked }) => asked === "refund");
      const sent = request && wire.sent(request);
      expect([sent?.amount, sent?.key]).toEqual([wire.units === "minor" ? "4001" : "40.01", refund.refundNo]);
    });

    test("that the provider's balance does not cover is refused, in the provider's words", async () => {
      const { refund } = await back();
      provider().fault = { asked: "refund", behave: (response) => give(response, wire.refusals.refund) };
      expect(await connector.refund(provider().account(), refund)).toMatchObject({
        kind: "refused",
        upstreamCode: expect.any(String),
      });
    });

    test("of what the provider's units cannot hold is refused before anything is sent", async () => {
      const { refund } = await back();
      const account = provider().account({ exponentOverrides: { HUF: 0 } });
      const finer = { ...refund, amount: money(123_456n, "HUF") };
      expect(await connector.refund(account, finer)).toMatchObject({ code: "amount_not_representable", exchanges: [] });
      expect(provider().seen).toEqual([]);
    });

    strikes(wire, provider, "refund", async () => connector.refund(provider().account(), (await back()).refund));
  });

  describe("queryRefund", () => {
    test.each(states)("finds one that is %s, by our number and by the provider's", async (state) => {
      const { call, refund } = await back();
      provider().known = { payment: there(call), refund: { state: "pending", call: refund } };
      const begun = await connector.refund(provider().account(), refund);
      provider().known = { payment: there(call), refund: { state, call: refund } };
      const theirs = "upstreamRefundId" in begun ? begun.upstreamRefundId : null;
      for (const upstreamRefundId of [null, theirs])
        expect(await connector.queryRefund(provider().account(), { ...refund, upstreamRefundId })).toMatchObject({
          kind: state,
          amount: refund.amount,
        });
    });

    test("finds nothing of one that never arrived, beside another of the payment", async () => {
      const { call, refund } = await back();
      provider().known = { payment: there(call), refund: { state: "succeeded", call: refund } };
      const other = { ...refund, refundNo: key("RF"), upstreamRefundId: null };
      expect(await connector.queryRefund(provider().account(), other)).toMatchObject({ kind: "not_found" });
    });

    test.each([...doubts, ...refusalsOfHttp])("after %s says nothing of the refund", async (_, behave, reason) => {
      const { refund } = await back();
      provider().fault = { asked: "queryRefund", behave, isSilent: reason === "timeout" };
      const question = { ...refund, upstreamRefundId: null };
      expect(await connector.queryRefund(provider().account(), question)).toMatchObject({ kind: "unknown" });
    });
  });
}
