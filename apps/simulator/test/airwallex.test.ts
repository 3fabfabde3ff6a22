import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, buildBench, buildReceiver } from "./bench.ts";

let bench: Bench;
let token: string;
let lastRequest = 0;
const keys = { "x-client-id": "client_sim_airwallex", "x-api-key": "sk_sim_airwallex_0001" };
/** A token is good for half an hour of the simulator's clock. */
const logIn = async (): Promise<void> => {
  token = (await bench.call("POST", "/api/v1/authentication/login", undefined, keys)).body.token;
};
beforeEach(async () => {
  bench = await buildBench();
  await logIn();
});
afterEach(() => bench.stop());

const auth = () => ({ authorization: `Bearer ${token}` });
const post = (path: string, body: object) => {
  lastRequest += 1;
  return bench.call("POST", `/api/v1/pa/${path}`, { request_id: `req-${lastRequest}`, ...body }, auth());
};
const get = (path: string) => bench.call("GET", `/api/v1/pa/${path}`, undefined, auth());
const create = async (amount = 12.34, currency = "USD") =>
  (await post("payment_intents/create", { amount, currency, merchant_order_id: "ORDER-1" })).body;
const method = (scenario: string) => ({
  type: "card",
  card: { number: bench.card(scenario).number, expiry_month: "12", expiry_year: "2030", cvc: "999" },
});
const confirm = (id: string, scenario: string, rest: object = {}) =>
  post(`payment_intents/${id}/confirm`, { payment_method: method(scenario), ...rest });

describe("the Airwallex-shaped face", () => {
  test("refuses wrong credentials and tokens", async () => {
    expect((await bench.call("POST", "/api/v1/authentication/login")).status).toBe(401);
    token = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    expect((await get("payment_intents")).body.code).toBe("credentials_invalid");
  });

  test("takes an intent from creation to success and notifies its account", async () => {
    const receiver = await buildReceiver();
    await bench.configure("sim_airwallex", { webhookUrl: receiver.url });
    const intent = await create();
    expect(intent).toMatchObject({ status: "REQUIRES_PAYMENT_METHOD", amount: 12.34, captured_amount: 0 });
    const { status, body } = await confirm(intent.id, "001");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "SUCCEEDED",
      captured_amount: 12.34,
      latest_payment_attempt: {
        status: "AUTHORIZED",
        captured_amount: 0,
        authorization_code: expect.stringMatching(/^\d{6}$/),
        payment_method_transaction_id: expect.stringMatching(/^\d{15}$/),
        payment_method: { card: { last4: "0004" } },
      },
    });
    expect((await get(`payment_intents/${intent.id}`)).body.latest_payment_attempt).toMatchObject({
      status: "CAPTURE_REQUESTED",
      captured_amount: 12.34,
    });
    await bench.advance(0);
    expect(receiver.types()).toEqual(["payment_attempt.capture_requested", "payment_intent.succeeded"]);
    expect(receiver.received.map(({ object }) => object)).toMatchObject([
      { payment_intent_id: intent.id, status: "CAPTURE_REQUESTED", currency: "USD" },
      { id: intent.id, status: "SUCCEEDED" },
    ]);
    await bench.advance(2 * 86_400);
    expect(receiver.types().slice(2)).toEqual(["payment_attempt.settled", "payment_attempt.paid"]);
    await receiver.stop();
  });

  test("answers a decline as an error with the network's code, and lets the payer try again", async () => {
    const intent = await create();
    const declined = await confirm(intent.id, "101");
    expect([declined.status, declined.body]).toMatchObject([
      400,
      { code: "issuer_declined", provider_original_response_code: "51" },
    ]);
    expect((await get(`payment_intents/${intent.id}`)).body).toMatchObject({
      status: "REQUIRES_PAYMENT_METHOD",
      latest_payment_attempt: { status: "FAILED", failure_code: "issuer_declined" },
    });
    expect((await confirm(intent.id, "001")).body.status).toBe("SUCCEEDED");
    expect((await confirm(intent.id, "001")).body.code).toBe("invalid_status_for_operation");
    expect((await get(`payment_attempts?payment_intent_id=${intent.id}`)).body.items).toHaveLength(2);
  });

  test("authenticates, authorises, captures, refunds and cancels", async () => {
    const manual = { payment_method_options: { card: { auto_capture: false } } };
    const intent = await create(10, "KWD");
    const { body } = await confirm(intent.id, "201", manual);
    expect(body).toMatchObject({
      status: "REQUIRES_CUSTOMER_ACTION",
      next_action: { type: "redirect", method: "GET" },
    });
    await fetch(body.next_action.url, { method: "POST", body: new URLSearchParams({ code: "1" }) });
    expect((await get(`payment_intents/${intent.id}`)).body.status).toBe("REQUIRES_CAPTURE");
    const captured = await post(`payment_intents/${intent.id}/capture`, { amount: 4.005 });
    expect(captured.body).toMatchObject({ status: "SUCCEEDED", captured_amount: 4.005 });
    const refund = await post("refunds/create", { payment_intent_id: intent.id, amount: 1.5 });
    expect([refund.status, refund.body.status, refund.body.amount]).toEqual([201, "RECEIVED", 1.5]);
    await bench.advance(1);
    expect((await get(`refunds/${refund.body.id}`)).body.status).toBe("ACCEPTED");
    await bench.advance(4);
    expect((await get(`refunds/${refund.body.id}`)).body.status).toBe("SETTLED");
    const other = await create();
    await confirm(other.id, "001", manual);
    const cancelled = await post(`payment_intents/${other.id}/cancel`, { cancellation_reason: "changed mind" });
    expect(cancelled.body).toMatchObject({ status: "CANCELLED", latest_payment_attempt: { status: "CANCELLED" } });
  });

  test("502 leaves the intent as it was; the same request_id twice is one attempt", async () => {
    const intent = await create();
    await expect(confirm(intent.id, "502")).rejects.toThrow();
    expect((await get(`payment_intents/${intent.id}`)).body).toMatchObject({ status: "REQUIRES_PAYMENT_METHOD" });
    const same = { request_id: "the-same" };
    await confirm(intent.id, "003", same);
    expect((await confirm(intent.id, "003", same)).body.status).toBe("PENDING");
    const repeated = await confirm(intent.id, "001", same);
    expect([repeated.status, repeated.body.code]).toEqual([400, "duplicate_request"]);
    expect((await get(`payment_attempts?payment_intent_id=${intent.id}`)).body.items).toHaveLength(1);
  });

  test("lists by page, naming attempts and telling nothing more of them", async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.push((await create()).id);
    await confirm(ids[2] ?? "", "001");
    const first = (await get("payment_intents?merchant_order_id=ORDER-1&page_size=2")).body;
    expect([first.has_more, first.items.map(({ id }: { id: string }) => id)]).toEqual([true, [ids[2], ids[1]]]);
    expect(first.items[0].latest_payment_attempt).toEqual({ id: expect.stringMatching(/^att_/) });
    const second = (await get("payment_intents?merchant_order_id=ORDER-1&page_size=2&page_num=1")).body;
    expect([second.has_more, second.items.map(({ id }: { id: string }) => id)]).toEqual([false, [ids[0]]]);
  });

  test("authenticates the payer where the intent was created so, whatever its confirmation says", async () => {
    const forced = { payment_method_options: { card: { three_ds_action: "FORCE_3DS" } } };
    const amount = { amount: 12.34, currency: "USD", merchant_order_id: "ORDER-1" };
    const { body: intent } = await post("payment_intents/create", { ...amount, ...forced });
    expect((await confirm(intent.id, "203")).body.status).toBe("REQUIRES_CUSTOMER_ACTION");
    expect((await confirm((await create()).id, "203", forced)).body.code).toBe("issuer_declined");
  });

  test("writes instants and absence as published, and failed attempts as attempts", async () => {
    const receiver = await buildReceiver();
    await bench.configure("sim_airwallex", { webhookUrl: receiver.url });
    const intent = await create();
    expect(intent.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    const absent = await get("payment_intents/int_none");
    expect([absent.status, absent.body.code]).toEqual([404, "resource_not_found"]);
    await confirm(intent.id, "101");
    await bench.advance(0);
    expect(receiver.types()).toEqual([
      "payment_attempt.authorization_failed",
      "payment_intent.requires_payment_method",
    ]);
    expect(receiver.received[0]?.object).toMatchObject({
      payment_intent_id: intent.id,
      failure_code: "issuer_declined",
    });
    await receiver.stop();
  });

  test("tells of disputes as its schemes have them, and takes the merchant's answers", async () => {
    const receiver = await buildReceiver();
    await bench.configure("sim_airwallex", { webhookUrl: receiver.url });
    const opened = async (stage: string) => {
      const intent = await create();
      const { latest_payment_attempt: attempt } = (await confirm(intent.id, "001")).body;
      return (await bench.control("POST", `/payments/${attempt.id}/dispute`, { stage })).body.id;
    };
    const statusOf = async (id: string) => {
      const { stage, status } = (await get(`payment_disputes/${id}`)).body;
      return `${stage} ${status}`;
    };
    const [early, ignored, fought] = [
      await opened("pre_chargeback"),
      await opened("chargeback"),
      await opened("chargeback"),
    ];
    const documents = { supporting_documents: { receipt: "file_1", delivery: "file_2" } };
    expect((await post(`payment_disputes/${fought}/challenge`, documents)).body.status).toBe("CHALLENGED");
    await bench.control("POST", `/disputes/${fought}/rule`, { outcome: "pending_decision" });
    expect(await statusOf(fought)).toBe("CHARGEBACK PENDING_DECISION");
    await bench.advance(65 * 3_600);
    await logIn();
    expect(await statusOf(early)).toBe("PRE_CHARGEBACK ACCEPTED");
    await bench.advance(18 * 86_400);
    await logIn();
    expect([await statusOf(ignored), await statusOf(fought)]).toEqual(["CHARGEBACK EXPIRED", "CHARGEBACK WON"]);
    expect((await post(`payment_disputes/${ignored}/accept`, {})).body.code).toBe("invalid_status_for_operation");
    const first = (await get("payment_disputes?size=2")).body;
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual([fought, ignored]);
    expect((await get(`payment_disputes?size=2&page=${first.page_after}`)).body.items).toHaveLength(1);
    const told = receiver.types().filter((type) => type.startsWith("payment_dispute."));
    expect(told).toEqual(
      expect.arrayContaining([
        "payment_dispute.pending_decision",
        "payment_dispute.accepted",
        "payment_dispute.expired",
      ]),
    );
    await receiver.stop();
  });

  test("pays out by transfers, found by their request id, and tells of each by an event", async () => {
    const receiver = await buildReceiver();
    await bench.configure("sim_airwallex", {
      webhookUrl: receiver.url,
      balances: [{ currency: "USD", amount: 50_000 }],
    });
    const version = { "x-api-version": "2024-09-27" };
    const transfer = (path: string, body?: object, more: object = version) =>
      bench.call(body ? "POST" : "GET", `/api/v1/${path}`, body, { ...auth(), ...more });
    const send = (requestId: string, number: string, amount = "100.00") =>
      transfer("transfers/create", {
        request_id: requestId,
        reference: "INV 118",
        reason: "other_services",
        source_currency: "USD",
        transfer_currency: "USD",
        transfer_amount: amount,
        transfer_method: "LOCAL",
        beneficiary: { type: "BANK_ACCOUNT", entity_type: "COMPANY", bank_details: { account_number: number } },
      });
    const { status, body: paid } = await send("PO-1", "123401");
    expect([status, paid]).toMatchObject([201, { status: "PROCESSING", transfer_amount: "100.00" }]);
    const { body: failed } = await send("PO-2", "123402");
    expect((await send("PO-1", "123401")).body.id).toBe(paid.id);
    expect((await send("PO-1", "123402")).body.code).toBe("duplicate_request");
    expect((await send("PO-3", "123401", "300.01")).body.code).toBe("insufficient_fund");
    const usd = JSON.parse((await transfer("balances/current")).body).find(
      ({ currency }: { currency: string }) => currency === "USD",
    );
    expect(usd.available_amount).toBe(300);
    await bench.advance(3_600);
    await logIn();
    expect((await transfer(`transfers/${failed.id}`)).body).toMatchObject({
      status: "FAILED",
      failure_type: "account_closed",
    });
    expect((await transfer("transfers?request_id=PO-1")).body).toMatchObject({
      has_more: false,
      items: [{ id: paid.id, status: "PAID" }],
    });
    expect((await transfer("transfers", undefined, { "x-api-version": "2024-08-07" })).status).toBe(404);
    expect(receiver.types()).toEqual([
      "payout.transfer.processing",
      "payout.transfer.processing",
      "payout.transfer.paid",
      "payout.transfer.failed",
    ]);
    expect(receiver.received[2]?.object).toMatchObject({ id: paid.id, request_id: "PO-1", status: "PAID" });
    await receiver.stop();
  });

  test("lists settlements by when their money arrives, each with a report", async () => {
    await confirm((await create(100)).id, "001");
    await bench.advance(86_400);
    await logIn();
    const listed = (status: string) =>
      get(
        `financial/settlements?currency=USD&status=${status}&from_settled_at=2026-06-01&to_settled_at=2026-06-30T00:00:00%2B0000`,
      );
    const [pending] = (await listed("PENDING")).body.items;
    expect(pending).toMatchObject({ currency: "USD", amount: 98.58, fee: 1.42, status: "PENDING" });
    expect((await listed("SETTLED")).body).toEqual({ has_more: false, items: [] });
    expect((await get("financial/settlements?currency=USD")).status).toBe(400);
    await bench.advance(86_400);
    await logIn();
    expect((await listed("SETTLED")).body.items).toMatchObject([{ id: pending.id, settled_at: expect.any(String) }]);
    expect((await get(`financial/settlements/${pending.id}`)).body.status).toBe("SETTLED");
    const { report_url: address } = (await get(`financial/settlements/${pending.id}/report`)).body;
    expect(await (await fetch(address)).text()).toContain("MerchantPayout");
    expect((await fetch(`${address}0`)).status).toBe(404);
  });

  test("refuses an amount finer than the currency", async () => {
    const { status, body } = await post("payment_intents/create", {
      amount: 1.5,
      currency: "JPY",
      merchant_order_id: "X",
    });
    expect([status, body.code]).toEqual([400, "validation_error"]);
  });
});
