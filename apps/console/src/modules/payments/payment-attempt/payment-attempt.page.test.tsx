import { AttemptStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { PaymentAttemptList } from "./payment-attempt.list.tsx";

const id = `att_${"0".repeat(26)}`;
const buildAttempt = (parts: object = {}) =>
  recordOf(paymentAttempt.record, {
    id,
    attemptNo: "AT20261121000001",
    orderId: `ord_${"0".repeat(26)}`,
    merchantName: "Corner shop",
    status: "captured",
    trigger: "payer",
    amount: "10000",
    currency: "USD",
    paymentMethod: "card_visa",
    gatewayAccountName: "Main",
    startedTime: "2026-11-21T06:05:09.000Z",
    version: 2,
    ...parts,
  });

let server: FakeServer;
let attempt: ReturnType<typeof buildAttempt>;
const panel = page.getByRole("complementary");
const show = () => renderPage(<PaymentAttemptList />, `/page?open=${id}`);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([paymentAttempt]);
  server = startFakeServer();
  server.answer(paymentAttempt, "page", (input) => pageOfRows([attempt], input) as never);
  server.answer(paymentAttempt, "detail", () => attempt as never);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("a try to take money, beside the list", () => {
  const open = ["submitting", "unknown", "authentication_pending", "capture_pending"];

  test.each(AttemptStatus.members.map(({ value, text }) => [value, text.en] as const))(
    "that is %s is told as “%s”, and its gateway can be asked while its outcome is open",
    async (status, text) => {
      attempt = buildAttempt({ status });
      await show();
      await expect.element(panel.getByText(text, { exact: true }).first()).toBeVisible();
      await expect.element(panel.getByText("Trigger", { exact: false }).first()).toBeVisible();
      expect(panel.getByRole("button", { name: "Query gateway" }).elements()).toHaveLength(
        open.includes(status) ? 1 : 0,
      );
    },
  );

  test.each([
    ["declineCode", "Decline reason", "insufficient_funds"],
    ["upstreamMessage", "Gateway message", "51 NSF"],
    ["schemeTransactionId", "Network transaction", "MCC12"],
  ])("tells of %s only where there is one", async (field, _label, value) => {
    attempt = buildAttempt({ status: "declined" });
    await show();
    await expect.element(panel.getByRole("link", { name: "Open order" })).toBeVisible();
    const before = panel.getByRole("term").elements().length;
    endPage();
    attempt = buildAttempt({ status: "declined", [field]: value });
    await show();
    await expect.element(panel.getByRole("link", { name: "Open order" })).toBeVisible();
    await expect.poll(() => panel.getByRole("term").elements().length).toBe(before + 1);
  });

  test("of the same card twice is said to be one of two", async () => {
    attempt = buildAttempt({ isDuplicate: true });
    await show();
    await expect.element(panel.getByText(/uplicate|twice/).first()).toBeVisible();
  });

  test.each([
    ["JPY", "10,000JPY"],
    ["KWD", "10.000KWD"],
  ])("is known by its amount in %s", async (currency, told) => {
    attempt = buildAttempt({ currency });
    await show();
    await expect.element(panel.getByText(told).first()).toBeVisible();
  });

  test("asks the gateway and shows what it says then", async () => {
    attempt = buildAttempt({ status: "unknown" });
    server.answer(paymentAttempt, "sync", () => {
      attempt = buildAttempt({ status: "declined", declineCode: "do_not_honor" });
      return null;
    });
    await show();
    await panel.getByRole("button", { name: "Query gateway" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Query gateway" }).click();
    await expect.poll(() => server.inputs(paymentAttempt, "sync")).toMatchObject([{ id }]);
    await expect.element(panel.getByText("Do not honour").first()).toBeVisible();
    expect(panel.getByRole("button", { name: "Query gateway" }).elements()).toEqual([]);
  });
});
