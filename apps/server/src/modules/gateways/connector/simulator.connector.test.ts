import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestSimulator, type TestSimulator, testCard, testPayment } from "../../../../test/simulator.ts";
import type { PaymentCall, PaymentOutcome } from "./index.ts";
import { simulatorConnector as connector } from "./simulator.connector.ts";

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.stop());

const main = (changes = {}) => simulator.account("sim_main", changes);
const pay = (scenario: string, changes: Partial<PaymentCall> = {}) =>
  connector.pay(main(), testPayment(scenario, changes));
const reference = ({ orderNo, attemptNo }: PaymentCall, upstreamAttemptId: string | null = null) => ({
  orderNo,
  attemptNo,
  upstreamIntentId: null,
  upstreamAttemptId,
});
const idOf = (outcome: PaymentOutcome): string | null =>
  "upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null;

describe("pay", () => {
  test("001 is captured with all that is known of the payment", async () => {
    const outcome = await pay("001");
    expect(outcome).toMatchObject({
      kind: "captured",
      capturedAmount: money(10_000n, "USD"),
      amount: money(10_000n, "USD"),
      avs: "match",
      cvc: "match",
      card: { brand: "visa", bin: "400840", last4: "0004", country: "US" },
      exchanges: [{ operation: "confirm", httpMethod: "POST", httpStatus: 200, result: "success" }],
    });
    expect(idOf(outcome)).toMatch(/^pay_/);
  });

  test("002 is captured after the answer took its 8 s", async () => {
    const outcome = connector.pay(main({ timeoutMs: 30_000 }), testPayment("002"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await simulator.advance(8);
    expect(await outcome).toMatchObject({ kind: "captured" });
  });

  test.each([
    ["003", "pending"],
    ["004", "captured"],
    ["112", "captured"],
    ["113", "captured"],
    ["202", "captured"],
    ["204", "captured"],
    ["503", "pending"],
    ["504", "pending"],
    ["505", "pending"],
    ["506", "pending"],
    ["507", "pending"],
  ])("%s is %s", async (scenario, kind) => {
    expect(await pay(scenario)).toMatchObject({ kind });
  });

  test.each([
    ["101", "insufficient_funds", "51", "not_now"],
    ["102", "do_not_honor", "05", "generic"],
    ["103", "expired_card", "54", "data"],
    ["104", "invalid_cvc", "82", "data"],
    ["105", "lost_card", "41", "never"],
    ["106", "stolen_card", "43", "never"],
    ["107", "suspected_fraud", "59", "not_now"],
    ["108", "restricted_card", "62", "never"],
    ["109", "exceeds_limit", "61", "not_now"],
    ["110", "issuer_unavailable", "91", "not_now"],
    ["111", "account_closed", "46", "never"],
    ["114", "risk_declined_upstream", "risk_declined_upstream", "never"],
    ["203", "authentication_required", "1A", "authentication"],
  ])("%s is declined %s", async (scenario, code, upstreamCode, category) => {
    const outcome = await pay(scenario);
    expect(outcome).toMatchObject({ kind: "declined", decline: { code, upstreamCode, category } });
    expect(outcome.exchanges).toMatchObject([{ result: "declined", httpStatus: 200 }]);
  });

  test("102 is approved by another account for the same order", async () => {
    const call = testPayment("102");
    expect(await connector.pay(main(), call)).toMatchObject({ kind: "declined" });
    const second = { ...call, attemptNo: `${call.attemptNo}-2` };
    expect(await connector.pay(simulator.account("sim_backup"), second)).toMatchObject({ kind: "captured" });
  });

  test("104 is approved with the right security code, 109 up to 50 and 110 at the third try", async () => {
    expect(await pay("104", { card: testCard("104", { cvc: "123" }) })).toMatchObject({ kind: "captured" });
    expect(await pay("109", { amount: money(5_000n, "USD") })).toMatchObject({ kind: "captured" });
    const call = testPayment("110");
    const kinds: string[] = [];
    for (const attempt of ["1", "2", "3"])
      kinds.push((await connector.pay(main(), { ...call, attemptNo: `${call.attemptNo}-${attempt}` })).kind);
    expect(kinds).toEqual(["declined", "declined", "captured"]);
  });

  test("112 and 113 refuse renewals of a consent", async () => {
    const renewal = { renewalOf: "CONSENT-1" };
    expect(await pay("112", renewal)).toMatchObject({ kind: "declined", decline: { code: "revoke_consent" } });
    expect(await pay("113", renewal)).toMatchObject({ kind: "declined", decline: { code: "insufficient_funds" } });
  });

  test("a card payment says by what a later one without the payer goes, and one that is declined says nothing", async () => {
    const stored = await pay("004", { storeFor: "recurring" });
    expect(stored).toMatchObject({
      credential: {
        schemeTransactionId: expect.stringMatching(/^\d{15}$/),
        tokenReference: expect.stringMatching(/^tok_/),
        consentReference: expect.stringMatching(/^agr_/),
      },
    });
    expect(await pay("004")).toMatchObject({ credential: { consentReference: null } });
    expect(await pay("102")).toMatchObject({ credential: null });
    expect(Object.values("credential" in stored ? (stored.credential ?? {}) : {}).join()).not.toContain("0004");
  });

  test("115 is approved and tells that address and security code do not match", async () => {
    expect(await pay("115")).toMatchObject({ kind: "captured", avs: "mismatch", cvc: "mismatch" });
  });

  test("201 sends the payer to the issuer and ends as the payer does", async () => {
    const [good, bad] = [testPayment("201"), testPayment("201")];
    const asked = await connector.pay(main(), good);
    expect(asked).toMatchObject({ kind: "action_required", action: { type: "3ds", data: null } });
    expect(asked.kind === "action_required" && asked.action.url).toMatch(/\/challenge\/pay_/);
    const refused = await connector.pay(main(), bad);
    await simulator.control("POST", `/payments/${idOf(asked)}/authenticate`, { code: "1234" });
    await simulator.control("POST", `/payments/${idOf(refused)}/authenticate`, { code: "0000" });
    expect(await connector.query(main(), reference(good, idOf(asked)))).toMatchObject({
      kind: "captured",
      threeDs: { flow: "challenge", liabilityShift: true, eci: "05" },
    });
    expect(await connector.query(main(), reference(bad, idOf(refused)))).toMatchObject({
      kind: "declined",
      decline: { code: "authentication_failed" },
    });
  });

  test("203 asks the payer once 3-D Secure is forced", async () => {
    expect(await pay("203", { threeDs: "force" })).toMatchObject({ kind: "action_required", action: { type: "3ds" } });
  });

  test("202 shifts the liability and 204 does not", async () => {
    expect(await pay("202")).toMatchObject({ threeDs: { flow: "frictionless", liabilityShift: true } });
    expect(await pay("204")).toMatchObject({ threeDs: { flow: "attempted", liabilityShift: false } });
  });

  test("205 expires when nobody comes back", async () => {
    const call = testPayment("205");
    const asked = await connector.pay(main(), call);
    await simulator.advance(15 * 60);
    expect(await connector.query(main(), reference(call, idOf(asked)))).toMatchObject({
      kind: "expired",
      decline: { code: "authentication_abandoned", category: "authentication" },
    });
  });

  test.each([
    ["sim_wallet", "redirect"],
    ["sim_qr", "qr"],
    ["sim_voucher", "voucher"],
  ])("%s shows the payer a %s", async (method, type) => {
    const outcome = await pay("001", { method, card: null });
    expect(outcome).toMatchObject({ kind: "action_required", card: null, action: { type } });
  });

  test("sim_debit is pending", async () => {
    expect(await pay("001", { method: "sim_debit", card: null, debitAccount: "DE00123456" })).toMatchObject({
      kind: "pending",
    });
  });

  test("the same attempt again is the same payment", async () => {
    const call = testPayment("001");
    const [first, second] = [await connector.pay(main(), call), await connector.pay(main(), call)];
    expect(idOf(second)).toBe(idOf(first));
    expect((await simulator.book(call.orderNo)).payments).toHaveLength(1);
  });

  test("the attempt's number under another amount leaves the outcome unknown", async () => {
    const call = testPayment("001");
    await connector.pay(main(), call);
    expect(await connector.pay(main(), { ...call, amount: money(1n, "USD") })).toMatchObject({
      kind: "unknown",
      reason: "duplicate",
    });
  });

  test("wrong credentials are an error that nothing was processed after", async () => {
    const call = testPayment("001");
    expect(await connector.pay(main({ credentials: { apiKey: "sk_wrong_key" } }), call)).toMatchObject({
      kind: "error",
      code: "configuration_error",
    });
    expect((await simulator.book(call.orderNo)).payments).toEqual([]);
  });
});

describe("amounts in a gateway's own units", () => {
  test("are sent and read back by the gateway's exponent", async () => {
    const call = testPayment("001", { amount: money(123_400n, "HUF") });
    const account = main({ exponentOverrides: { HUF: 0 } });
    const outcome = await connector.pay(account, call);
    expect(outcome).toMatchObject({ kind: "captured", capturedAmount: money(123_400n, "HUF") });
    expect(JSON.parse(outcome.exchanges[0]?.requestBody ?? "{}")).toMatchObject({ amount: 1_234 });
  });

  test("that lose a part are refused before anything is sent", async () => {
    const call = testPayment("001", { amount: money(123_456n, "HUF") });
    const outcome = await connector.pay(main({ exponentOverrides: { HUF: 0 } }), call);
    expect(outcome).toMatchObject({ kind: "error", code: "amount_not_representable", exchanges: [] });
    expect((await simulator.book(call.orderNo)).payments).toEqual([]);
  });
});

describe("outcomes nobody knows", () => {
  const hasty = () => main({ timeoutMs: 300 });

  test("501 is unknown, and a query finds the success", async () => {
    const call = testPayment("501");
    expect(await connector.pay(hasty(), call)).toMatchObject({
      kind: "unknown",
      reason: "reset",
      exchanges: [{ result: "error", httpStatus: null }],
    });
    expect(await connector.query(main(), reference(call))).toMatchObject({
      kind: "captured",
      amount: money(10_000n, "USD"),
    });
  });

  test("502 is unknown, and a query finds nothing", async () => {
    const call = testPayment("502");
    await simulator.control("PUT", "/accounts/sim_main", { hangMs: 60_000 });
    expect(await connector.pay(hasty(), call)).toMatchObject({
      kind: "unknown",
      reason: "timeout",
      exchanges: [{ result: "timeout", httpStatus: null }],
    });
    await simulator.control("PUT", "/accounts/sim_main", { hangMs: 0 });
    expect(await connector.query(main(), reference(call))).toMatchObject({ kind: "not_found" });
  });

  test("a query finds the attempt asked for among several of one order", async () => {
    const first = testPayment("101");
    const second = { ...first, attemptNo: `${first.attemptNo}-2`, card: testCard("003") };
    const declined = await connector.pay(main(), first);
    const pending = await connector.pay(main(), second);
    expect(await connector.query(main(), reference(first))).toMatchObject({
      kind: "declined",
      upstreamAttemptId: idOf(declined),
    });
    expect(await connector.query(main(), reference(second))).toMatchObject({
      kind: "pending",
      upstreamAttemptId: idOf(pending),
    });
  });

  test.each([
    ["503", "captured", 10_000n, 60],
    ["504", "captured", 10_000n, 60],
    ["505", "captured", 10_000n, 60],
    ["506", "captured", 10_000n, 40 * 60],
    ["507", "captured", 9_999n, 60],
  ])("%s is pending, later %s with %d", async (scenario, kind, captured, seconds) => {
    const call = testPayment(scenario);
    expect(await connector.pay(main(), call)).toMatchObject({ kind: "pending" });
    await simulator.advance(seconds);
    expect(await connector.query(main(), reference(call))).toMatchObject({
      kind,
      amount: money(10_000n, "USD"),
      capturedAmount: money(captured, "USD"),
    });
  });
});

describe("what follows a payment", () => {
  const authorized = async () => {
    const call = testPayment("004", { captureMethod: "manual" });
    const outcome = await connector.pay(main(), call);
    expect(outcome).toMatchObject({ kind: "authorized", capturedAmount: money(0n, "USD") });
    return reference(call, idOf(outcome));
  };
  const capturing = (amount: bigint, isFinal = true) => ({
    amount: money(amount, "USD"),
    isFinal,
    idempotencyKey: `CAP-${Math.random()}`,
  });

  test("a part is captured and the rest released", async () => {
    const held = await authorized();
    expect(await connector.capture(main(), { ...held, ...capturing(4_000n) })).toMatchObject({
      kind: "captured",
      capturedAmount: money(4_000n, "USD"),
    });
    expect(await connector.capture(main(), { ...held, ...capturing(1n) })).toMatchObject({
      kind: "error",
      code: "duplicate_transaction",
    });
  });

  test("several captures leave it authorised until the last", async () => {
    const held = await authorized();
    expect(await connector.capture(main(), { ...held, ...capturing(4_000n, false) })).toMatchObject({
      kind: "authorized",
      capturedAmount: money(4_000n, "USD"),
    });
    expect(await connector.capture(main(), { ...held, ...capturing(6_000n) })).toMatchObject({
      kind: "captured",
      capturedAmount: money(10_000n, "USD"),
      captures: [{ amount: money(4_000n, "USD") }, { amount: money(6_000n, "USD") }],
    });
  });

  test("more than is reserved is a definite no", async () => {
    const held = await authorized();
    expect(await connector.capture(main(), { ...held, ...capturing(10_001n) })).toMatchObject({
      kind: "error",
      code: "invalid_amount",
    });
  });

  test("a reservation is voided", async () => {
    const held = await authorized();
    expect(await connector.void(main(), { ...held, idempotencyKey: "VOID-1" })).toMatchObject({ kind: "voided" });
  });

  const paid = async (scenario: string) => {
    const call = testPayment(scenario);
    return reference(call, idOf(await connector.pay(main(), call)));
  };
  const refunding = (refundNo: string, amount = 4_000n) => ({ amount: money(amount, "USD"), refundNo, reason: null });

  test("a refund is pending and then succeeds", async () => {
    const payment = await paid("001");
    const outcome = await connector.refund(main(), { ...payment, ...refunding("RF-1") });
    expect(outcome).toMatchObject({ kind: "pending", amount: money(4_000n, "USD") });
    await simulator.advance(3_600);
    expect(await connector.queryRefund(main(), { ...payment, refundNo: "RF-1", upstreamRefundId: null })).toMatchObject(
      {
        kind: "succeeded",
        amount: money(4_000n, "USD"),
      },
    );
  });

  test("402 fails later, 404 is unknown and executed, 405 is refused", async () => {
    const closed = await paid("402");
    await connector.refund(main(), { ...closed, ...refunding("RF-2") });
    await simulator.advance(3_600);
    expect(await connector.queryRefund(main(), { ...closed, refundNo: "RF-2", upstreamRefundId: null })).toMatchObject({
      kind: "failed",
      failureCode: "card_closed",
    });
    const silent = await paid("404");
    expect(await connector.refund(main({ timeoutMs: 300 }), { ...silent, ...refunding("RF-3") })).toMatchObject({
      kind: "unknown",
    });
    expect(await connector.queryRefund(main(), { ...silent, refundNo: "RF-3", upstreamRefundId: null })).toMatchObject({
      kind: "pending",
    });
    expect(await connector.refund(main(), { ...(await paid("405")), ...refunding("RF-4") })).toMatchObject({
      kind: "refused",
      upstreamCode: "provider_balance_insufficient",
    });
  });

  test("a refund nobody made is not found", async () => {
    const payment = await paid("001");
    expect(
      await connector.queryRefund(main(), { ...payment, refundNo: "RF-NONE", upstreamRefundId: null }),
    ).toMatchObject({
      kind: "not_found",
    });
  });
});

describe("test", () => {
  test("says that the account works, or why not", async () => {
    expect(await connector.test(main())).toMatchObject({ kind: "ok" });
    expect(await connector.test(main({ credentials: { apiKey: "sk_wrong_key" } }))).toMatchObject({
      kind: "failed",
      reason: "credentials",
    });
    expect(await connector.test(main({ baseUrl: "http://127.0.0.1:9" }))).toMatchObject({ reason: "unreachable" });
  });
});
