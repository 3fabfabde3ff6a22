import { eventTypesByObject } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { renderRecord } from "../../../../test/line-endings.tsx";
import { choose } from "../../../../test/offered.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, signInFor } from "../../../../test/render-page.tsx";
import { CoinOrderPage } from "./coin-order.page.tsx";

const id = `ord_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const all = { capture: true, captureInParts: true, void: true, cancel: true, sync: true };

const buildOrder = (parts: object = {}): CoinOrderDetail =>
  recordOf(CoinOrderDetail, {
    id,
    orderNo: "OR20261121000001",
    merchantId: `mer_${"0".repeat(26)}`,
    merchantName: "Corner shop",
    merchantOrderNo: "A-1",
    origin: "platform",
    status: "awaiting",
    awaitingReason: "capture",
    currency: "USD",
    amount: "10000",
    capturedAmount: "0",
    refundedAmount: "0",
    authorizedAmount: "10000",
    refundableAmount: "0",
    captureMethod: "manual",
    orderTime: at,
    expireTime: at,
    version: 3,
    abilities: all,
    ...parts,
  });

let server: FakeServer;
let order: CoinOrderDetail;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const send = (name: string) => dialog.getByRole("button", { name, exact: true }).last().click();

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder], ["detail", "capture", "void", "cancel", "sync", "resendWebhook", "addNote"]);
  order = buildOrder();
  server = startFakeServer();
  server.answer(coinOrder, "detail", () => order);
});

afterEach(() => {
  endPage();
  server.stop();
});

/** Opens the form of an action on the order's page. */
async function open(label: string): Promise<void> {
  await renderRecord(CoinOrderPage, id);
  await choose(label);
  await expect.element(dialog).toBeVisible();
}

describe("the form of a capture", () => {
  test.each([
    ["USD", "10000", "2500", "75.00"],
    ["JPY", "10000", "2500", "7500"],
    ["KWD", "10000", "2500", "7.500"],
  ])("starts with what is left to take in %s", async (currency, authorizedAmount, capturedAmount, left) => {
    order = buildOrder({ currency, authorizedAmount, capturedAmount });
    await open("Capture");
    await expect.element(dialog.getByLabelText("Amount")).toHaveValue(left);
  });

  test.each([
    ["JPY", "4,000", "4000"],
    ["KWD", "1.234", "1234"],
    ["USD", "12.30", "1230"],
  ])("sends what is typed in %s in minor units, as the last one unless told", async (currency, typed, amount) => {
    order = buildOrder({ currency });
    server.answer(coinOrder, "capture", () => null);
    await open("Capture");
    await dialog.getByLabelText("Amount").fill(typed);
    await send("Capture");
    await expect
      .poll(() => server.inputs(coinOrder, "capture"))
      .toMatchObject([{ id, version: 3, amount, final: true }]);
  });

  test("keeps the rest for later where that is said", async () => {
    server.answer(coinOrder, "capture", () => null);
    await open("Capture");
    await dialog.getByLabelText("Amount").fill("10");
    await dialog.getByRole("switch").click();
    await send("Capture");
    await expect.poll(() => server.inputs(coinOrder, "capture")).toMatchObject([{ amount: "1000", final: false }]);
  });

  test.each(["12.345", "0.10.5", "abc"])("does not send “%s” as dollars", async (typed) => {
    server.answer(coinOrder, "capture", () => null);
    await open("Capture");
    await dialog.getByLabelText("Amount").fill(typed);
    await send("Capture");
    await expect.element(dialog.getByRole("alert").first()).toBeVisible();
    expect(server.inputs(coinOrder, "capture")).toEqual([]);
  });

  test("stays open with what was typed and says at the amount why it was refused", async () => {
    const message = "Only 60.00 USD of this order can still be captured.";
    server.answer(coinOrder, "capture", () =>
      refusal({
        status: 422,
        message,
        bizCode: "coinOrder.captureExceedsAuthorized",
        fields: [{ field: "amount", message }],
      }),
    );
    await open("Capture");
    await dialog.getByLabelText("Amount").fill("99");
    await send("Capture");
    await expect.element(dialog.getByText(message).first()).toBeVisible();
    await expect.element(dialog.getByLabelText("Amount")).toHaveValue("99");
    await expect.element(dialog.getByLabelText("Amount")).toHaveAttribute("aria-invalid", "true");
  });
});

describe("the other deeds of an order", () => {
  test.each([
    ["Void", "void"],
    ["Cancel", "cancel"],
  ] as const)("%s needs a reason and is sent once, with the version that was seen", async (label, operation) => {
    server.answer(coinOrder, operation, () => null);
    await open(label);
    await send(label);
    expect(server.inputs(coinOrder, operation)).toEqual([]);
    await dialog.getByRole("textbox").fill("ordered twice");
    await send(label);
    await expect
      .poll(() => server.inputs(coinOrder, operation))
      .toMatchObject([{ id, version: 3, reason: "ordered twice" }]);
    await expect.poll(() => dialog.elements().length).toBe(0);
  });

  test("tells whose servers hear of it what the latest event is, unless one is chosen", async () => {
    server.answer(coinOrder, "resendWebhook", () => ({ count: 2 }));
    await open("Resend webhook");
    await send("Resend webhook");
    await expect.poll(() => server.inputs(coinOrder, "resendWebhook")).toEqual([{ id, merchantId: order.merchantId }]);
  });

  test("sends the event that was chosen, of those that an order has", async () => {
    server.answer(coinOrder, "resendWebhook", () => ({ count: 1 }));
    await open("Resend webhook");
    const event = dialog.getByRole("combobox", { name: "Event" });
    await expect.element(event).toBeInTheDocument();
    (event.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("option", { name: eventTypesByObject.order[0] as string })).toBeInTheDocument();
    await userEvent.keyboard("{Enter}");
    await send("Resend webhook");
    await expect
      .poll(() => server.inputs(coinOrder, "resendWebhook"))
      .toEqual([{ id, merchantId: order.merchantId, eventType: eventTypesByObject.order[0] }]);
  });

  test("says that nobody listens in place of a success", async () => {
    server.answer(coinOrder, "resendWebhook", () =>
      refusal({ status: 409, message: "Nothing was sent: no address listens to this event." }),
    );
    await open("Resend webhook");
    await send("Resend webhook");
    await expect.element(page.getByText(/^Nothing was sent/).first()).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });

  test("keeps an operator's note inside unless its writer says that the merchant may read it", async () => {
    server.answer(coinOrder, "addNote", () => null);
    await open("Add a note");
    await expect.element(dialog.getByText("Visible to")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Note" }).fill("Looks like a test card");
    await send("Add a note");
    await expect
      .poll(() => server.inputs(coinOrder, "addNote"))
      .toMatchObject([{ id, text: "Looks like a test card", visibility: "operator" }]);
  });

  test("asks the gateway after a question, and shows what it said then", async () => {
    order = buildOrder({ abilities: { ...all, capture: false, void: false, cancel: false } });
    server.answer(coinOrder, "sync", () => {
      order = buildOrder({ status: "paid", awaitingReason: null, version: 4, abilities: { ...all, sync: false } });
      return null;
    });
    await open("Query gateway");
    await send("Query gateway");
    await expect.poll(() => server.inputs(coinOrder, "sync")).toMatchObject([{ id }]);
    await expect.element(page.getByText("Paid", { exact: true }).first()).toBeVisible();
    expect(button("Query gateway").elements()).toEqual([]);
  });
});
