import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  adminTokens,
  anotherPage,
  countClicks,
  expectAccessible,
  expectPage,
  fresh,
  front,
  openAs,
} from "./console.ts";
import { isSignedWith, type Receiver, startReceiver } from "./receiver.ts";
import { ask, cards, openShop, payByCard, placeOrder } from "./shop.ts";

/** Chooses in a select that is filled by what is typed. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox", { name: label, exact: true }).fill(text);
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: text }).first().click();
}

/** Waits until a row says something; lists are read anew, since what happens behind them is told by nobody. */
const expectInRow = (page: Page, row: Locator, text: string): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(row).toContainText(text, { timeout: 4_000 });
  }).toPass();

const toldOf = ({ received }: Receiver, type: string) => received.filter(({ body }) => JSON.parse(body).type === type);

test("an endpoint is added, told of a paid order with a signature that holds, and told again by hand", async ({
  page,
  browser,
  request,
}) => {
  const shop = await openShop(request);
  const receiver = await startReceiver();
  const name = fresh("Warehouse");
  await openAs(page, await adminTokens(request), "/integration/endpoints");

  const secret = await test.step("its secret is shown once", async () => {
    // An empty list offers it in its middle as well.
    await front(page).getByRole("button", { name: "Add", exact: true }).first().click();
    const form = page.getByRole("dialog", { name: /^Add/ });
    await choose(page, "Merchant", shop.merchant.name);
    await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await form.getByRole("textbox", { name: "Address", exact: true }).fill(`${receiver.url}/hooks`);
    await form.getByRole("button", { name: "Save" }).click();
    const once = page.getByRole("dialog", { name: "The endpoint’s secret" });
    const shown = await once.getByRole("listitem").innerText();
    await expectAccessible(page, ".ant-modal");
    await once.getByRole("button", { name: "I have kept it" }).click();
    await expect(page.getByText(shown)).toHaveCount(0);
    return shown;
  });

  const order = await placeOrder(request, shop, { amount: 5_150 });
  const payer = await anotherPage(browser);
  await payByCard(payer, order, cards.approved);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect.poll(() => toldOf(receiver, "order.paid").length, { timeout: 30_000 }).toBe(1);
  expect(receiver.received.map((message) => isSignedWith(secret, message))).not.toContain(false);

  await page.goto(`/integration/webhooks?objectNo=${order.orderNo}&eventType=order.paid`);
  const row = front(page).getByRole("row").filter({ hasText: name });
  await expectInRow(page, row, "Delivered");
  const clicks = await countClicks(page);
  await row.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
  await expect.poll(clicks).toBe(2);
  await expect.poll(() => toldOf(receiver, "order.paid").length, { timeout: 30_000 }).toBe(2);
  const [first, second] = toldOf(receiver, "order.paid");
  expect(second?.body).toBe(first?.body);
  await expect(page.getByText("Queued", { exact: true }).first()).toBeVisible();

  // The list follows by itself what went out.
  await expect(row).toContainText(/Delivered.*2/);
  await row.click();
  const tries = page.getByRole("listitem").filter({ hasText: /^Attempt 2/ });
  await expect(tries).toContainText("by hand");
  await expectAccessible(page, "[data-pane]");

  await page.goto(`/integration/endpoints?name=${encodeURIComponent(name)}`);
  const endpoint = front(page).getByRole("row").filter({ hasText: name });
  await endpoint.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(endpoint).toHaveCount(0);
  await receiver.stop();
});

test("what was given up because an address is gone waits among the exceptions, and a retry brings it there", async ({
  page,
  request,
}) => {
  const shop = await openShop(request);
  const receiver = await startReceiver();
  receiver.answerWith(410);
  const path = fresh("gone").replace(" ", "-");
  const order = await placeOrder(request, shop, { amount: 2_300, notifyUrl: `${receiver.url}/${path}` });
  await ask(request, "coinOrder/cancel", { id: order.id, reason: "Out of stock" });
  await expect.poll(() => toldOf(receiver, "order.canceled").length, { timeout: 30_000 }).toBe(1);

  await openAs(page, await adminTokens(request), `/log/exceptions?message=${path}`);
  await expectPage(page, "Exceptions");
  const row = front(page).getByRole("row").filter({ hasText: path });
  await expectInRow(page, row, "HTTP 410");
  await expect(row).toContainText("Open");
  receiver.answerWith(204);
  await row.getByRole("button", { name: "Retry all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Retry all" }).click();
  await expect.poll(() => toldOf(receiver, "order.canceled").length, { timeout: 30_000 }).toBe(2);
  await expect(row).toContainText("Retrying");

  await page.goto(`/integration/webhooks?objectNo=${order.orderNo}&eventType=order.canceled`);
  await expectInRow(page, front(page).getByRole("row").filter({ hasText: "notifyUrl" }), "Delivered");

  await page.goto(`/log/exceptions?message=${path}`);
  await row.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Resolve" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Remark" }).fill("The shop's server is back");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Resolved");
  await receiver.stop();
});
