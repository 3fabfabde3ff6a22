import { expect, test } from "@playwright/test";
import { adminTokens, openAs } from "./console.ts";
import { openShop, placeOrder } from "./shop.ts";

for (const { language, typed, title, placeholder } of [
  {
    language: "en",
    typed: "posit",
    title: "Positions",
    placeholder: "A page, a number, an e-mail, 189.90 EUR, declined today",
  },
  { language: "zh-cn", typed: "职位", title: "职位管理", placeholder: "页面、单号、邮箱、189.90 EUR、今天已拒绝" },
] as const)
  test(`the palette finds a page by its name in ${language} and opens it by keyboard`, async ({ page, request }) => {
    await openAs(page, await adminTokens(request), "/dashboard/home", { language });
    await expect(page.locator("main#content h1")).toBeVisible();
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: placeholder });
    await expect(box).toBeFocused();
    await page.keyboard.type(typed);
    const found = page.getByRole("dialog").getByRole("option");
    await expect(found.first()).toContainText(title);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/system\/pos$/);
    await expect(page).toHaveTitle(`${title} - Countinghouse`);
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();
  });

test("the palette reads a phrase, opens the list it describes, and the list keeps it as a view", async ({
  page,
  request,
}) => {
  await openAs(page, await adminTokens(request), "/dashboard/home", { language: "en" });
  await expect(page.locator("main#content h1")).toBeVisible();
  const ask = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^A page, a number/ }).fill(text);
    return page.getByRole("dialog").getByRole("option");
  };
  await (await ask(">100 USD")).filter({ hasText: "≥ 100.01 USD" }).click();
  await expect(page).toHaveURL(/\/trade\/order\?amount=USD%3A100\.01\.\./);
  await expect(page.getByRole("button", { name: "Save view" })).toBeVisible();
  await expect((await ask("declined today")).filter({ hasText: "Orders · Declined" })).toBeVisible();
  await page.keyboard.press("Escape");
  await (await ask("declined today")).filter({ hasText: "Attempts · Declined" }).click();
  await expect(page).toHaveURL(/\/trade\/attempt\?status=declined&startedTime=/);
});

test("the palette finds an order by its short number, and keeps what was opened last", async ({ page, request }) => {
  const order = await placeOrder(request, await openShop(request), { amount: 1_250 });
  await openAs(page, await adminTokens(request), "/dashboard/home", { language: "en" });
  await expect(page.locator("main#content h1")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^A page, a number/ }).fill(`OR…${order.orderNo.slice(10)}`);
  await page.getByRole("dialog").getByRole("option").filter({ hasText: order.orderNo }).first().click();
  await expect(page).toHaveURL(new RegExp(`/trade/order/${order.id}$`));
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("group", { name: "Opened last" }).getByRole("option").first()).toContainText(
    order.orderNo.slice(10),
  );
});
