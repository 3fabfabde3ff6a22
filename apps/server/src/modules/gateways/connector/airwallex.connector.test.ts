import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestSimulator, type TestSimulator, testCard, testPayment } from "../../../../test/simulator.ts";
import { airwallexConnector as connector } from "./airwallex.connector.ts";
import type { GatewayAccountForCalls, PaymentCall, PaymentOutcome } from "./index.ts";

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.stop());

const account = (changes: Partial<GatewayAccountForCalls> = {}) => simulator.account("sim_airwallex", changes);
const pay = (scenario: string, changes: Partial<PaymentCall> = {}) =>
  connector.pay(account(), testPayment(scenario, changes));
const reference = ({ orderNo, attemptNo }: PaymentCall, outcome?: PaymentOutcome) => ({
  orderNo,
  attemptNo,
  upstreamIntentId: outcome && "upstreamIntentId" in outcome ? outcome.upstreamIntentId : null,
  upstreamAttemptId: outcome && "upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null,
});

describe("pay", () => {
  test("signs in, creates an intent, confirms it and tells all that is known", async () => {
    const outcome = await pay("001");
    expect(outcome).toMatchObject({
      kind: "captured",
      capturedAmount: money(10_000n, "USD"),
      // An intent tells what was captured of it in all, and numbers no capture.
      captures: null,
      amount: money(10_000n, "USD"),
      avs: "match",
      cvc: "match",
      card: { brand: "visa", bin: "400840", last4: "0004" },
      upstreamIntentId: expect.stringMatching(/^int_/),
      upstreamAttemptId: expect.stringMatching(/^att_/),
    });
    expect(outcome.exchanges.map(({ operation, result }) => [operation, result])).toEqual([
      ["login", "success"],
      ["create", "success"],
      ["login", "success"],
      ["confirm", "success"],
    ]);
  });

  test("tells the gateway what the payer agrees to, and keeps by what a renewal will go", async () => {
    const stored = await pay("004", { storeFor: "recurring" });
    expect(stored).toMatchObject({
      kind: "captured",
      credential: {
        schemeTransactionId: expect.stringMatching(/^\d{15}$/),
        tokenReference: expect.stringMatching(/^tok_/),
        consentReference: expect.stringMatching(/^agr_/),
      },
    });
    const confirmed = stored.exchanges.findLast(({ operation }) => operation === "confirm");
    expect(JSON.parse(confirmed?.requestBody ?? "{}")).toMatchObject({
      external_recurring_data: { triggered_by: "customer", merchant_trigger_reason: "scheduled" },
    });
  });

  test("tells the gateway that the payer is not there and which payment a renewal goes back to", async () => {
    const renewed = await pay("112", { renewalOf: "431122334455667" });
    expect(renewed).toMatchObject({ kind: "declined", decline: { code: "revoke_consent" } });
    const confirmed = renewed.exchanges.findLast(({ operation }) => operation === "confirm");
    expect(JSON.parse(confirmed?.requestBody ?? "{}")).toMatchObject({
      external_recurring_data: { triggered_by: "merchant", original_transaction_id: "431122334455667" },
    });
    expect(await pay("112")).toMatchObject({ kind: "captured" });
  });

  test.each([
    ["101", "insufficient_funds", "51"],
    ["102", "do_not_honor", "05"],
    ["103", "expired_card", "54"],
    ["104", "invalid_cvc", "82"],
    ["105", "lost_card", "41"],
    ["106", "stolen_card", "43"],
    ["107", "suspected_fraud", "59"],
    ["108", "restricted_card", "62"],
    ["109", "exceeds_limit", "61"],
    ["110", "issuer_unavailable", "91"],
    ["111", "account_closed", "46"],
    ["114", "risk_declined_upstream", "risk_declined"],
    ["203", "authentication_required", "1A"],
  ])("%s is declined %s", async (scenario, code, upstreamCode) => {
    const call = testPayment(scenario);
    const outcome = await connector.pay(account(), call);
    expect(outcome).toMatchObject({ kind: "declined", decline: { code, upstreamCode } });
    expect(outcome.exchanges.at(-1)).toMatchObject({ operation: "confirm", httpStatus: 400, result: "declined" });
    expect(await connector.query(account(), reference(call, outcome))).toMatchObject({
      kind: "declined",
      decline: { code },
    });
  });

  test("003 is pending, 202 frictionless, 204 attempted without liability shift", async () => {
    expect(await pay("003")).toMatchObject({ kind: "pending" });
    expect(await pay("202")).toMatchObject({
      kind: "captured",
      threeDs: { flow: "frictionless", liabilityShift: true, eci: "05", version: "2.2.0" },
    });
    expect(await pay("204")).toMatchObject({ threeDs: { flow: "attempted", liabilityShift: false } });
  });

  test("201 sends the payer to the issuer and ends as the payer does", async () => {
    const [good, bad] = [testPayment("201"), testPayment("201")];
    const asked = await connector.pay(account(), good);
    expect(asked).toMatchObject({ kind: "action_required", action: { type: "3ds", data: null } });
    expect(asked.kind === "action_required" && asked.action.url).toMatch(/\/challenge\/att_/);
    const refused = await connector.pay(account(), bad);
    const idOf = (outcome: PaymentOutcome) => ("upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : "");
    await simulator.control("POST", `/payments/${idOf(asked)}/authenticate`, { code: "1234" });
    await simulator.control("POST", `/payments/${idOf(refused)}/authenticate`, { code: "0000" });
    expect(await connector.query(account(), reference(good, asked))).toMatchObject({
      kind: "captured",
      threeDs: { flow: "challenge", liabilityShift: true },
    });
    expect(await connector.query(account(), reference(bad, refused))).toMatchObject({
      kind: "declined",
      decline: { code: "authentication_failed" },
    });
  });

  test("205 expires when nobody comes back", async () => {
    const call = testPayment("205");
    const asked = await connector.pay(account(), call);
    await simulator.advance(15 * 60);
    expect(await connector.query(account(), reference(call, asked))).toMatchObject({
      kind: "expired",
      decline: { code: "authentication_abandoned" },
    });
  });

  test.each([
    ["sim_wallet", "redirect"],
    ["sim_qr", "qr"],
  ])("%s shows the payer a %s", async (method, type) => {
    expect(await pay("001", { method, card: null })).toMatchObject({ kind: "action_required", action: { type } });
  });

  test("the same attempt again is the same payment", async () => {
    const call = testPayment("001");
    const [first, second] = [await connector.pay(account(), call), await connector.pay(account(), call)];
    expect(reference(call, second)).toEqual(reference(call, first));
    expect((await simulator.book(call.orderNo)).payments).toHaveLength(1);
  });

  test("an order tried again has an intent of its own, and each is found by its attempt", async () => {
    const first = testPayment("101");
    const second = { ...first, attemptNo: `${first.attemptNo}-2`, card: testCard("001") };
    expect(await connector.pay(account(), first)).toMatchObject({ kind: "declined" });
    expect(await connector.pay(account(), second)).toMatchObject({ kind: "captured" });
    expect(await connector.query(account(), reference(first))).toMatchObject({ kind: "declined" });
    expect(await connector.query(account(), reference(second))).toMatchObject({ kind: "captured" });
  });

  test("wrong credentials are an error before any payment", async () => {
    const outcome = await connector.pay(
      account({ credentials: { clientId: "client_x", apiKey: "nonsense" } }),
      testPayment("001"),
    );
    expect(outcome).toMatchObject({ kind: "error", code: "configuration_error", upstreamIntentId: null });
    expect(outcome.exchanges.map(({ operation }) => operation)).toEqual(["login"]);
  });

  test("an amount the gateway's places cannot hold is refused before anything is sent", async () => {
    const call = testPayment("001", { amount: money(123_456n, "HUF") });
    const outcome = await connector.pay(account({ exponentOverrides: { HUF: 0 } }), call);
    expect(outcome).toMatchObject({ kind: "error", code: "amount_not_representable", exchanges: [] });
  });
});

describe("outcomes nobody knows", () => {
  test("501 is unknown, and a query finds the success by either number", async () => {
    const call = testPayment("501");
    const outcome = await connector.pay(account(), call);
    expect(outcome).toMatchObject({
      kind: "unknown",
      reason: "reset",
      upstreamIntentId: expect.stringMatching(/^int_/),
    });
    expect(await connector.query(account(), reference(call, outcome))).toMatchObject({ kind: "captured" });
    expect(await connector.query(account(), reference(call))).toMatchObject({ kind: "captured" });
  });

  test("502 is unknown, and a query finds an intent that nobody paid", async () => {
    const call = testPayment("502");
    const outcome = await connector.pay(account(), call);
    expect(outcome).toMatchObject({ kind: "unknown" });
    expect(await connector.query(account(), reference(call, outcome))).toMatchObject({ kind: "not_found" });
  });

  test("507 is found one unit short", async () => {
    const call = testPayment("507");
    const outcome = await connector.pay(account(), call);
    await simulator.advance(60);
    expect(await connector.query(account(), reference(call, outcome))).toMatchObject({
      kind: "captured",
      amount: money(10_000n, "USD"),
      capturedAmount: money(9_999n, "USD"),
    });
  });

  test("a gateway out of service before the intent is an error, and a question then stays open", async () => {
    await simulator.control("PUT", "/accounts/sim_airwallex", { profiles: [{ name: "outage" }] });
    const call = testPayment("001");
    expect(await connector.pay(account(), call)).toMatchObject({ kind: "error", code: "processor_error" });
    expect(await connector.query(account(), reference(call))).toMatchObject({ kind: "unknown", reason: "http_503" });
    await simulator.control("PUT", "/accounts/sim_airwallex", { profiles: [] });
    expect(await connector.query(account(), reference(call))).toMatchObject({ kind: "not_found" });
  });
});

describe("what follows a payment", () => {
  const held = async () => {
    const call = testPayment("004", { captureMethod: "manual" });
    const outcome = await connector.pay(account(), call);
    expect(outcome).toMatchObject({ kind: "authorized" });
    return reference(call, outcome);
  };
  const capturing = (amount: bigint, isFinal = true) => ({
    amount: money(amount, "USD"),
    isFinal,
    idempotencyKey: `CAP-${Math.random()}`,
  });

  test("a part is captured and the rest released", async () => {
    const payment = await held();
    expect(await connector.capture(account(), { ...payment, ...capturing(4_001n) })).toMatchObject({
      kind: "captured",
      capturedAmount: money(4_001n, "USD"),
    });
    expect(await connector.capture(account(), { ...payment, ...capturing(1n) })).toMatchObject({
      kind: "error",
      code: "duplicate_transaction",
    });
  });

  test("a capture that leaves the rest reserved is refused before it is sent", async () => {
    expect(await connector.capture(account(), { ...(await held()), ...capturing(1n, false) })).toMatchObject({
      kind: "error",
      code: "invalid_transaction",
      exchanges: [],
    });
  });

  test("a reservation is voided", async () => {
    expect(
      await connector.void(account(), { ...(await held()), idempotencyKey: `VOID-${Math.random()}` }),
    ).toMatchObject({
      kind: "voided",
    });
  });

  test("refunds are pending, succeed, fail, stay unknown or are refused", async () => {
    const paid = async (scenario: string) => {
      const call = testPayment(scenario);
      return reference(call, await connector.pay(account(), call));
    };
    const refunding = (refundNo: string) => ({ amount: money(4_000n, "USD"), refundNo, reason: "returned goods" });
    const [good, closed, silent] = [await paid("001"), await paid("402"), await paid("404")];
    expect(await connector.refund(account(), { ...good, ...refunding("RF-1") })).toMatchObject({
      kind: "pending",
      amount: money(4_000n, "USD"),
    });
    await connector.refund(account(), { ...closed, ...refunding("RF-2") });
    expect(await connector.refund(account(), { ...silent, ...refunding("RF-3") })).toMatchObject({ kind: "unknown" });
    expect(await connector.refund(account(), { ...(await paid("405")), ...refunding("RF-4") })).toMatchObject({
      kind: "refused",
      upstreamCode: "provider_balance_insufficient",
    });
    await simulator.advance(3_600);
    const ask = (payment: ReturnType<typeof reference>, refundNo: string) =>
      connector.queryRefund(account(), { ...payment, refundNo, upstreamRefundId: null });
    expect(await ask(good, "RF-1")).toMatchObject({ kind: "succeeded", arn: expect.any(String) });
    expect(await ask(closed, "RF-2")).toMatchObject({ kind: "failed", failureCode: "card_closed" });
    expect(await ask(silent, "RF-3")).toMatchObject({ kind: "succeeded" });
    expect(await ask(good, "RF-NONE")).toMatchObject({ kind: "not_found" });
  });

  test("a test says that the account works, or why not", async () => {
    expect(await connector.test(account())).toMatchObject({ kind: "ok" });
    expect(await connector.test(account({ credentials: { clientId: "c", apiKey: "nonsense" } }))).toMatchObject({
      kind: "failed",
      reason: "credentials",
    });
    expect(await connector.test(account({ baseUrl: "http://127.0.0.1:9" }))).toMatchObject({ reason: "unreachable" });
  });
});

describe("sessions", () => {
  /** A gateway that counts sign-ins and forgets tokens when told to. */
  async function buildGateway() {
    const seen: string[] = [];
    const state = { token: "token-0001", logins: 0 };
    const answer = (request: IncomingMessage): [number, object] => {
      if (request.url?.endsWith("/login")) {
        state.logins += 1;
        return [201, { token: state.token, expires_at: new Date(Date.now() + 1_800_000).toISOString() }];
      }
      const isKnown = request.headers.authorization === `Bearer ${state.token}`;
      return isKnown ? [200, { items: [] }] : [401, { code: "unauthorized", message: "Access denied" }];
    };
    const server = createServer((request, response) => {
      seen.push(request.url ?? "");
      const [status, body] = answer(request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return {
      state,
      account: account({ id: `gac_${port}`, baseUrl: `http://127.0.0.1:${port}` }),
      stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
    };
  }

  test("a token is used again, by calls at once too, and replaced when the gateway forgets it", async () => {
    const gateway = await buildGateway();
    const ask = () =>
      connector.query(gateway.account, {
        orderNo: "O",
        attemptNo: "A",
        upstreamIntentId: null,
        upstreamAttemptId: null,
      });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(gateway.state.logins).toBe(1);
    gateway.state.token = "token-0002";
    expect(await ask()).toMatchObject({ kind: "not_found" });
    expect(gateway.state.logins).toBe(2);
    await gateway.stop();
  });
});

describe("payouts", () => {
  const { payouts } = connector;
  if (!payouts) throw new Error("Airwallex pays out");
  const call = (payoutNo: string, ending: string) => ({
    payoutNo,
    amount: money(12_345n, "USD"),
    statement: "INV 118",
    beneficiary: {
      holderType: "company" as const,
      holderName: "Paper Mill Inc",
      country: "US",
      bankName: "Paper Bank",
      swift: null,
      routingNo: "021000021",
      numberKind: "account_no" as const,
      number: `1234567800${ending}`,
    },
  });

  test("are sent once for their number, found by it, and end as the bank says", async () => {
    const sent = await payouts.send(account(), call("PO-1", "02"));
    expect(sent).toMatchObject({ kind: "pending", payoutNo: "PO-1", amount: money(12_345n, "USD") });
    const again = await payouts.send(account(), call("PO-1", "02"));
    expect(again).toMatchObject({ kind: "pending", providerReference: Reflect.get(sent, "providerReference") });
    expect(await payouts.send(account(), call("PO-1", "01"))).toMatchObject({ kind: "unknown", reason: "duplicate" });
    await simulator.advance(3_600);
    expect(await payouts.query(account(), { payoutNo: "PO-1", providerReference: null })).toMatchObject({
      kind: "failed",
      failureCode: "account_closed",
    });
    expect(await payouts.query(account(), { payoutNo: "PO-9", providerReference: null })).toMatchObject({
      kind: "not_found",
    });
  });

  test("beyond the balance are refused, and the balance says so before", async () => {
    await simulator.control("PUT", "/accounts/sim_airwallex", { balances: [{ currency: "USD", amount: 12_344 }] });
    expect(await payouts.balance?.(account(), "USD")).toMatchObject({ kind: "held", available: money(12_344n, "USD") });
    expect(await payouts.send(account(), call("PO-2", "01"))).toMatchObject({
      kind: "refused",
      upstreamCode: "insufficient_fund",
    });
    await simulator.control("PUT", "/accounts/sim_airwallex", { balances: [] });
  });
});
