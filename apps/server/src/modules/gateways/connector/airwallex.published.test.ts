import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import {
  type AirwallexAnswers as Answers,
  airwallexThatAnswers as gateway,
} from "../../../../test/airwallex-answers.ts";
import { testPayment } from "../../../../test/simulator.ts";
import { connectorOf, type PayerDetails, type PaymentCall } from "./index.ts";

const connector = connectorOf("airwallex");

const created = { id: "int_1", amount: 100, currency: "USD", status: "REQUIRES_PAYMENT_METHOD" };
/** Published: the attempt of an answer names no currency, and the network's approval stands beside it. */
const attempt = {
  id: "att_1",
  amount: 100,
  captured_amount: 0,
  status: "AUTHORIZED",
  provider_transaction_id: "184716548151_265868712794696",
  provider_original_response_code: "00",
  authorization_code: "803478",
};
const paid = { ...created, captured_amount: 100, status: "SUCCEEDED", latest_payment_attempt: attempt };
const sound: Answers = { "/create": [201, created], "/confirm": [200, paid] };
const payer: PayerDetails = {
  ip: "203.0.113.7",
  deviceId: "order-session-1",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
  email: null,
  name: "Ada Payer",
  country: "SE",
};
const phone = { ...payer, userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 9)" };
const tablet = { ...payer, userAgent: "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)" };

const reference = ({ orderNo, attemptNo }: PaymentCall) => ({
  orderNo,
  attemptNo,
  upstreamIntentId: null,
  upstreamAttemptId: null,
});

describe("a question without the intent's id", () => {
  const call = testPayment("001");
  const metadata = { attempt_no: call.attemptNo };
  const listed = { id: "int_1", metadata, latest_payment_attempt: { id: "att_1" } };

  test("matches the list, whose entries name their attempt alone, and then asks for the intent", async () => {
    const { account, asked } = await gateway({
      "/payment_intents": [200, { has_more: false, items: [{ ...listed, id: "int_2", metadata: {} }, listed] }],
      "/payment_intents/int_1": [200, { ...paid, metadata }],
    });
    expect(await connector.query(account, reference(call))).toMatchObject({
      kind: "captured",
      upstreamIntentId: "int_1",
      capturedAmount: money(10_000n, "USD"),
    });
    expect(asked.map(({ path }) => path.replace(/\?.*/, "")).slice(1)).toEqual([
      "/api/v1/pa/payment_intents",
      "/api/v1/pa/payment_intents/int_1",
    ]);
  });

  test("stays open while the list has more pages", async () => {
    const { account } = await gateway({ "/payment_intents": [200, { has_more: true, items: [] }] });
    expect(await connector.query(account, reference(call))).toMatchObject({ kind: "unknown" });
  });
});

describe("a request id that was used before", () => {
  test.each(["/create", "/confirm"])("leaves a payment unknown at %s", async (step) => {
    const { account } = await gateway({ ...sound, [step]: [400, { code: "duplicate_request", message: "Used." }] });
    expect(await connector.pay(account, testPayment("001"))).toMatchObject({ kind: "unknown", reason: "duplicate" });
  });
});

describe("a refund whose answer was lost", () => {
  test.each([
    [{ upstreamIntentId: "int_1" }, "payment_intent_id=int_1"],
    [{ upstreamIntentId: null }, "payment_attempt_id=att_1"],
  ])("is looked for by what is known of its payment: %o", async (known, filter) => {
    const { account, asked } = await gateway({ "/refunds": [200, { has_more: false, items: [] }] });
    const payment = { ...reference(testPayment("001")), upstreamAttemptId: "att_1", ...known };
    const question = { ...payment, refundNo: "RF-1", upstreamRefundId: null };
    expect(await connector.queryRefund(account, question)).toMatchObject({ kind: "not_found" });
    expect(asked.at(-1)?.path).toContain(filter);
  });
});

describe("authentication of the payer", () => {
  test("is forced where the intent is created, and the confirmation says nothing of it", async () => {
    const { account, bodyOf } = await gateway(sound);
    await connector.pay(account, testPayment("001", { threeDs: "force" }));
    expect(bodyOf("/create")).toMatchObject({ payment_method_options: { card: { three_ds_action: "FORCE_3DS" } } });
    expect(bodyOf("/confirm")).toMatchObject({ payment_method_options: { card: { auto_capture: true } } });
    expect(JSON.stringify(bodyOf("/confirm"))).not.toContain("three_ds");
  });

  test("is the gateway's to decide otherwise", async () => {
    const { account, bodyOf } = await gateway(sound);
    await connector.pay(account, testPayment("001"));
    expect(JSON.stringify([bodyOf("/create"), bodyOf("/confirm")])).not.toContain("three_ds");
  });
});

describe("methods other than cards", () => {
  const told = [
    ["alipay", payer, { type: "alipaycn", alipaycn: { flow: "qrcode" } }],
    ["alipay", phone, { type: "alipaycn", alipaycn: { flow: "mobile_web", os_type: "android" } }],
    ["alipay_hk", tablet, { type: "alipayhk", alipayhk: { flow: "mobile_web", os_type: "ios" } }],
    ["wechat", payer, { type: "wechatpay", wechatpay: { flow: "qrcode" } }],
    ["wechat", phone, { type: "wechatpay", wechatpay: { flow: "mobile_web" } }],
    ["paynow", payer, { type: "pay_now", pay_now: { shopper_name: "Ada Payer" } }],
    ["paypal", payer, { type: "paypal", paypal: { shopper_name: "Ada Payer", country_code: "SE" } }],
    ["klarna", payer, { type: "klarna", klarna: { country_code: "SE" } }],
    ["ovo", payer, { type: "ovo", ovo: {} }],
  ] as const;

  test.each(told)("%s tells what its page asks for", async (method, whom, expected) => {
    const { account, bodyOf } = await gateway(sound);
    await connector.pay(account, testPayment("001", { method, card: null, payer: whom }));
    expect(bodyOf("/confirm")?.payment_method).toEqual(expected);
  });

  test.each([
    ["paynow", "payer_name_missing"],
    ["paypal", "payer_name_missing"],
    ["klarna", "payer_country_missing"],
  ])("%s is not asked for without what it cannot do without", async (method, upstreamCode) => {
    const { account, asked } = await gateway(sound);
    expect(await connector.pay(account, testPayment("001", { method, card: null }))).toMatchObject({
      kind: "error",
      code: "invalid_transaction",
      upstreamCode,
    });
    expect(asked).toEqual([]);
  });
});

describe("the payer's device", () => {
  test("is named by the session that its fingerprint was taken under", async () => {
    const { account, bodyOf } = await gateway(sound);
    await connector.pay(account, testPayment("001", { payer }));
    expect(bodyOf("/confirm")?.device_data).toEqual({
      device_id: "order-session-1",
      ip_address: "203.0.113.7",
      browser: { user_agent: payer.userAgent },
    });
  });
});

describe("a renewal", () => {
  const sentFor = async (renewalOf: string) => {
    const { account, bodyOf } = await gateway(sound);
    await connector.pay(account, testPayment("001", { renewalOf }));
    return bodyOf("/confirm")?.external_recurring_data;
  };

  test.each(["431122334455667", "MCC1234560601"])(
    "goes by the scheme's number %s of the first payment",
    async (first) => {
      expect(await sentFor(first)).toMatchObject({ triggered_by: "merchant", original_transaction_id: first });
    },
  );

  test("goes by none where the scheme told none: our own number proves nothing to an issuer", async () => {
    expect(await sentFor("OR-20260601-1")).toEqual({
      triggered_by: "merchant",
      merchant_trigger_reason: "scheduled",
    });
  });
});

describe("answers", () => {
  test("whose attempt names no currency are read by the intent's", async () => {
    const { account } = await gateway(sound);
    expect(await connector.pay(account, testPayment("001"))).toMatchObject({
      kind: "captured",
      capturedAmount: money(10_000n, "USD"),
      authCode: "803478",
      upstreamAttemptId: "att_1",
    });
  });

  test.each([
    ["intent", { ...created, status: "REQUIRES_SOMETHING_NEW" }],
    ["attempt", { ...created, latest_payment_attempt: { ...attempt, status: "SOMETHING_NEW" } }],
  ])("with a new status of an %s are unknown, and no absent payment", async (_, body) => {
    const { account } = await gateway({ "/payment_intents/int_1": [200, body], "/create": [201, body] });
    const known = { ...reference(testPayment("001")), upstreamIntentId: "int_1" };
    expect(await connector.query(account, known)).toMatchObject({ kind: "unknown" });
    expect(await connector.pay(account, testPayment("001"))).toMatchObject({ kind: "unknown" });
  });

  test("of a capture that failed show the failure's code, not the issuer's approval before it", async () => {
    const failed = { ...attempt, status: "FAILED", failure_code: "capture_failed" };
    const { account } = await gateway({
      "/payment_intents/int_1": [200, { ...created, latest_payment_attempt: failed }],
    });
    const known = { ...reference(testPayment("001")), upstreamIntentId: "int_1" };
    expect(await connector.query(account, known)).toMatchObject({
      kind: "declined",
      decline: { upstreamCode: "capture_failed" },
    });
  });
});

describe("notifications", () => {
  const now = new Date("2026-06-01T00:00:00Z");
  const read = async (event: object) => {
    const { account } = await gateway({});
    const rawBody = Buffer.from(JSON.stringify({ id: "evt_1", ...event }));
    return connector.readNotification(account, { headers: {}, rawBody, now, isProven: true });
  };

  test.each([
    ["payout.transfer.sent", { subject: "payout", outcome: { kind: "pending", providerReference: "obj_1" } }],
    ["deposit.settled", { subject: "other", objectType: "deposit", upstreamId: "obj_1" }],
  ])("of %s carry their object in data itself", async (name, fact) => {
    const data = { id: "obj_1", status: "SENT", amount_payer_pays: 12.3 };
    expect(await read({ name, created_at: "2026-06-01T08:00:01+0800", data })).toMatchObject({
      occurredAt: "2026-06-01T00:00:01.000Z",
      facts: [fact],
    });
  });

  test("of disputes without an instant are as old as their arrival", async () => {
    const data = { object: { id: "dsp_1", status: "PENDING_DECISION" } };
    expect(await read({ name: "payment_dispute.pending_decision", data })).toMatchObject({
      occurredAt: now.toISOString(),
      facts: [{ subject: "other", objectType: "payment_dispute", upstreamId: "dsp_1" }],
    });
  });

  test.each([
    ["payment_intent.renewed", { ...created, status: "SOMETHING_NEW" }],
    ["payment_attempt.renewed", { ...attempt, payment_intent_id: "int_1", status: "SOMETHING_NEW" }],
    ["refund.renewed", { id: "rfd_1", amount: 1, currency: "USD", status: "SOMETHING_NEW" }],
  ])("of %s with a status that nobody knows are kept as something else", async (name, object) => {
    expect(await read({ name, created_at: "2026-06-01T00:00:01+0000", data: { object } })).toMatchObject({
      facts: [{ subject: "other", objectType: name.split(".")[0], upstreamId: object.id }],
    });
  });

  test("of an attempt that names no currency tell its state all the same", async () => {
    const object = { ...attempt, payment_intent_id: "int_1", status: "FAILED", failure_code: "issuer_declined" };
    const declined = { ...object, provider_original_response_code: "51" };
    expect(await read({ name: "payment_attempt.authorization_failed", data: { object: declined } })).toMatchObject({
      facts: [{ subject: "payment", outcome: { kind: "declined", decline: { code: "insufficient_funds" } } }],
    });
  });

  test.each([
    ["captured_amount", 100, "reversed"],
    ["captured_amount", 0, "declined"],
  ])("of a failed attempt without a currency, whose %s is %d, tell that it was %s", async (field, amount, kind) => {
    const object = { ...attempt, payment_intent_id: "int_1", status: "FAILED", [field]: amount };
    expect(await read({ name: "payment_attempt.capture_failed", data: { object } })).toMatchObject({
      facts: [{ subject: "payment", outcome: { kind } }],
    });
  });
});
