import { expect, test } from "@playwright/test";
import { adminTokens, carry, dress, expectPage, fresh, front, openAs } from "./console.ts";

test("a page whose code does not arrive says so, and trying again loses nothing of another tab", async ({
  page,
  request,
}) => {
  await openAs(page, await adminTokens(request), "/system/userCenter");
  const nickname = front(page).getByRole("textbox", { name: "Nickname" });
  await nickname.fill("half typed");
  await page.route(/\/assets\/pos\.list-/, (route) => route.abort());
  await page.getByRole("link", { name: "System", exact: true }).click();
  await page.getByRole("link", { name: "Positions" }).click();
  await expectPage(page, "This part could not be loaded");

  await page.unroute(/\/assets\/pos\.list-/);
  await front(page).getByRole("button", { name: "Try again" }).click();
  await expectPage(page, "Positions");
  await page.getByRole("navigation", { name: "Open pages" }).getByRole("link", { name: "User centre" }).click();
  await expect(nickname).toHaveValue("half typed");
});

test("a list whose API is gone says so and comes back; a form keeps what was typed", async ({ page, request }) => {
  await page.route("**/api/sysPos/page", (route) => route.abort());
  await openAs(page, await adminTokens(request), "/system/pos");
  await expectPage(page, "Positions");
  const retry = front(page).getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/api/sysPos/page");
  await retry.click();
  await expect(front(page).getByRole("row").nth(1)).toBeVisible();

  const name = fresh("Bearer");
  await page.route("**/api/sysPos/add", (route) => route.abort());
  await front(page).getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: /^Add/ });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toBeVisible({ timeout: 20_000 });
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await page.unroute("**/api/sysPos/add");
  await expect(form.getByRole("button", { name: "Save" })).toBeEnabled();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
});

test("what was typed stays when the component kit's words come late", async ({ page, request }) => {
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let waiting = 0;
  await page.route(/\/assets\/words-zh-cn-/, async (route) => {
    waiting += 1;
    await held;
    await route.continue();
  });
  await dress(page, { language: "zh-cn" });
  await carry(page, await adminTokens(request));
  // The document counts as loaded once all it asked for is there.
  await page.goto("/system/userCenter", { waitUntil: "commit" });
  const nickname = front(page).getByRole("textbox", { name: "昵称" });
  await nickname.fill("half typed");
  expect(waiting).toBe(1);
  const arrived = page.waitForResponse(/\/assets\/words-zh-cn-/);
  letGo();
  await (await arrived).finished();
  // Whatever the kit's words make anew is made within the next frames.
  await page.waitForTimeout(500);
  await expect(nickname).toHaveValue("half typed");
});
