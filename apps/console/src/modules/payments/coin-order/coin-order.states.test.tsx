import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { AwaitingReason, OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { renderRecord } from "../../../../test/line-endings.tsx";
import { choose, offered } from "../../../../test/offered.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { emptySession, session } from "../../../platform/session/session.ts";
import { OrderState } from "./coin-order.cells.part.tsx";
import { CoinOrderPage } from "./coin-order.page.tsx";

const id = `ord_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const none = { capture: false, captureInParts: false, void: false, cancel: false, sync: false };

/** A paid order of 100.00 USD, settled in euros. */
const buildOrder = (parts: object = {}): CoinOrderDetail =>
  recordOf(CoinOrderDetail, {
    id,
    orderNo: "OR20261121000001",
    merchantId: `mer_${"0".repeat(26)}`,
    merchantName: "Corner shop",
    merchantOrderNo: "A-1",
    mode: "test",
    origin: "platform",
    status: "paid",
    currency: "USD",
    amount: "10000",
    capturedAmount: "10000",
    refundedAmount: "0",
    authorizedAmount: "10000",
    refundableAmount: "10000",
    captureMethod: "automatic",
    settlementStatus: "unsettled",
    settleCurrency: "EUR",
    settleAmount: "9000",
    feeAmount: "290",
    feeTaxAmount: "17",
    netAmount: "8693",
    orderTime: at,
    expireTime: at,
    paidTime: at,
    version: 1,
    abilities: none,
    ...parts,
  });

let server: FakeServer;
let order: CoinOrderDetail;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const show = (address = id) => renderRecord(CoinOrderPage, address);
const money = page.getByRole("region", { name: "Money" });
const main = () => page.getByRole("heading", { level: 1 });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder, orderRefund]);
  order = buildOrder();
  server = startFakeServer();
  server.answer(coinOrder, "detail", () => order);
  server.answer(coinOrder, "timeline", () => []);
  server.answer(coinOrder, "explain", () => ({ lines: [], journals: [], feeRule: null, fx: null, agreed: null }));
});

afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("where an order stands", () => {
  test.each([
    ["paid", {}, "Paid"],
    ["awaiting", { awaitingReason: "authentication" }, "AwaitingAuthentication"],
    ["paid", { disputeStatus: "pending", refundStatus: "partial" }, "PaidOpen"],
    ["paid", { disputeStatus: "lost" }, "PaidLost"],
    ["paid", { refundStatus: "full" }, "PaidRefunded"],
    ["paid", { origin: "import" }, "PaidImported"],
    ["paid", { origin: "import", refundStatus: "partial" }, "PaidPartly refunded"],
    ["awaiting", { isDeclined: true, awaitingReason: "retry" }, "DeclinedAwaiting"],
    ["failed", { isDeclined: true, disputeStatus: "pending" }, "DeclinedFailed"],
  ])("%s with %j is told in two chips at most, the worst first", async (status, parts, told) => {
    await renderPage(<OrderState row={buildOrder({ status, ...parts })} />);
    await expect.poll(() => document.querySelector(".order-states")?.textContent).toBe(told);
  });

  test.each(["en", "zh-cn", "zh-tw"] as const)(
    "has a word for every state and every reason in %s",
    async (language) => {
      switchLanguage(language);
      const rows = [
        ...OrderStatus.members.map(({ value }) => buildOrder({ status: value })),
        ...AwaitingReason.members.map(({ value }) => buildOrder({ status: "awaiting", awaitingReason: value })),
      ];
      await renderPage(rows.map((row) => <OrderState key={`${row.status} ${row.awaitingReason}`} row={row} />));
      const said = () => [...document.querySelectorAll(".order-states")].map(({ textContent }) => textContent);
      await expect.poll(() => said().length).toBe(rows.length);
      expect(said().filter((text) => /[a-z]_[a-z]|undefined|^$/.test(text ?? ""))).toEqual([]);
      expect(new Set(said()).size).toBe(rows.length);
    },
  );
});

const doable = [
  ["capture", "Capture"],
  ["void", "Void"],
  ["cancel", "Cancel"],
  ["sync", "Query gateway"],
] as const;

describe("what is offered on an order's page", () => {
  test.each(doable)("%s alone of the four where the server says that it alone can succeed", async (ability, label) => {
    order = buildOrder({ abilities: { ...none, [ability]: true } });
    await show();
    await expect.element(button(label)).toBeVisible();
    const all = await offered();
    expect(doable.map(([, other]) => other).filter((other) => all.includes(other))).toEqual([label]);
  });

  test.each(doable)("%s to nobody who may only read, whatever the server says", async (ability, label) => {
    signInFor([coinOrder], ["detail"]);
    order = buildOrder({ abilities: { ...none, [ability]: true } });
    await show();
    await expect.element(main()).toBeVisible();
    expect(await offered()).not.toContain(label);
    expect(await offered()).toEqual([]);
  });

  test.each([
    ["something is left of it", { refundableAmount: "1" }, 1],
    ["nothing is left of it", { refundableAmount: "0" }, 0],
    ["it was taken elsewhere", { refundableAmount: "10000", origin: "import" }, 0],
  ])("a refund where %s", async (_why, parts, count) => {
    order = buildOrder(parts);
    await show();
    await expect.element(main()).toBeVisible();
    expect((await offered()).filter((name) => name === "Refund")).toHaveLength(count);
  });

  test("personal data in place of their masks for those who may, and the button goes once they are shown", async () => {
    order = buildOrder({ email: "a***@example.com", phone: "+49 *** 21", billingAddress: { country: "DE" } });
    server.answer(coinOrder, "reveal", () => ({
      email: "ada@example.com",
      payerName: "Ada Lovelace",
      phone: "+49 151 2321",
      payerAccount: null,
      ip: "203.0.113.9",
      billingAddress: { line1: "Hafenstr. 1", city: "Hamburg", country: "DE" },
      shippingAddress: null,
    }));
    await show();
    await expect.element(page.getByText("a***@example.com")).toBeVisible();
    expect(page.getByText("Billing address").elements()).toEqual([]);
    expect(server.inputs(coinOrder, "reveal")).toEqual([]);
    await button("Show personal data").click();
    await expect.element(page.getByText("ada@example.com")).toBeVisible();
    await expect.element(page.getByText("Hafenstr. 1, Hamburg, DE")).toBeVisible();
    expect(page.getByText("a***@example.com").elements()).toEqual([]);
    expect(button("Show personal data").elements()).toEqual([]);
  });

  test("no personal data to those who may not ask for them", async () => {
    session.set({
      ...emptySession,
      phase: "ready",
      permissions: new Set([permissionOf("coinOrder", "detail"), permissionOf("coinOrder", "timeline")]),
    });
    order = buildOrder({ email: "a***@example.com" });
    await show();
    await expect.element(page.getByText("a***@example.com")).toBeVisible();
    expect(button("Show personal data").elements()).toEqual([]);
  });
});

describe("the money of an order", () => {
  test.each([
    ["USD", "10000", "100.00 USD"],
    ["JPY", "10000", "10,000 JPY"],
    ["KWD", "10000", "10.000 KWD"],
    ["BRL", "123456", "1,234.56 BRL"],
  ])("is told in %s with the decimals that it has", async (currency, capturedAmount, told) => {
    order = buildOrder({
      currency,
      amount: capturedAmount,
      capturedAmount,
      authorizedAmount: capturedAmount,
      refundableAmount: capturedAmount,
      captureMethod: "manual",
    });
    await show();
    await expect.element(main()).toMatchTextContent(told.replace(" ", ""));
    await expect.element(money).toMatchTextContent(`of ${told} authorised`);
    await expect.element(money).toMatchTextContent(`${told} still refundable`);
  });

  test("fee and tax are told together and taken off, and what is left has its day and its batch", async () => {
    order = buildOrder({ dueDate: "2026-11-24", batchNo: "ST20261124000001" });
    await show();
    await expect.element(money).toMatchTextContent("Fees and tax−3.07EURof which tax 0.17 EUR");
    await expect.element(money).toMatchTextContent("Net86.93EURUnsettled · due 2026-11-24 · ST20261124000001");
  });

  test.each([
    [
      "is what the gateway leaves of the fee",
      { gatewayCostAmount: "120", gatewayCostCurrency: "EUR" },
      "Margin1.70EUR2.90 EUR income, 1.20 EUR cost",
    ],
    [
      "is negative where the gateway takes more",
      { gatewayCostAmount: "400", gatewayCostCurrency: "EUR" },
      "Margin−1.10EUR",
    ],
  ])("the margin %s", async (_what, parts, told) => {
    order = buildOrder(parts);
    await show();
    await expect.element(money).toMatchTextContent(told);
  });

  test.each([
    ["in another currency", { gatewayCostAmount: "120", gatewayCostCurrency: "GBP" }],
    ["not known", { gatewayCostAmount: null, gatewayCostCurrency: null }],
  ])("the margin is not made up where the cost is %s", async (_what, parts) => {
    order = buildOrder(parts);
    await show();
    await expect.element(money).toMatchTextContent("Fees and tax");
    await expect.element(money).not.toMatchTextContent("Margin");
  });

  test("nothing is said of fees before a price is known", async () => {
    order = buildOrder({ feeAmount: null, feeTaxAmount: null, netAmount: null, settleCurrency: null });
    await show();
    await expect.element(money).toMatchTextContent("Captured100.00USD");
    await expect.element(money).not.toMatchTextContent("Net");
    await expect.element(money).not.toMatchTextContent("Fees");
  });

  test("none of an imported order's went through here: neither figures nor postings nor attempts are shown", async () => {
    order = buildOrder({ origin: "import", transactionNo: "T-9", descriptor: "SHOP*1" });
    await show();
    await expect.element(page.getByText(/^Imported: taken on another platform/)).toBeVisible();
    await expect.element(page.getByText("T-9")).toBeVisible();
    expect(money.elements()).toEqual([]);
    for (const text of ["Explain the figures", "Nobody has tried to pay yet.", "SHOP*1", "Risk decision"])
      expect(page.getByText(text).elements()).toEqual([]);
    expect(server.inputs(coinOrder, "explain")).toEqual([]);
    expect(await offered()).toEqual(["Add a note"]);
  });

  test("what was bought is told by the line, in the order's currency", async () => {
    const item = { sku: "TEA-1", name: "Green tea", quantity: 1_200, unitAmount: "980", amount: "1176000" };
    order = buildOrder({ currency: "JPY", items: [item, { ...item, sku: null }] });
    await show();
    const rows = page.getByRole("row", { name: /Green tea/ });
    await expect.element(rows.first()).toMatchTextContent("Green teaTEA-11,200 × 980JPY1,176,000JPY");
    expect(rows.elements()).toHaveLength(2);
  });
});

describe("a merchant's own view of its order", () => {
  const strip = async (parts: object): Promise<string> => {
    order = buildOrder(parts);
    signInOfMerchant([coinOrder, orderRefund]);
    await show();
    await expect.element(money).toBeVisible();
    return (money.element().textContent ?? "").replace(/\s/g, " ");
  };

  test("counts fee and tax apart, and neither authorised money nor our margin", async () => {
    const said = await strip({ captureMethod: "manual", gatewayCostAmount: "120", gatewayCostCurrency: "EUR" });
    expect(said).toContain("Paid100.00USD");
    expect(said).toContain("Fee−2.90EUR");
    expect(said).toContain("Tax on the fee−0.17EUR");
    expect(said).toContain("Net86.93EUR");
    expect(said).not.toMatch(/Margin|authorised|refundable/);
    expect(page.getByText("Explain the figures").elements()).toEqual([]);
  });

  test.each([
    ["before the fee is worked out", { dueDate: null }, "Settles–The day follows once the fee is worked out."],
    ["before its day", { dueDate: "2999-01-04" }, "Settles2999-01-04"],
    ["after its day", { dueDate: "2020-01-04" }, "Was due 2020-01-04. It stays in your balance"],
    ["with its batch", { dueDate: "2020-01-04", batchNo: "ST1", settlementStatus: "settled" }, "Settled2020-01-04ST1"],
    ["in a batch that is not paid yet", { dueDate: "2020-01-04", batchNo: "ST1" }, "Settles2020-01-04ST1"],
  ])("says when the money comes %s", async (_when, parts, told) => {
    expect(await strip(parts)).toContain(told);
  });

  test("tells what went back only where something did", async () => {
    expect(await strip({})).not.toContain("Refunded");
    endPage();
    expect(await strip({ refundedAmount: "2500" })).toContain("Refunded−25.00USD");
  });

  test("is told nothing technical of the payer's device, and its own addresses", async () => {
    signInOfMerchant([coinOrder]);
    order = buildOrder({ deviceId: "dev-1", returnUrl: "https://shop.example/back", metadata: { cart: "c-17" } });
    await show(`${id}?tab=facts`);
    await expect.element(page.getByText("https://shop.example/back")).toBeVisible();
    await expect.element(page.getByText("c-17", { exact: false })).toBeVisible();
    expect(page.getByText("dev-1").elements()).toEqual([]);
    expect(page.getByRole("tab", { name: "Simulate" }).elements()).toEqual([]);
  });

  test("lets its people write a note without asking who reads it: the operator does", async () => {
    signInOfMerchant([coinOrder]);
    server.answer(coinOrder, "addNote", () => null);
    await show();
    await choose("Add a note");
    const form = page.getByRole("dialog");
    await expect.element(form.getByRole("textbox", { name: "Note" })).toBeVisible();
    expect(form.getByText("Visible to").elements()).toEqual([]);
    await form.getByRole("textbox", { name: "Note" }).fill("Parcel lost");
    await form.getByRole("button", { name: "Add a note" }).click();
    await expect
      .poll(() => server.inputs(coinOrder, "addNote"))
      .toMatchObject([{ id, text: "Parcel lost", visibility: "all" }]);
  });
});

describe("an order's page that cannot be shown", () => {
  test("says nothing of an order that is out of reach but that it is not there", async () => {
    server.answer(coinOrder, "detail", () => refusal({ status: 404, message: "not found" }));
    await show();
    await expect.poll(() => document.querySelectorAll(".ch-empty, [class*=empty]").length).toBeGreaterThan(0);
    expect(page.getByRole("alert").elements()).toEqual([]);
    expect(button("Try again").elements()).toEqual([]);
  });

  test("says why the server failed, and shows it once it answers", async () => {
    server.answer(coinOrder, "detail", () => refusal({ status: 503, message: "The database is away." }));
    await show();
    await expect.element(page.getByText("The database is away.")).toBeVisible();
    server.answer(coinOrder, "detail", () => order);
    await button("Try again").click();
    await expect.element(main()).toMatchTextContent("100.00USD");
  });
});
