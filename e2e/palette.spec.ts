import { expect, test } from "@playwright/test";
import { adminTokens, openAs } from "./console.ts";

for (const { language, typed, title, placeholder } of [
  {
    language: "en",
    typed: "posit",
    title: "Positions",
    placeholder: "A page, an action, or an order by number, amount or e-mail",
  },
  { language: "zh-cn", typed: "职位", title: "职位管理", placeholder: "页面、操作，或订单号、金额、邮箱" },
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
