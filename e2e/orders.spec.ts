import { expect, type Page, test } from "@playwright/test";
import {
  adminTokens,
  anotherPage,
  countClicks,
  expectAccessible,
  expectNoSidewaysScroll,
  front,
  openAs,
  read,
  rowOf,
  tokensOf,
} from "./console.ts";
import { addMerchantUser, ask, cards, merchantsIn, openShop, payByCard, placeOrder } from "./shop.ts";

/** Waits until an order stands where it should. */
const expectStatus = (page: Page, id: string, status: string): Promise<void> =>
  expect
    .poll(async () => ((await read(page.request, `coinOrder/detail?id=${id}`)) as { status: string }).status)
    .toBe(status);

const timeline = (page: Page) => front(page).getByRole("list", { name: "Timeline" });

test("a card is paid on the hosted page, and the order explains every figure", async ({ page, browser, request }) => {
  const shop = await openShop(request);
  const order = await placeOrder(request, shop, { amount: 12_840 });
  const payer = await anotherPage(browser);
  await payer.goto(`${order.path}?lang=en`);
  await expectAccessible(payer);
  await payByCard(payer, order, cards.approved);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expectAccessible(payer);

  await expectStatus(page, order.id, "paid");
  await openAs(page, await adminTokens(request), `/trade/order/${order.id}`);
  await expect(front(page).getByRole("heading", { level: 1 })).toContainText("128.40");
  await expect(timeline(page)).toContainText("Order created");
  await expect(timeline(page)).toContainText("Booked: J01");
  await expectAccessible(page, "[data-pane]");
  await expectNoSidewaysScroll(page);
  await front(page).getByRole("button", { name: "Net" }).first().click();
  await expect(page).toHaveURL(/explain=net/);
  await front(page).getByRole("link", { name: "J01" }).first().click();
  await expect(page).toHaveURL(/\/finance\/ledger\?open=/);
  await expect(front(page).getByRole("heading", { level: 2, name: "Capture" })).toBeVisible();
  await expect(front(page).getByText("Gateway receivable").first()).toBeVisible();
  await front(page)
    .getByRole("link", { name: /^Order OR/ })
    .click();
  await expect(page).toHaveURL(new RegExp(order.id));
});

test("from the list of orders to why one was declined it is two clicks", async ({ page, browser, request }) => {
  const shop = await openShop(request);
  const order = await placeOrder(request, shop, { amount: 7_310 });
  const payer = await anotherPage(browser);
  await payByCard(payer, order, cards.declined);
  await expect
    .poll(
      async () => ((await read(page.request, `coinOrder/detail?id=${order.id}`)) as { isDeclined: boolean }).isDeclined,
    )
    .toBe(true);

  await openAs(page, await adminTokens(request), "/trade/order");
  const clicks = await countClicks(page);
  await front(page)
    .getByRole("button", { name: /^Declined/ })
    .click();
  await front(page).getByRole("row").filter({ hasText: "73.10" }).first().click();
  const reason = page.getByRole("region", { name: /insufficient funds/i });
  await expect(reason).toContainText("Next step");
  await expect(reason).toContainText("Tell the payer");
  expect(await clicks()).toBe(2);
});

test("a payer whose bank asks for a code comes back and has paid", async ({ page, browser, request }) => {
  const shop = await openShop(request);
  const order = await placeOrder(request, shop, { amount: 4_200 });
  const payer = await anotherPage(browser);
  await payByCard(payer, order, cards.challenged);
  await payer.locator("input[name=code]").fill("1234");
  const sent = payer.waitForResponse((response) => response.request().method() === "POST");
  await payer.locator("form button").first().click();
  await sent;
  await payer.goto(`${order.path}?lang=en`);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expectStatus(page, order.id, "paid");
});

test("a part of a reserved amount is captured, another order is voided", async ({ page, browser, request }) => {
  const shop = await openShop(request);
  const [part, none] = [
    await placeOrder(request, shop, { amount: 9_000, captureMethod: "manual" }),
    await placeOrder(request, shop, { amount: 3_000, captureMethod: "manual" }),
  ];
  const payer = await anotherPage(browser);
  for (const order of [part, none]) {
    await payByCard(payer, order, cards.approved);
    await expect(payer.getByRole("heading", { name: "Payment approved" })).toBeVisible();
  }
  await openAs(page, await adminTokens(request), `/trade/order/${part.id}`);
  const dialog = page.getByRole("dialog");
  await front(page).getByRole("button", { name: "Capture", exact: true }).click();
  await dialog.getByLabel("Amount").fill("50.00");
  await expectAccessible(page, ".ant-modal");
  await dialog.getByRole("button", { name: "Capture", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(timeline(page)).toContainText("50.00");
  await expectStatus(page, part.id, "paid");

  await page.goto(`/trade/order/${none.id}`);
  await front(page).getByRole("button", { name: "Void", exact: true }).click();
  await dialog.getByLabel("Reason").fill("Out of stock");
  await dialog.getByRole("button", { name: "Void", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expectStatus(page, none.id, "canceled");
  await page.reload();
  await expect(front(page).getByText("Cancelled").first()).toBeVisible();
});

test("the palette finds an order by number, by amount and by e-mail", async ({ page, request }) => {
  const shop = await openShop(request);
  const order = await placeOrder(request, shop, { amount: 731_519 });
  await openAs(page, await adminTokens(request), "/trade/attempt");
  // A key that is pressed before the shell stands is lost.
  await expect(front(page).getByRole("heading", { level: 1 })).toBeVisible();
  for (const text of [order.orderNo, "7315.19", order.email]) {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^A page, a number/ }).fill(text);
    const found = page.getByRole("option").filter({ hasText: order.orderNo });
    await expect(found).toBeVisible();
    await found.click();
    await expect(page).toHaveURL(new RegExp(`/trade/order/${order.id}$`));
  }
});

test("a merchant's owner sees the own side and nothing else", async ({ page, request }) => {
  const shop = await openShop(request);
  const { merchant } = shop;
  const { merchantOrderNo } = await placeOrder(request, shop, { amount: 1_250 });
  const owner = await addMerchantUser(request, merchant, "merchant_owner");
  const [other] = await merchantsIn(request, "EUR");
  const { items } = await ask<{ items: { id: string }[] }>(request, "coinOrder/page", {
    page: 1,
    pageSize: 1,
    mode: "test",
    merchantId: [other?.id],
  });
  await openAs(page, await tokensOf(request, owner), "/trade/order");
  // Its one merchant is no column; the shop knows an order by its own number.
  await expect(rowOf(page, merchantOrderNo)).toBeVisible();
  await expect(rowOf(page, other?.name ?? "")).toHaveCount(0);
  for (const foreign of ["System", "Platform", "Gateways and routing", "Developer"])
    await expect(page.getByRole("navigation").getByText(foreign, { exact: true })).toHaveCount(0);
  await page.goto(`/trade/order/${items[0]?.id}`);
  await expect(front(page).getByText("This record is not there, or you may not see it.")).toBeVisible();
});
