import { expect, test } from "@playwright/test";
import { addPosition, adminTokens, expectNoSidewaysScroll, expectPage, fresh, front, openAs } from "./console.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("on a phone the menu, the cards of a list, its filters and a form are all in reach", async ({ page, request }) => {
  const name = fresh("Porter");
  await addPosition(request, name);
  await openAs(page, await adminTokens(request), "/dashboard/home");
  await page.getByRole("button", { name: "Open menu" }).tap();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const section = menu.getByRole("button", { name: "System" });
  if ((await section.getAttribute("aria-expanded")) !== "true") await section.tap();
  await menu.getByRole("link", { name: "Positions" }).tap();
  await expectPage(page, "Positions");
  await expect(menu).toBeHidden();

  await front(page).getByRole("button", { name: "Filter" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filter" });
  await sheet.getByRole("textbox", { name: "Name" }).fill(name);
  await sheet.getByRole("button", { name: "Apply" }).tap();
  const cards = front(page).getByRole("list", { name: "Positions" }).getByRole("listitem");
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText(name);
  await expectNoSidewaysScroll(page);

  await cards.first().tap();
  await expect(page.getByText(name).last()).toBeVisible();
  await page.getByRole("button", { name: "Edit", exact: true }).tap();
  const form = page.getByRole("dialog", { name: /^Edit/ });
  await form.getByRole("textbox", { name: "Remark" }).fill("from a phone");
  const box = await form.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  await form.getByRole("button", { name: "Save" }).tap();
  await expect(form).toBeHidden();
  await expect(page.getByText("from a phone").first()).toBeVisible();
});
