import { type PaymentDue, paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { PaymentDueList } from "./payment-due.list.tsx";

const id = `due_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const nothing = Object.fromEntries(Object.keys(paymentDue.record.shape).map((name) => [name, null]));

const buildDue = (parts: object = {}): PaymentDue =>
  ({
    ...nothing,
    id,
    dueNo: "PD20261121000001",
    merchantId: `mer_${"0".repeat(26)}`,
    merchantName: "Corner shop",
    mode: "test",
    kind: "amount_mismatch",
    status: "open",
    amount: "12500",
    currency: "USD",
    expectedAmount: "10000",
    expectedCurrency: "USD",
    heldAmount: "12500",
    bookedAmount: "0",
    bookableAmount: "10000",
    orderId: `ord_${"0".repeat(26)}`,
    orderNo: "OR20261121000001",
    attemptId: "att_1",
    upstreamPaymentId: "pay_17",
    createTime: at,
    isOwn: false,
    version: 1,
    ...parts,
  }) as PaymentDue;

let server: FakeServer;
let due: PaymentDue;
const button = (name: string) => page.getByRole("button", { name, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([paymentDue]);
  due = buildDue();
  server = startFakeServer();
  server.answer(paymentDue, "page", (input) => pageOfRows([due], input));
  server.answer(paymentDue, "detail", () => due);
  server.answer(paymentDue, "explain", () => ({ journals: [], needsApproval: true }));
  server.answer(paymentDue, "book", () => {
    due = buildDue({
      status: "awaiting_approval",
      action: "book",
      proposeUserName: "Ada",
      proposeReason: "agreed",
      isOwn: true,
      version: 2,
    });
    return null;
  });
});

afterEach(() => {
  endPage();
  server?.stop();
});

describe("the list of unapplied payments", () => {
  test("says that an order waits only until somebody has decided, and then who asked and who decided", async () => {
    const people = { proposeUserName: "Ada", proposeTime: at, proposeReason: "agreed" };
    due = buildDue({ ...people, status: "booked", heldAmount: "0", bookedAmount: "12500", decideUserName: "Grace" });
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await expect.element(page.getByText("125.00 USD were applied to the order.")).toBeVisible();
    await expect.element(page.getByText("Proposed by")).toBeVisible();
    await expect.element(page.getByText("agreed")).toBeVisible();
    expect(page.getByText(/The order waits until somebody decides/).elements()).toEqual([]);
  });

  test("says to the unit what applying one does, and that it takes two", async () => {
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await expect.element(page.getByText(/100.00 USD were asked for, and the gateway took 125.00 USD/)).toBeVisible();
    await button("Apply to the order").last().click();
    const form = page.getByRole("dialog");
    await expect
      .element(form.getByText(/100.00 USD are captured for the order.*25.00 USD stay with the payer.*second person/))
      .toBeVisible();
    await form.getByRole("textbox").fill("agreed");
    await form.getByRole("button", { name: "Apply to the order" }).click();
    await expect.element(page.getByText(/Ada proposes: Apply to the order \(agreed\)/)).toBeVisible();
    expect(server.inputs(paymentDue, "book")).toEqual([{ id, version: 1, reason: "agreed" }]);
    expect(button("Approve").elements()).toEqual([]);
  });

  test("offers approval to everybody but whoever proposed it, and nothing for what waits for refunds", async () => {
    due = buildDue({ status: "awaiting_approval", action: "return", proposeUserName: "Ada", proposeReason: "agreed" });
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await expect.element(button("Approve").first()).toBeVisible();
    endPage();
    due = buildDue({ status: "to_return" });
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await expect.element(page.getByText("It goes back to the payer by refund.")).toBeVisible();
    for (const name of ["Apply to the order", "Mark for return", "Approve", "Turn down"])
      expect(button(name).elements()).toEqual([]);
  });
});
