import { expect, type Page, test } from "@playwright/test";
import { adminTokens, anotherPage, expectAccessible, expectNoSidewaysScroll, front, openAs } from "./console.ts";
import { ask, cards, openShop, payByCard, placeOrder } from "./shop.ts";

interface Refund {
  readonly id: string;
  readonly refundNo: string;
  readonly status: string;
  readonly retryOf: string | null;
}

/** The refunds of an order, the newest first. */
const refundsOf = async (page: Page, orderNo: string): Promise<readonly Refund[]> =>
  (await ask<{ items: Refund[] }>(page.request, "orderRefund/page", { mode: "test", orderNo })).items;

const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the form from the page of an order, says why, and sends it. */
async function askBack(page: Page, sent: RegExp): Promise<void> {
  await dialog(page).getByRole("combobox", { name: "Reason" }).press("ArrowDown");
  await page.getByTitle("Customer asked for it").click();
  await dialog(page).getByRole("button", { name: sent }).click();
  await expect(dialog(page)).toBeHidden();
}

const openForm = (page: Page) => front(page).getByRole("button", { name: "Refund", exact: true }).click();

test("a part goes back, and the order, its capture and the refund say so", async ({ page, browser, request }) => {
  const shop = await openShop(request);
  const order = await placeOrder(request, shop, { amount: 12_840 });
  const payer = await anotherPage(browser);
  await payByCard(payer, order, cards.approved);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();

  await openAs(page, await adminTokens(request), `/trade/order/${order.id}`);
  await openForm(page);
  await expect(dialog(page).getByLabel("Refund amount")).toHaveValue("128.40");
  await dialog(page).getByLabel("Refund amount").fill("28.40");
  await expect(dialog(page).getByText("then 100.00 GBP left")).toBeVisible();
  const outcome = dialog(page).getByRole("region", { name: "What will happen" });
  await expect(outcome).toContainText("−28.40");
  await expect(outcome).toContainText("Once refunded");
  await expectAccessible(page, ".ant-modal");
  await askBack(page, /^Refund 28\.40 GBP$/);
  await expect(front(page).getByText("Partly refunded").first()).toBeVisible();
  await expect(front(page).getByRole("row", { name: /CP/ })).toContainText("−28.40");
  await expect
    .poll(async () => (await refundsOf(page, order.orderNo)).map(({ status }) => status))
    .toEqual(["succeeded"]);

  await front(page).getByRole("link", { name: /^RF/ }).click();
  await expect(page).toHaveURL(/\/trade\/refund\?open=rfd_/);
  const beside = page.getByRole("complementary").last();
  await expect(beside.getByText("28.40 GBP went back to the payer.", { exact: false })).toBeVisible();
  await expect(beside.getByRole("link", { name: /^CP/ })).toBeVisible();
  await expectAccessible(page, "[data-pane]");
  await expectNoSidewaysScroll(page);
});

test("a refund that a closed card declines says what comes next, and is made again", async ({
  page,
  browser,
  request,
}) => {
  const shop = await openShop(request);
  const payer = await anotherPage(browser);
  // The fee of a refund comes on top of what the order left: another sale covers it.
  await payByCard(payer, await placeOrder(request, shop, { amount: 9_900 }), cards.approved);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  const order = await placeOrder(request, shop, { amount: 4_200 });
  await payByCard(payer, order, cards.refundFails);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();

  await openAs(page, await adminTokens(request), `/trade/order/${order.id}`);
  await openForm(page);
  await askBack(page, /^Refund 42\.00 GBP$/);
  await expect.poll(async () => (await refundsOf(page, order.orderNo)).map(({ status }) => status)).toEqual(["failed"]);
  const [failed] = await refundsOf(page, order.orderNo);
  await page.goto(`/trade/refund?open=${failed?.id}`);
  await expect(front(page).getByText(/The card or account that paid is closed/)).toBeVisible();
  await front(page).getByRole("button", { name: "Refund again" }).last().click();
  await dialog(page).getByRole("button", { name: "Refund again" }).click();
  await expect.poll(async () => (await refundsOf(page, order.orderNo)).length).toBe(2);
  const [again] = await refundsOf(page, order.orderNo);
  expect(again?.retryOf).toBe(failed?.refundNo);
  await expect.poll(async () => (await refundsOf(page, order.orderNo))[0]?.status).toBe("failed");
});
