import { expect, test } from "@playwright/test";
import {
  addPosition,
  adminTokens,
  expectNoSidewaysScroll,
  expectPage,
  fresh,
  front,
  go,
  menuPages,
  openAs,
} from "./console.ts";

test("without the server a bar says so, rows of another filter do not stay, and all comes back by itself", async ({
  page,
  request,
}) => {
  const [kept, other] = [fresh("Keeper"), fresh("Porter")];
  for (const name of [kept, other]) await addPosition(request, name);
  await openAs(page, await adminTokens(request), `/system/pos?name=${encodeURIComponent(kept)}`);
  await expect(front(page).getByRole("row").filter({ hasText: kept })).toBeVisible();
  await page.context().setOffline(true);
  const bar = page.getByText("What is shown may be out of date");
  await expect(bar).toBeVisible();
  // What was read before fits its filter, and stays.
  await expect(front(page).getByRole("row").filter({ hasText: kept })).toBeVisible();

  await go(page, `/system/pos?name=${encodeURIComponent(other)}`);
  await expect(front(page).getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(front(page).getByRole("row").filter({ hasText: kept })).toHaveCount(0);

  await page.context().setOffline(false);
  await expect(bar).toBeHidden();
  await expect(front(page).getByRole("row").filter({ hasText: other })).toBeVisible();
});

test("the active tab is in sight however many are open, and those that do not fit are in a list", async ({
  page,
  request,
}) => {
  const paths = (await menuPages(request)).slice(0, 16);
  await openAs(page, await adminTokens(request), "/dashboard/home");
  const tabs = page.getByRole("navigation", { name: "Open pages" });
  for (const path of paths) {
    await go(page, path);
    await expect(tabs.locator(`a[href="${path}"]`)).toHaveAttribute("aria-current", "page");
    await expect(tabs.locator(`a[href="${path}"]`)).toBeInViewport({ ratio: 0.95 });
  }
  await tabs.getByRole("button", { name: "All open pages" }).click();
  const list = page.getByRole("menu", { name: "All open pages" });
  await list.getByRole("menuitemradio", { name: "Home" }).click();
  await expect(tabs.getByRole("link", { name: "Home" })).toBeInViewport({ ratio: 0.95 });
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});

test("at 1024 the menu is folded, opens over the page and folds again; drawer and pager stay in reach", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const name = fresh("Steward");
  await addPosition(request, name);
  await openAs(page, await adminTokens(request), "/system/pos");
  await expectPage(page, "Positions");
  const menu = page.getByRole("navigation", { name: "Menu of System" });
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Fold or unfold the menu" }).click();
  await menu.getByRole("link", { name: "Roles" }).click();
  await expectPage(page, "Roles");
  await expect(menu).toBeHidden();

  await page.goto(`/system/pos?name=${encodeURIComponent(name)}`);
  await front(page).getByRole("row").filter({ hasText: name }).click();
  const drawer = front(page).getByRole("complementary").last();
  await expect(drawer).toContainText(name);
  await expect(drawer).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("Escape");
  await expect(front(page).getByRole("button", { name: "Next" })).toBeInViewport({ ratio: 0.99 });
  await expectNoSidewaysScroll(page);
});

test("test money is told apart by a strip, on a phone too, and left from there", async ({ page, request }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem("countinghouse:paymentMode")) localStorage.setItem("countinghouse:paymentMode", '"test"');
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, await adminTokens(request), "/trade/order");
  const strip = page.getByText("Test data: no real money moves.");
  await expect(strip).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Show live" }).click();
  await expect(strip).toBeHidden();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Show test" }).click();
  await expect(strip).toBeVisible();
});
