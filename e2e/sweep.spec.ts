import { expect, type Page, test } from "@playwright/test";
import { adminTokens, dress, expectAccessible, expectNoSidewaysScroll, front, menuPages, openAs } from "./console.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** What the browser complains about while a page is used. */
function complaintsOf(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") heard.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => heard.push(`${page.url()}: ${error.message}`));
  return heard;
}

/** A message that was not found shows as its own name: `sysPos.fields.name`. */
const messageKey = /\b[a-z]+[A-Za-z]*\.(fields|actions|refusals|text|title|words)\b/;

/** Languages with a mode, each in two halves of the menu, so that the workers end together. */
const walks = (
  [
    ["en", "light"],
    ["zh-cn", "dark"],
    ["zh-tw", "light"],
  ] as const
).flatMap(([language, mode]) => [
  { language, mode, half: 0 },
  { language, mode, half: 1 },
]);

for (const { language, mode, half } of walks)
  test(`every page of the menu is sound in ${language}, ${mode}, half ${half + 1} of 2`, async ({ page, request }) => {
    test.setTimeout(300_000);
    const complaints = complaintsOf(page);
    await openAs(page, await adminTokens(request), "/system/userCenter", { language, mode });
    await expectAccessible(page);
    const paths = [...(await menuPages(request)), "/system/userCenter"];
    for (const path of paths.filter((_, at) => at % 2 === half)) {
      await page.setViewportSize(wide);
      await test.step(path, async () => {
        await page.goto(path);
        await expect(front(page).locator("h1, iframe").first()).toBeVisible();
        await expect(front(page).locator("[aria-busy=true], .ant-skeleton-active")).toHaveCount(0);
        await expectAccessible(page, "[data-pane]");
        await expectNoSidewaysScroll(page);
        expect(await front(page).innerText()).not.toMatch(messageKey);
        await page.setViewportSize(narrow);
        await expect(page.locator("[data-layout=phone]")).toBeVisible();
        await expectNoSidewaysScroll(page);
      });
    }
    expect(complaints).toEqual([]);
  });

for (const mode of ["light", "dark"] as const)
  test(`the sign-in page is sound in ${mode}`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await dress(page, { mode });
    await page.goto("/login");
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    expect(complaints).toEqual([]);
  });
