import { createHmac } from "node:crypto";
import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { readAirwallexNotification } from "./airwallex-notification.service.ts";
import type { GatewayAccountForCalls } from "./index.ts";

const account = (changes: Partial<GatewayAccountForCalls> = {}): GatewayAccountForCalls => ({
  id: "gac_1",
  tenantId: 1,
  gatewayId: "gtw_1",
  upstreamMid: "mid",
  connector: "airwallex",
  baseUrl: "https://api.example.com",
  mode: "test",
  testHosts: ["127.0.0.1"],
  credentials: {},
  webhookSecret: secret,
  timeoutMs: 1_000,
  flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 1, perSecond: 1_000 },
  exponentOverrides: {},
  ...changes,
});
const secret = "whsec_0001_of_this_account";

describe("readNotification", () => {
  const now = new Date("2026-06-01T00:00:00Z");
  const signed = (body: string, at = String(now.getTime()), key = secret) => ({
    headers: {
      "x-timestamp": at,
      "x-signature": createHmac("sha256", key)
        .update(at + body)
        .digest("hex"),
    },
    rawBody: Buffer.from(body),
    now,
    isProven: false,
  });
  const intent = {
    id: "int_1",
    merchant_order_id: "OR-1",
    amount: 100,
    captured_amount: 100.5,
    currency: "USD",
    status: "SUCCEEDED",
    metadata: { attempt_no: "AT-1" },
    updated_at: "2026-06-01T00:00:01+0000",
  };
  const event = (name: string, object: object) =>
    JSON.stringify({ id: "evt_1", name, created_at: "2026-06-01T00:00:01+0000", data: { object } });

  test("reads a proven one", () => {
    const body = event("payment_intent.succeeded", intent);
    expect(readAirwallexNotification(account(), signed(body))).toMatchObject({
      eventId: "evt_1",
      eventType: "payment_intent.succeeded",
      occurredAt: "2026-06-01T00:00:01.000Z",
      facts: [
        {
          subject: "payment",
          orderNo: "OR-1",
          attemptNo: "AT-1",
          outcome: { kind: "captured", capturedAmount: money(10_050n, "USD") },
        },
      ],
    });
  });

  test("reads events of attempts by their own shape", () => {
    const attempt = {
      id: "att_1",
      payment_intent_id: "int_1",
      amount: 100,
      currency: "USD",
      status: "FAILED",
      failure_code: "issuer_declined",
      provider_original_response_code: "51",
      merchant_advice_code: "24",
    };
    expect(
      readAirwallexNotification(account(), signed(event("payment_attempt.authorization_failed", attempt))),
    ).toMatchObject({
      facts: [
        {
          outcome: {
            kind: "declined",
            upstreamIntentId: "int_1",
            decline: { code: "insufficient_funds", adviceCode: "24" },
          },
        },
      ],
    });
  });

  test("takes the time from what it is about where the notification itself says none", () => {
    const body = JSON.stringify({
      id: "evt_1",
      name: "payment_intent.succeeded",
      accountId: "acct_1",
      data: { object: intent },
    });
    expect(readAirwallexNotification(account(), signed(body))).toMatchObject({
      eventId: "evt_1",
      occurredAt: "2026-06-01T00:00:01.000Z",
      facts: [{ outcome: { kind: "captured" } }],
    });
    const timeless = JSON.stringify({ id: "evt_1", name: "customer.updated", data: { object: { id: "cus_1" } } });
    expect(readAirwallexNotification(account(), signed(timeless))).toMatchObject({ occurredAt: now.toISOString() });
  });

  test("waits for a payment that the gateway reviews", () => {
    const body = event("payment_intent.pending_review", { ...intent, captured_amount: 0, status: "PENDING_REVIEW" });
    expect(readAirwallexNotification(account(), signed(body))).toMatchObject({
      facts: [{ subject: "payment", orderNo: "OR-1", outcome: { kind: "pending" } }],
    });
  });

  test("reads an attempt that names no order and authenticated nobody", () => {
    const attempt = {
      id: "att_1",
      payment_intent_id: "int_1",
      amount: 62_723,
      currency: "KRW",
      status: "RECEIVED",
      captured_amount: 0,
      payment_method: { type: "card", card: { brand: "mastercard", last4: "1111" } },
      authentication_data: { avs_result: "U", cvc_result: "U", ds_data: {}, fraud_data: { score: "0" } },
    };
    expect(readAirwallexNotification(account(), signed(event("payment_attempt.received", attempt)))).toMatchObject({
      facts: [
        {
          subject: "payment",
          orderNo: null,
          outcome: {
            kind: "pending",
            upstreamIntentId: "int_1",
            threeDs: null,
            avs: "unavailable",
            cvc: "unavailable",
          },
        },
      ],
    });
  });

  test("keeps what nobody knows as other", () => {
    expect(readAirwallexNotification(account(), signed(event("payment_dispute.won", { id: "dsp_1" })))).toMatchObject({
      facts: [{ subject: "other", objectType: "payment_dispute", upstreamId: "dsp_1" }],
    });
  });

  test("refuses what is not proven", () => {
    const body = event("payment_intent.succeeded", intent);
    const good = signed(body);
    const refused = [
      { ...good, headers: {} },
      { ...good, headers: { ...good.headers, "x-signature": "0".repeat(64) } },
      {
        ...good,
        headers: { ...good.headers, "x-signature": [good.headers["x-signature"], good.headers["x-signature"]] },
      },
      { ...good, headers: { ...good.headers, "x-timestamp": String(now.getTime() + 1) } },
      { ...good, rawBody: Buffer.from(body.replace("100.5", "900.5")) },
      { ...good, rawBody: Buffer.from(JSON.stringify(JSON.parse(body), null, 1)) },
      signed(body, String(now.getTime()), "whsec_of_another_account"),
    ];
    for (const incoming of refused) expect(readAirwallexNotification(account(), incoming)).toBe("invalid_signature");
    expect(readAirwallexNotification(account({ webhookSecret: null }), good)).toBe("invalid_signature");
  });

  test("refuses a live proof older or newer than five minutes", () => {
    const body = event("payment_intent.succeeded", intent);
    const live = account({ mode: "live" });
    for (const offMs of [-301_000, 301_000]) {
      const stale = signed(body, String(now.getTime() + offMs));
      expect(readAirwallexNotification(live, stale)).toBe("invalid_signature");
      expect(readAirwallexNotification(live, { ...stale, isProven: true })).toMatchObject({ eventId: "evt_1" });
    }
    expect(readAirwallexNotification(live, signed(body))).toMatchObject({ eventId: "evt_1" });
  });

  test.each(["", "[]", "null", "{", '{"id":1}', "\uFEFF{}", event("payment_intent.succeeded", { id: "int_1" })])(
    "says that %j is no notification",
    (body) => {
      expect(readAirwallexNotification(account(), signed(body))).toBe("unparsable");
    },
  );

  test("says that bytes are no text", () => {
    const rawBody = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const at = String(now.getTime());
    const signature = createHmac("sha256", secret).update(at).update(rawBody).digest("hex");
    const headers = { "x-timestamp": at, "x-signature": signature };
    expect(readAirwallexNotification(account(), { headers, rawBody, now, isProven: false })).toBe("unparsable");
  });
});
