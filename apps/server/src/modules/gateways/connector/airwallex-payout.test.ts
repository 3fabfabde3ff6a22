import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { airwallexThatAnswers as gateway } from "../../../../test/airwallex-answers.ts";
import { connectorOf, type PayoutBeneficiary } from "./index.ts";

const { payouts } = connectorOf("airwallex");
if (!payouts) throw new Error("Airwallex pays out");

const beneficiary: PayoutBeneficiary = {
  holderType: "company",
  holderName: "Paper Mill Inc",
  country: "US",
  bankName: "Paper Bank",
  swift: null,
  routingNo: "021000021",
  numberKind: "account_no",
  number: "123456780001",
};
const call = { payoutNo: "PO20261121N2A7QK05DV", amount: money(12_345n, "USD"), beneficiary, statement: "INV 118" };
const transfer = {
  id: "tra_1",
  request_id: call.payoutNo,
  status: "PROCESSING",
  transfer_amount: "123.45",
  transfer_currency: "USD",
  updated_at: "2026-06-01T00:00:00+0000",
};
const named = { payoutNo: call.payoutNo, providerReference: null };

describe("a transfer", () => {
  test("is made under its number, with amounts as texts and the bank's code by its country's name", async () => {
    const { account, bodyOf } = await gateway({ "/transfers/create": [201, transfer] });
    expect(await payouts.send(account, call)).toMatchObject({
      kind: "pending",
      payoutNo: call.payoutNo,
      providerReference: "tra_1",
      amount: money(12_345n, "USD"),
    });
    expect(bodyOf("/transfers/create")).toMatchObject({
      request_id: call.payoutNo,
      transfer_amount: "123.45",
      transfer_currency: "USD",
      transfer_method: "LOCAL",
      beneficiary: {
        entity_type: "COMPANY",
        company_name: "Paper Mill Inc",
        bank_details: {
          account_number: "123456780001",
          account_routing_type1: "aba",
          account_routing_value1: "021000021",
        },
      },
    });
  });

  test.each([
    [{ method: "swift", numberKind: "iban", number: "DE89370400440532013000", swift: "ELBEDEFF" }, "SWIFT"],
    [{ method: "swift", swift: "PAPEUS33" }, "SWIFT"],
    [{ method: "bank_local", swift: "PAPEUS33", routingNo: null }, "LOCAL"],
    [{ swift: "PAPEUS33", routingNo: null }, "SWIFT"],
    [{ numberKind: "iban", number: "DE89370400440532013000", swift: "ELBEDEFF", routingNo: null }, "LOCAL"],
  ] as const)("to %j is sent by the method that was asked for, else by what the account is", async (parts, method) => {
    const { account, bodyOf } = await gateway({ "/transfers/create": [201, transfer] });
    await payouts.send(account, { ...call, beneficiary: { ...beneficiary, ...parts } });
    expect(bodyOf("/transfers/create")).toMatchObject({ transfer_method: method });
  });

  test.each([
    ["US", "Ana María Ruiz", { first_name: "Ana María", last_name: "Ruiz" }],
    ["ID", "Suharto", { last_name: "Suharto" }],
    ["CN", "王小明", { first_name: "小明", last_name: "王" }],
    ["TW", "歐陽娜娜", { first_name: "娜娜", last_name: "歐陽" }],
    ["JP", "山田太郎", { last_name: "山田太郎" }],
  ])("to a person in %s called %s names them once", async (country, holderName, named) => {
    const { account, bodyOf } = await gateway({ "/transfers/create": [201, transfer] });
    const person = { ...beneficiary, holderType: "individual" as const, country, holderName };
    await payouts.send(account, { ...call, beneficiary: person });
    const { beneficiary: sent } = bodyOf("/transfers/create") as { beneficiary: Record<string, unknown> };
    const names = Object.fromEntries(Object.entries(sent).filter(([key]) => /^(?:first|last)_name$/.test(key)));
    expect(names).toEqual(named);
    expect(sent).toMatchObject({ entity_type: "PERSONAL", bank_details: { account_name: holderName } });
  });

  test("leaves no number of an account in what is kept of the call", async () => {
    const { account } = await gateway({ "/transfers/create": [201, transfer] });
    const { exchanges } = await payouts.send(account, call);
    expect(JSON.stringify(exchanges)).not.toContain(beneficiary.number);
    expect(exchanges.length).toBeGreaterThan(1);
  });

  test("that is refused for good was not made; one whose number was used before, or that broke, nobody knows", async () => {
    const answers = [
      [
        400,
        { code: "insufficient_fund", message: "The balance is too low" },
        { kind: "refused", upstreamCode: "insufficient_fund" },
      ],
      [400, { code: "duplicate_request", message: "The request ID has been used previously" }, { kind: "unknown" }],
      [502, { code: "bad_gateway" }, { kind: "unknown" }],
    ] as const;
    for (const [status, body, expected] of answers) {
      const { account } = await gateway({ "/transfers/create": [status, body] });
      expect(await payouts.send(account, call)).toMatchObject(expected);
    }
  });

  test("goes to no wallet, and to no amount that the wire cannot hold", async () => {
    const { account, asked } = await gateway({});
    const wallet = { ...beneficiary, numberKind: "wallet" as const };
    expect(await payouts.send(account, { ...call, beneficiary: wallet })).toMatchObject({
      kind: "error",
      code: "invalid_transaction",
    });
    const coarse = { ...account, exponentOverrides: { USD: 0 } };
    expect(await payouts.send(coarse, call)).toMatchObject({ kind: "error", code: "amount_not_representable" });
    expect(asked).toEqual([]);
  });

  test.each([
    ["SCHEDULED", "pending", null],
    ["SENT", "pending", null],
    ["PAID", "paid", null],
    ["FAILED", "failed", "account_closed"],
    ["CANCELLED", "failed", "account_closed"],
  ])("that is %s is %s", async (status, kind, failureCode) => {
    const told = { ...transfer, status, failure_type: "account_closed" };
    const { account } = await gateway({ "/transfers/tra_1": [200, told] });
    const asked = { ...named, providerReference: "tra_1" };
    expect(await payouts.query(account, asked)).toMatchObject({ kind, failureCode });
  });

  test("is found by its number, and absent only where the whole list says so", async () => {
    const listed = { has_more: false, items: [{ ...transfer, id: "tra_2", request_id: "PO_OTHER" }, transfer] };
    const found = await gateway({ "/transfers": [200, listed] });
    expect(await payouts.query(found.account, named)).toMatchObject({ kind: "pending", providerReference: "tra_1" });
    expect(found.asked.at(-1)?.path).toBe(`/api/v1/transfers?request_id=${call.payoutNo}`);
    const none = await gateway({ "/transfers": [200, { has_more: false, items: [] }] });
    expect((await payouts.query(none.account, named)).kind).toBe("not_found");
    const more = await gateway({ "/transfers": [200, { has_more: true, items: [] }] });
    expect((await payouts.query(more.account, named)).kind).toBe("unknown");
    const odd = await gateway({
      "/transfers": [200, { has_more: false, items: [{ ...transfer, status: "NEW_ONE" }] }],
    });
    expect((await payouts.query(odd.account, named)).kind).toBe("unknown");
  });
});

test("what there is to pay out of is told by currency, and nothing of one that is not held", async () => {
  const { account } = await gateway({
    "/balances/current": [200, [{ currency: "USD", available_amount: 1_234.5, total_amount: 2_000 }]],
  });
  expect(await payouts.balance?.(account, "USD")).toMatchObject({ kind: "held", available: money(123_450n, "USD") });
  expect(await payouts.balance?.(account, "EUR")).toMatchObject({ kind: "held", available: money(0n, "EUR") });
});

test("a notification of a transfer tells its number and outcome", async () => {
  const { createHmac } = await import("node:crypto");
  const { account } = await gateway({});
  const now = new Date("2026-06-01T00:00:00Z");
  const body = JSON.stringify({ id: "evt_1", name: "payout.transfer.paid", data: { ...transfer, status: "PAID" } });
  const timestamp = String(now.getTime());
  const signature = createHmac("sha256", account.webhookSecret ?? "")
    .update(timestamp + body)
    .digest("hex");
  const reading = connectorOf("airwallex").readNotification(account, {
    headers: { "x-timestamp": timestamp, "x-signature": signature },
    rawBody: Buffer.from(body),
    now,
    isProven: false,
  });
  expect(reading).toMatchObject({
    facts: [{ subject: "payout", payoutNo: call.payoutNo, outcome: { kind: "paid", providerReference: "tra_1" } }],
  });
});
