import { OrderRefundDetail, orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { emptySession, session } from "../../../platform/session/session.ts";
import { RefundEntry } from "./order-refund.entry.part.tsx";
import { OrderRefundList } from "./order-refund.list.tsx";

const id = `rfd_${"0".repeat(26)}`;
const orderId = `ord_${"0".repeat(26)}`;
const merchantId = `mer_${"0".repeat(26)}`;
const [first, second] = [`cap_${"1".repeat(26)}`, `cap_${"2".repeat(26)}`];
const at = "2026-11-21T06:05:09.000Z";
const nothing = Object.fromEntries(Object.keys(OrderRefundDetail.shape).map((name) => [name, null]));
const none = {
  approve: false,
  reject: false,
  cancel: false,
  retry: false,
  sync: false,
  resolveExcess: false,
  settleTold: false,
};

const buildRefund = (parts: object = {}): OrderRefundDetail =>
  OrderRefundDetail.parse({
    ...nothing,
    id,
    refundNo: "RF20261121000001",
    merchantId,
    merchantName: "Corner shop",
    mode: "test",
    orderId,
    orderNo: "OR20261121000001",
    merchantOrderNo: "A-1",
    attemptId: "att_1",
    currency: "GBP",
    askedAmount: null,
    amount: "78000",
    settleCurrency: "EUR",
    settleAmount: "89887",
    fxRate: "1.1524",
    handlingFee: "50",
    handlingFeeTax: "10",
    returnedFee: "1708",
    returnedFeeTax: "325",
    reason: "product_not_received",
    status: "review",
    isReversed: false,
    sourceBucket: "pending",
    reviewCause: "above_limit",
    attempts: 0,
    applicantType: "operator",
    applicantName: "Ada",
    isOwn: false,
    refundTime: at,
    version: 1,
    parts: [
      {
        captureId: first,
        captureNo: "CP20261121000001",
        amount: "78000",
        currency: "GBP",
        settleAmount: "89887",
        settleCurrency: "EUR",
      },
    ],
    abilities: none,
    ...parts,
  });

const leftOf = { [first as string]: 131_000, [second as string]: 92_000 };

let server: FakeServer;
let refund: OrderRefundDetail;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([orderRefund]);
  refund = buildRefund();
  server = startFakeServer();
  server.answer(orderRefund, "page", (input) => pageOfRows([refund], input));
  server.answer(orderRefund, "detail", () => refund);
  server.answer(orderRefund, "preview", ({ captureId, amount }) => {
    const left = captureId ? (leftOf[captureId] ?? 0) : 223_000;
    if (Number(amount ?? left) > left)
      return refusal({
        status: 422,
        message: "1,310.00 GBP can still be refunded.",
        fields: [{ field: "amount", message: "1,310.00 GBP can still be refunded." }],
      });
    const { currency, settleCurrency } = refund;
    return {
      ...refund,
      amount: String(amount ?? left),
      refundableAmount: String(left),
      balanceBefore: "6148235",
      balanceAfter: "6060321",
      isCovered: true,
      refundableUntil: "2027-05-20T06:05:09.000Z",
      exchangeDifference: "412",
      reviewCause: Number(amount ?? left) > 50_000 ? ("above_limit" as const) : null,
      parts: Object.entries(leftOf).map(([one, rest]) => ({
        captureId: one,
        captureNo: one,
        amount: String(rest),
        currency,
        settleAmount: "0",
        settleCurrency,
      })),
    };
  });
  server.answer(orderRefund, "add", () => ({ id, refundNo: refund.refundNo, status: "review" as const }));
  server.answer(orderRefund, "approve", () => null);
});

afterEach(() => {
  endPage();
  server?.stop();
});

describe("the form of a refund", () => {
  const order = { id: orderId, orderNo: "OR20261121000001" };
  const show = (record: object = order) => renderPage(<RefundEntry record={record as never} onClose={() => {}} />);

  test("starts with all that is left and says what it takes, from where and why somebody else looks at it", async () => {
    await show();
    await expect.element(dialog.getByLabelText("Refund amount")).toHaveValue("2230.00");
    const outcome = dialog.getByRole("region", { name: "What will happen" });
    await expect.element(outcome).toBeVisible();
    // Figures and their words are held together by spaces that do not break.
    const said = outcome.element().textContent?.replace(/\s/g, " ");
    for (const line of [
      "1 GBP = 1.1524 EUR, the rate of the capture−898.87EUR",
      "Refund fee0.50 and 0.10 tax−0.60EUR",
      "Transaction fee returned17.08 and 3.25 tax20.33EUR",
      "Merchant pays in all−879.14EUR",
      "Balance now61,482.35EUR",
      "898.87 is set aside60,583.48EUR",
      "Once refunded60,603.21EUR",
    ])
      expect(said).toContain(line);
    expect(said).toContain("Can be refunded until 2027-05-20");
    expect(said).toContain("we bear 4.12 EUR of it");
    await expect.element(dialog.getByText("Goes to review: Above the limit.")).toBeVisible();
    await expect.element(button("Ask for refund of 2,230.00 GBP")).toBeVisible();
  });

  test("computes anew for a capture and a half of it, and sends just that", async () => {
    await show();
    await dialog.getByText(first as string).click();
    await expect.element(dialog.getByLabelText("Refund amount")).toHaveValue("1310.00");
    await dialog.getByLabelText("Refund amount").fill("400");
    await expect.element(dialog.getByText("then 910.00 GBP left")).toBeVisible();
    await expect.element(button("Refund 400.00 GBP")).toBeEnabled();
    await button("Refund 400.00 GBP").click();
    await expect.element(dialog.getByText("Reason is missing.")).toBeVisible();
    (dialog.getByRole("combobox", { name: "Reason" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await button("Refund 400.00 GBP").click();
    await expect
      .poll(() => server.inputs(orderRefund, "add"))
      .toEqual([{ orderId, captureId: first, amount: "40000", reason: "requested_by_customer" }]);
  });

  test("says at the amount that it is too much, and offers nothing to send", async () => {
    await show({ id: first, orderId, orderNo: order.orderNo });
    await dialog.getByLabelText("Refund amount").fill("9000");
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("1,310.00 GBP can still be refunded.");
    await expect.element(button(/9,000.00 GBP$/)).toBeDisabled();
  });
});

describe("the list of refunds", () => {
  test("offers the decisions that the server says can succeed, with what they do", async () => {
    refund = buildRefund({ abilities: { ...none, approve: true, reject: true, cancel: true } });
    await renderPage(<OrderRefundList />, `/page?open=${id}`);
    await expect.element(page.getByText(/Waits for a second person. 780.00 GBP is set aside/)).toBeVisible();
    await expect.element(page.getByText("Reviewed because: Above the limit.")).toBeVisible();
    await button("Approve").last().click();
    await expect.element(dialog.getByText(/780.00 GBP goes back to the payer of order/)).toBeVisible();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => server.inputs(orderRefund, "approve")).toEqual([{ id, version: 1 }]);
  });

  test("offers nothing in a row that the server says would be refused, whatever its state", async () => {
    refund = buildRefund({ status: "failed", abilities: none });
    await renderPage(<OrderRefundList />);
    await expect.element(page.getByText(refund.refundNo)).toBeVisible();
    expect(button(/^(More|Refund again)/).elements()).toEqual([]);
  });

  test("leads from what stands in suspense to who bears it", async () => {
    const abilities = { ...none, resolveExcess: true };
    refund = buildRefund({ status: "succeeded", succeededTime: at, excessAmount: "2000", abilities });
    server.answer(orderRefund, "resolveExcess", () => null);
    await renderPage(<OrderRefundList />, `/page?open=${id}`);
    await expect.element(page.getByText(/20.00 GBP of it went beyond what was left/)).toBeVisible();
    await button("Resolve suspense").last().click();
    const cause = dialog.getByRole("combobox", { name: "Borne by" });
    await expect.element(cause).toBeVisible();
    (cause.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await dialog.getByRole("textbox").fill("Told by the gateway");
    await dialog.getByRole("button", { name: "Resolve suspense" }).click();
    await expect
      .poll(() => server.inputs(orderRefund, "resolveExcess"))
      .toEqual([{ id, version: 1, cause: "gateway", note: "Told by the gateway" }]);
  });

  test("leads from a success in another currency to how it ended", async () => {
    const abilities = { ...none, sync: true, settleTold: true };
    refund = buildRefund({ status: "processing", toldAmount: "90000", toldCurrency: "EUR", abilities });
    server.answer(orderRefund, "settleTold", () => null);
    await renderPage(<OrderRefundList />, `/page?open=${id}`);
    await expect.element(page.getByText(/The gateway says that it gave back 900.00 EUR/)).toBeVisible();
    await button("Say how it ended").last().click();
    await dialog.getByText("The payer has the refund").click();
    await dialog.getByRole("textbox").fill("Case 4711");
    await dialog.getByRole("button", { name: "Say how it ended" }).click();
    await expect
      .poll(() => server.inputs(orderRefund, "settleTold"))
      .toEqual([{ id, version: 1, outcome: "given", note: "Case 4711" }]);
  });

  test("tells whoever asked that somebody else has to approve it", async () => {
    refund = buildRefund({ isOwn: true, abilities: { ...none, reject: true, cancel: true } });
    await renderPage(<OrderRefundList />, `/page?open=${id}`);
    await expect.element(page.getByText(/somebody else has to approve it/)).toBeVisible();
    await expect.element(button("Turn down").last()).toBeVisible();
    expect(button("Approve").elements()).toEqual([]);
  });

  test("says of a failed one why and what comes next, and leads to its order, its capture and the one before it", async () => {
    refund = buildRefund({
      status: "failed",
      failureCode: "instrument_closed",
      failureMessage: "card closed",
      finishedTime: at,
      retryOf: "RF20261120000009",
      abilities: { ...none, retry: true },
    });
    await renderPage(<OrderRefundList />, `/page?open=${id}`);
    await expect.element(page.getByText(/The card or account that paid is closed.*transfer/)).toBeVisible();
    const drawer = page.getByRole("complementary");
    await expect.element(drawer.getByRole("button", { name: "Refund again" })).toBeVisible();
    for (const [name, path] of [
      ["Open order", `/trade/order/${orderId}`],
      ["CP20261121000001", `/trade/capture?open=${first}`],
      [/RF20261120000009/, "/trade/refund?refundNo=RF20261120000009"],
    ] as const)
      await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", path);
  });

  test("shows a merchant's people no gateway, and speaks of their own balance", async () => {
    const user = {
      isOfMerchant: true,
      merchant: { id: merchantId, name: "Corner shop", nameEn: null, currency: "EUR" },
    };
    const permissions = new Set(["orderRefund:page", "orderRefund:detail"]);
    session.set({ ...emptySession, phase: "ready", user: user as never, permissions });
    refund = buildRefund({ status: "succeeded", succeededTime: at, reviewCause: null });
    await renderPage(<OrderRefundList />, `/page?open=${id}`);
    await expect.element(page.getByText("You pay in all")).toBeVisible();
    expect(page.getByText("Gateway account").elements()).toEqual([]);
    expect(page.getByText("Reviewed because").elements()).toEqual([]);
  });
});
