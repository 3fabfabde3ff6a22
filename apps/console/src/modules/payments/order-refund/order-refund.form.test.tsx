import { CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund, type RefundPreview } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { RefundEntry } from "./order-refund.entry.part.tsx";

const orderId = `ord_${"0".repeat(26)}`;
const captureId = `cap_${"1".repeat(26)}`;
const record = { id: orderId, orderNo: "OR20261121000001" };

/** What a refund of 100.00 USD of one capture comes to, settled in dollars. */
const buildPreview = (parts: object = {}): RefundPreview =>
  ({
    currency: "USD",
    amount: "10000",
    refundableAmount: "10000",
    settleCurrency: "USD",
    settleAmount: "10000",
    fxRate: null,
    handlingFee: "0",
    handlingFeeTax: "0",
    returnedFee: "0",
    returnedFeeTax: "0",
    sourceBucket: "pending",
    balanceBefore: "50000",
    balanceAfter: "40000",
    isCovered: true,
    refundableUntil: null,
    exchangeDifference: null,
    reviewCause: null,
    parts: [
      { captureId, captureNo: "CP1", amount: "10000", currency: "USD", settleAmount: "10000", settleCurrency: "USD" },
    ],
    ...parts,
  }) as RefundPreview;

let server: FakeServer;
let preview: RefundPreview;
const onClose = vi.fn();
const dialog = page.getByRole("dialog");
const button = (name: string | RegExp) => dialog.getByRole("button", { name, exact: true });
const amount = dialog.getByLabelText("Refund amount");
const outcome = dialog.getByRole("region", { name: "What will happen" });
const show = (of: object = record) => renderPage(<RefundEntry record={of as never} onClose={onClose} />);

async function chooseReason(steps: number): Promise<void> {
  await expect.element(dialog.getByRole("combobox", { name: "Reason" })).toBeInTheDocument();
  (dialog.getByRole("combobox", { name: "Reason" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}".repeat(steps));
  await userEvent.keyboard("{Enter}");
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([orderRefund]);
  onClose.mockClear();
  preview = buildPreview();
  server = startFakeServer();
  server.answer(
    orderRefund,
    "preview",
    ({ amount: asked }) => ({ ...preview, amount: String(asked ?? preview.amount) }) as never,
  );
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the amount of a refund", () => {
  test.each([
    ["USD", "10000", "100.00", "Half 50.00", "50.00", "5000"],
    ["JPY", "10001", "10001", "Half 5,000", "5000", "5000"],
    ["KWD", "10001", "10.001", "Half 5.000", "5.000", "5000"],
    ["BRL", "99", "0.99", "Half 0.49", "0.49", "49"],
  ])(
    "starts with all that is left of %s, and half of it is a click away in whole units",
    async (currency, minor, all, half, halfValue, sent) => {
      const part = { ...buildPreview().parts[0], amount: minor, currency };
      preview = buildPreview({ currency, amount: minor, refundableAmount: minor, parts: [part] });
      await show();
      await expect.element(amount).toHaveValue(all);
      await button(half).click();
      await expect.element(amount).toHaveValue(halfValue);
      await expect.poll(() => server.inputs(orderRefund, "preview").at(-1)).toMatchObject({ orderId, amount: sent });
      await button(/^All /).click();
      await expect.element(amount).toHaveValue(all);
    },
  );

  test("has no half where the smallest unit is left", async () => {
    preview = buildPreview({
      amount: "1",
      refundableAmount: "1",
      parts: [{ ...buildPreview().parts[0], amount: "1" }],
    });
    await show();
    await expect.element(button(/^All 0\.01/)).toBeVisible();
    expect(button(/^Half/).elements()).toEqual([]);
  });

  test("that is taken out again is none, and not all that is left: nothing can be sent", async () => {
    server.answer(orderRefund, "add", () => refusal({ status: 500, message: "never" }));
    await show();
    await amount.fill("5");
    await expect.poll(() => server.inputs(orderRefund, "preview").at(-1)).toMatchObject({ amount: "500" });
    await amount.fill("");
    await expect.element(button("Refund")).toBeDisabled();
    await amount.fill("5");
    await expect.element(button("Refund 5.00 USD")).toBeEnabled();
    expect(server.inputs(orderRefund, "add")).toEqual([]);
  });

  test("of one capture asks for that capture from the start", async () => {
    await show({ id: captureId, orderId, orderNo: record.orderNo });
    await expect.element(amount).toHaveValue("100.00");
    expect(server.inputs(orderRefund, "preview")[0]).toMatchObject({ orderId, captureId });
    expect(dialog.getByText("All captures").elements()).toEqual([]);
  });

  test("is told beside what was captured and what of it went back, for those who may read the order", async () => {
    signInFor([orderRefund, coinOrder]);
    const taken = (seq: number, id: string, minor: string) => ({
      id,
      seq,
      amount: minor,
      askedTime: "2026-11-21T06:05:09.000Z",
    });
    const second = `cap_${"2".repeat(26)}`;
    server.answer(coinOrder, "detail", () =>
      recordOf(CoinOrderDetail, {
        id: orderId,
        merchantName: "Corner shop",
        captures: [taken(1, captureId, "10000"), taken(2, second, "5000")] as never,
      }),
    );
    const [part] = buildPreview().parts;
    preview = buildPreview({
      refundableAmount: "13000",
      parts: [
        { ...part, amount: "8000" },
        { ...part, captureId: second, amount: "5000" },
      ],
    });
    await show();
    await expect.element(dialog.getByRole("radio", { name: /^All captures/ })).toBeChecked();
    await expect.element(dialog.getByText("100.00 captured, 20.00 refunded or on its way")).toBeVisible();
    await expect.element(dialog.getByText("50.00 captured", { exact: true })).toBeVisible();
    await expect.element(dialog.getByText("130.00 USD can be refunded in all")).toBeVisible();
    await dialog.getByRole("radio", { name: /^Capture 2/ }).click();
    await expect.element(amount).toHaveValue("50.00");
    await expect
      .poll(() => server.inputs(orderRefund, "preview").at(-1))
      .toMatchObject({ captureId: second, amount: "5000" });
  });
});

describe("what a refund will come to", () => {
  test("cannot be sent while the balance does not cover it, and says how much is missing", async () => {
    preview = buildPreview({ balanceBefore: "7000", handlingFee: "50", isCovered: false, balanceAfter: "-3050" });
    await show();
    await expect.element(outcome).toMatchTextContent("The balance does not cover it: 30.50 USD is missing.");
    await expect.element(button("Refund 100.00 USD")).toBeDisabled();
  });

  test.each([
    ["412", "At today’s rate we bear 4.12 USD of it."],
    ["-412", "At today’s rate we gain 4.12 USD by it."],
  ])("tells the operator what the rate has done since: %s", async (exchangeDifference, told) => {
    preview = buildPreview({ exchangeDifference });
    await show();
    await expect.element(outcome).toMatchTextContent(told);
  });

  test.each([
    ["0", null],
    [null, null],
  ])("says nothing of a rate that did nothing: %s", async (exchangeDifference, refundableUntil) => {
    preview = buildPreview({ exchangeDifference, refundableUntil });
    await show();
    await expect.element(outcome).toBeVisible();
    await expect.element(outcome).not.toMatchTextContent("today’s rate");
    await expect.element(outcome).not.toMatchTextContent("Can be refunded until");
  });

  test("says that the rate of the capture applies only where there is one", async () => {
    preview = buildPreview({ fxRate: "0.9", settleCurrency: "EUR", settleAmount: "9000" });
    await show();
    await expect.element(outcome).toMatchTextContent("The rate of the capture applies and not today’s.");
    endPage();
    preview = buildPreview({ fxRate: "1" });
    await show();
    await expect.element(outcome).toBeVisible();
    await expect.element(outcome).not.toMatchTextContent("The rate of the capture applies");
  });

  test("asks in place of refunding where somebody else has to look at it, and tells a merchant no cause", async () => {
    preview = buildPreview({ reviewCause: "above_limit" });
    await show();
    await expect.element(button("Ask for refund of 100.00 USD")).toBeEnabled();
    await expect.element(dialog.getByText("Goes to review: Above the limit.")).toBeVisible();
    endPage();
    signInOfMerchant([orderRefund], "USD");
    await show();
    await expect.element(dialog.getByText("Goes to review.")).toBeVisible();
    expect(dialog.getByText("Above the limit", { exact: false }).elements()).toEqual([]);
  });

  test("that cannot be worked out is said with a way to try again, and nothing can be sent", async () => {
    server.answer(orderRefund, "preview", () => refusal({ status: 409, message: "This order is in dispute." }));
    await show();
    await expect.element(dialog.getByText("This order is in dispute.")).toBeVisible();
    expect(button(/^Refund/).elements()).toEqual([]);
    server.answer(orderRefund, "preview", () => preview);
    await button("Try again").click();
    await expect.element(amount).toHaveValue("100.00");
  });
});

describe("a refund that is sent", () => {
  test("needs a remark for the reason “other”, which says so", async () => {
    const message = "Say in the remark what it is about.";
    server.answer(orderRefund, "add", ({ remark }) =>
      remark
        ? { id: `rfd_${"0".repeat(26)}`, refundNo: "RF1", status: "created" as const }
        : refusal({ status: 422, message, fields: [{ field: "remark", message }] }),
    );
    await show();
    await expect.element(amount).toHaveValue("100.00");
    await dialog.getByRole("combobox", { name: "Reason" }).fill("Other");
    await expect.poll(() => document.querySelectorAll(".ant-select-item-option").length).toBe(1);
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByText("Needed for this reason.")).toBeVisible();
    await button("Refund 100.00 USD").click();
    await expect.element(dialog.getByText(message).first()).toBeVisible();
    await dialog.getByRole("textbox", { name: "Remark" }).fill("Goodwill");
    await button("Refund 100.00 USD").click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.inputs(orderRefund, "add").at(-1)).toEqual({
      orderId,
      amount: "10000",
      reason: "other",
      remark: "Goodwill",
    });
  });

  test("is sent once by two clicks, with one key for both", async () => {
    let answerNow = () => {};
    server.answer(
      orderRefund,
      "add",
      () =>
        new Promise((resolve) => {
          answerNow = () => resolve({ id: `rfd_${"0".repeat(26)}`, refundNo: "RF1", status: "created" as const });
        }),
    );
    await show();
    await expect.element(amount).toHaveValue("100.00");
    await chooseReason(1);
    await button("Refund 100.00 USD").click();
    await expect.poll(() => server.inputs(orderRefund, "add").length).toBe(1);
    await expect.element(button("Refund 100.00 USD")).toBeDisabled();
    answerNow();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.inputs(orderRefund, "add")).toHaveLength(1);
  });

  test("asks before what was typed is thrown away", async () => {
    await show();
    await expect.element(amount).toHaveValue("100.00");
    await amount.fill("5");
    await button("Cancel").click();
    expect(onClose).not.toHaveBeenCalled();
    await expect.poll(() => page.getByRole("dialog").elements().length).toBe(2);
  });

  test("stands in one column on a phone, with its button in reach", async () => {
    await page.viewport(390, 844);
    await show();
    await expect.element(button("Refund 100.00 USD")).toBeVisible();
    const box = button("Refund 100.00 USD").element().getBoundingClientRect();
    expect(box.right).toBeLessThanOrEqual(390);
    expect(outcome.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  });
});
