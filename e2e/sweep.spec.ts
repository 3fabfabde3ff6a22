import { expect, type Page, test } from "@playwright/test";
import {
  adminTokens,
  dress,
  expectAccessible,
  expectNoSidewaysScroll,
  front,
  go,
  menuPages,
  openAs,
} from "./console.ts";

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

/** The languages, each with a mode. */
const looks = [
  { language: "en", mode: "light" },
  { language: "zh-cn", mode: "dark" },
  { language: "zh-tw", mode: "light" },
] as const;

/** Pages seen in one document before it is loaded anew. */
const pagesInDocument = 12;

/** Takes on a look as when another window of the console chooses it. */
async function wear(page: Page, { language, mode }: (typeof looks)[number]): Promise<void> {
  await page.evaluate((settings) => {
    localStorage.setItem("countinghouse:theme", settings);
    dispatchEvent(new StorageEvent("storage", { key: "countinghouse:theme" }));
  }, JSON.stringify({ language, mode }));
  await expect(page.locator(`html[data-theme=${mode}]:lang(${language})`)).toBeAttached();
}

/** Goes on in the same document. Tabs that are not in front are closed before, so that few pages live on. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>("a:not([aria-current]) + .tag-close")) button.click();
    for (const pane of document.querySelectorAll<HTMLElement>("[data-pane]")) pane.dataset.pane = "left";
  });
  await go(page, path);
  await expect(page.locator("[data-pane='']:visible")).toHaveCount(1);
}

/** Waits until nothing of the page in front is on its way. */
async function settled(page: Page): Promise<void> {
  await front(page).locator("h1, iframe").first().waitFor();
  await front(page).locator("[aria-busy=true], .ant-skeleton-active").first().waitFor({ state: "detached" });
}

/** Makes the window wide or narrow, and waits for the frame that goes with it. */
async function widen(page: Page, isWide: boolean): Promise<void> {
  await page.setViewportSize(isWide ? wide : narrow);
  await expect(page.locator(isWide ? "[data-layout]:not([data-layout=phone])" : "[data-layout=phone]")).toBeVisible();
}

/** What must hold of the page in front at the width it is shown in. */
async function expectSound(page: Page, isWide: boolean, proven: readonly string[]): Promise<void> {
  await settled(page);
  await expectNoSidewaysScroll(page);
  if (!isWide) return;
  await expectAccessible(page, "[data-pane]", proven);
  expect(await front(page).innerText()).not.toMatch(messageKey);
}

/**
 * Shows one page after the other in every look, wide and narrow. A page begins as the one before it ended, and changes its
 * look and its width by turns: so pages are made in each of the six ways, and every one is seen in all of them.
 */
async function walk(page: Page, paths: readonly string[]): Promise<void> {
  let look = 0;
  let isWide = true;
  for (const [at, path] of paths.entries())
    await test.step(path, async () => {
      if (at % pagesInDocument === 0) await page.goto(path);
      else await goOn(page, path);
      const modesSeen = new Set<string>();
      for (let turn = 0; turn < looks.length; turn += 1) {
        if (turn > 0) {
          look = (look + 1) % looks.length;
          await wear(page, looks[look] ?? looks[0]);
        }
        // Colours are those of the mode, whatever the language: their contrast is measured once for each mode.
        const { mode } = looks[look] ?? looks[0];
        const proven = modesSeen.has(mode) ? ["color-contrast"] : [];
        modesSeen.add(mode);
        await expectSound(page, isWide, proven);
        isWide = !isWide;
        await widen(page, isWide);
        await expectSound(page, isWide, proven);
      }
    });
}

// Two halves, so that the workers end together.
for (const half of [0, 1])
  test(`every page of the menu is sound in three languages, light and dark, half ${half + 1} of 2`, async ({
    page,
    request,
  }) => {
    test.setTimeout(600_000);
    const complaints = complaintsOf(page);
    await openAs(page, await adminTokens(request), "/system/userCenter", looks[0]);
    for (const look of [...looks.slice(1), looks[0]]) {
      await wear(page, look);
      await settled(page);
      await expectAccessible(page);
    }
    const paths = [...(await menuPages(request)), "/system/userCenter"];
    await walk(
      page,
      paths.filter((_, at) => at % 2 === half),
    );
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
