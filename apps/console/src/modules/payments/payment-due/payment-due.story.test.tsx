import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { DueKind, DueStatus } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import { type PaymentDue, paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { PaymentDuePanel } from "./payment-due.detail.tsx";
import { PaymentDueList } from "./payment-due.list.tsx";

const id = `due_${"0".repeat(26)}`;
const orderId = `ord_${"0".repeat(26)}`;

/** 125.00 USD that came for an order of 100.00 USD; nobody has decided. */
const buildDue = (parts: object = {}): PaymentDue =>
  recordOf(paymentDue.record, {
    id,
    dueNo: "PD20261121000001",
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
    orderId,
    orderNo: "OR20261121000001",
    createTime: "2026-11-21T06:05:09.000Z",
    version: 4,
    ...parts,
  }) as PaymentDue;

let server: FakeServer;
let due: PaymentDue;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const story = (): string => (document.querySelector(".due-story")?.textContent ?? "").replace(/\s/g, " ");
const show = (parts: object = {}) => renderPage(<PaymentDuePanel row={buildDue(parts)} />);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([paymentDue]);
  due = buildDue();
  server = startFakeServer();
  server.answer(paymentDue, "page", (input) => pageOfRows([due], input));
  server.answer(paymentDue, "detail", () => due);
  server.answer(paymentDue, "explain", () => ({ journals: [], needsApproval: false }));
});

afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("what happened to a payment that is no merchant's", () => {
  test.each([
    [
      "amount_mismatch",
      { status: "withdrawn", amount: "0", heldAmount: "0", bookableAmount: "0" },
      "The gateway had told of USD here. Asked again, it says otherwise: the journals were reversed, and nothing is held.",
    ],
    [
      "amount_mismatch",
      { amount: "10000", heldAmount: "10000" },
      "The gateway first said something else. Asked again, it took 100.00 USD, as was asked for.The order waits until somebody decides.100.00 USD lie in",
    ],
    [
      "amount_mismatch",
      { expectedAmount: "10000", expectedCurrency: "JPY" },
      "10,000 JPY were asked for, and the gateway took 125.00 USD.The order waits until somebody decides.125.00 USD lie in the payers' account; they are no merchant's.",
    ],
    [
      "amount_mismatch",
      { status: "booked", bookedAmount: "10000", heldAmount: "2500" },
      "100.00 USD were asked for, and the gateway took 125.00 USD.100.00 USD were applied to the order.25.00 USD lie in the payers' account; they are no merchant's.",
    ],
    [
      "amount_mismatch",
      { status: "awaiting_approval", action: "return", currency: "KWD", expectedCurrency: "KWD" },
      "10.000 KWD were asked for, and the gateway took 12.500 KWD.The order waits until somebody decides.12.500 KWD lie in",
    ],
    [
      "duplicate_payment",
      { status: "to_return" },
      "The gateway took 125.00 USD for an order that had its money already.125.00 USD lie in the payers' account; they are no merchant's.It goes back to the payer by refund.",
    ],
    [
      "late_success",
      { status: "to_return", heldAmount: "0" },
      "125.00 USD came after the order had been given up. They were booked for the merchant, whose terms return late payments.The money lies in the merchant's pending account",
    ],
    ["late_success", { status: "returned", heldAmount: "0" }, "It went back to the payer."],
  ])("is told of %s with %j", async (kind, parts, told) => {
    await show({ kind, ...parts });
    await expect.poll(story).toContain(told);
  });

  test.each([
    [
      "a late payment that went back already",
      { kind: "late_success", status: "returned", heldAmount: "0" },
      "The money lies in",
    ],
    ["one paid twice that nobody has decided", { kind: "duplicate_payment", status: "open" }, "waits until"],
  ])("says nothing untrue of %s", async (_what, parts, untrue) => {
    await show(parts);
    await expect.poll(story).not.toBe("");
    expect(story()).not.toContain(untrue);
  });

  test.each(["en", "zh-cn", "zh-tw"] as const)(
    "leaves no slot open in %s, whatever its kind and state",
    async (language) => {
      switchLanguage(language);
      for (const { value: kind } of DueKind.members)
        for (const { value: status } of DueStatus.members) {
          await show({
            kind,
            status,
            action: "book",
            proposeUserName: "Ada",
            proposeReason: "agreed",
            bookedAmount: "1",
          });
          await expect.poll(story).not.toBe("");
          expect(document.body.textContent).not.toMatch(/\{\w+\}|amount_mismatch|duplicate_payment|late_success/);
          endPage();
        }
    },
  );

  test("leads to its order, and the journals it is booked by for those who may read the book", async () => {
    const posting = {
      debit: "gw:clearing:ga_1:USD",
      credit: "payer:funds:USD",
      amount: "12500",
      currency: "USD" as const,
    };
    const journal = {
      journalId: "jrn_1",
      event: "E30",
      postedAt: "2026-11-21T06:05:09.000Z",
      postings: [posting, posting],
    };
    server.answer(paymentDue, "explain", () => ({ journals: [journal], needsApproval: false }) as never);
    await show();
    await expect
      .element(page.getByRole("link", { name: "Open order" }))
      .toHaveAttribute("href", `/trade/order/${orderId}`);
    await expect.element(page.getByText("125.00USD").last()).toBeVisible();
    expect(page.getByRole("link", { name: /^E30/ }).elements()).toEqual([]);
    endPage();
    signInFor([paymentDue, ledger]);
    await show();
    await expect
      .element(page.getByRole("link", { name: /^E30/ }))
      .toHaveAttribute("href", "/finance/ledger?open=jrn_1");
    expect(document.querySelectorAll(".due-posting")).toHaveLength(2);
  });

  test("lists the refunds of its order that send it back, and no other", async () => {
    signInFor([paymentDue, orderRefund]);
    const refund = (no: number, dueId: string | null) =>
      recordOf(orderRefund.record, {
        id: `rfd_${String(no).repeat(26)}`,
        refundNo: `RF${no}`,
        dueId,
        amount: "12500",
        currency: "USD",
        reason: "duplicate",
        status: "processing",
        refundTime: "2026-11-21T06:05:09.000Z",
      });
    const all = [refund(1, id), refund(2, null), refund(3, `due_${"9".repeat(26)}`)];
    server.answer(orderRefund, "page", (input) => pageOfRows(all, input) as never);
    await show({ status: "to_return" });
    await expect.element(page.getByRole("link", { name: "RF1" })).toBeVisible();
    for (const name of ["RF2", "RF3"]) expect(page.getByRole("link", { name }).elements()).toEqual([]);
    expect(server.inputs(orderRefund, "page")[0]).toMatchObject({ orderNo: "OR20261121000001", mode: "test" });
  });
});

const decisions = ["Apply to the order", "Mark for return", "Approve", "Turn down", "Send back"];
const offeredIn = async (parts: object): Promise<string[]> => {
  due = buildDue(parts);
  signInFor([paymentDue, orderRefund]);
  server.answer(orderRefund, "page", (input) => pageOfRows([], input) as never);
  await renderPage(<PaymentDueList />, `/page?open=${id}`);
  await expect.element(page.getByRole("complementary")).toBeVisible();
  await expect.poll(story).not.toBe("");
  const names = page
    .getByRole("complementary")
    .getByRole("button")
    .elements()
    .map(({ textContent }) => textContent ?? "");
  return names.filter((name) => decisions.some((one) => name.startsWith(one.slice(0, 9))));
};

describe("decisions about a payment that is no merchant's", () => {
  test.each([
    ["open", {}, 2],
    ["open", { bookableAmount: "0" }, 1],
    ["awaiting_approval", { action: "book", isOwn: false }, 2],
    ["awaiting_approval", { action: "book", isOwn: true }, 1],
    ["returned", {}, 0],
    ["booked", {}, 0],
  ])("of one that is %s with %j are %i", async (status, parts, count) => {
    expect(await offeredIn({ status, ...parts })).toHaveLength(count);
  });

  test.each([
    [
      "USD",
      "12500",
      "10000",
      "100.00 USD are captured for the order, priced by its agreement, and the order is paid. 25.00 USD stay with the payer",
    ],
    ["JPY", "12500", "12500", "12,500 JPY are captured for the order, priced by its agreement, and the order is paid."],
    [
      "KWD",
      "12500",
      "1",
      "0.001 KWD are captured for the order, priced by its agreement, and the order is paid. 12.499 KWD stay",
    ],
  ])("say in %s what applying %s does, of which %s fit", async (currency, heldAmount, bookableAmount, told) => {
    due = buildDue({ currency, heldAmount, bookableAmount });
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await button("Apply to the order").last().click();
    await expect.element(dialog).toMatchTextContent(told);
    await expect.element(dialog).not.toMatchTextContent("second person");
  });

  test("say that all of it stays with the payer where it is returned, and are sent with their reason", async () => {
    server.answer(paymentDue, "markReturn", () => null);
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await button("Mark for return").last().click();
    await expect
      .element(dialog)
      .toMatchTextContent("125.00 USD stay with the payer and wait to be returned by refund.");
    await dialog.getByRole("button", { name: "Mark for return" }).click();
    expect(server.inputs(paymentDue, "markReturn")).toEqual([]);
    await dialog.getByRole("textbox").fill("asked for by the payer");
    await dialog.getByRole("button", { name: "Mark for return" }).click();
    await expect
      .poll(() => server.inputs(paymentDue, "markReturn"))
      .toEqual([{ id, version: 4, reason: "asked for by the payer" }]);
  });

  test("show whoever approves what was proposed and what it does", async () => {
    due = buildDue({
      status: "awaiting_approval",
      action: "return",
      proposeUserName: "Ada",
      proposeReason: "paid twice",
    });
    server.answer(paymentDue, "approve", () => refusal({ status: 409, message: "Somebody else was quicker." }));
    await renderPage(<PaymentDueList />, `/page?open=${id}`);
    await button("Approve").last().click();
    await expect
      .element(dialog)
      .toMatchTextContent("Ada proposes: Return to the payer (paid twice). 125.00 USD stay with the payer");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.element(page.getByText("Somebody else was quicker.", { exact: false }).first()).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});
