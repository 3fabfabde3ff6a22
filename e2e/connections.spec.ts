import { type BrowserContext, test as base, expect, type Page, type Request } from "@playwright/test";
import {
  addPosition,
  addUser,
  adminTokens,
  call,
  carry,
  dress,
  expectPage,
  fresh,
  front,
  openAs,
  tokensOf,
} from "./console.ts";

/** As people have it: the way back shows the page as it was left. The browser suites switch that off otherwise. */
const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
    },
    { scope: "worker" },
  ],
});

const pages = ["/dashboard/home", "/system/pos"];

/** How many event streams the pages of a browser hold now. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Set<Request>();
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") open.add(request);
  });
  context.on("requestfinished", (request) => open.delete(request));
  context.on("requestfailed", (request) => open.delete(request));
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

/** Goes back as the browser's button does; a page that was kept loads nothing that could be waited for. */
const goBack = (page: Page) => page.evaluate(() => setTimeout(() => history.back()));

const rows = (page: Page) => front(page).getByRole("row");
const bell = (page: Page, label: RegExp) => page.getByRole("button", { name: label });

/** Tells everybody something, as a notice does. */
async function publish(request: Parameters<typeof adminTokens>[0], title: string): Promise<void> {
  const tokens = await adminTokens(request);
  const notice = { title, content: title, type: 1 };
  const added = await call(request, "sysNotice/add", notice, tokens);
  expect(added.code, added.message).toBe(200);
  const published = await call(request, "sysNotice/public", { id: added.result as number }, tokens);
  expect(published.code, published.message).toBe(200);
}

test("ten tabs of one page get their data, hear the same news on one stream, and end together", async ({
  page,
  request,
}) => {
  const context = page.context();
  const streams = streamsOf(context);
  await addPosition(request, fresh("Warden"));
  const user = await addUser(request, pages);
  await carry(page, await tokensOf(request, user));
  const tabs = [page, ...(await Promise.all(Array.from({ length: 9 }, () => context.newPage())))];
  for (const tab of tabs) {
    await dress(tab);
    await tab.goto("/system/pos");
    await expect(rows(tab).nth(1)).toBeVisible();
  }
  await expect.poll(streams).toBe(1);

  for (const tab of tabs) await expect(bell(tab, /^Notices, 0 unread/)).toBeVisible();
  await publish(request, fresh("Fire drill"));
  for (const tab of tabs) await expect(bell(tab, /^Notices, 1 unread/)).toBeVisible({ timeout: 5_000 });

  await test.step("the tab that holds the stream goes, and another takes it up", async () => {
    await tabs.shift()?.close();
    await expect.poll(streams).toBe(1);
    await publish(request, fresh("Fire drill"));
    for (const tab of tabs) await expect(bell(tab, /^Notices, 2 unread/)).toBeVisible({ timeout: 5_000 });
  });

  await test.step("logging out in one ends all", async () => {
    const [first = page] = tabs;
    await first.getByRole("button", { name: /^Your account/ }).click();
    await first.getByRole("menuitem", { name: "Log out" }).click();
    await first.getByRole("button", { name: "OK" }).click();
    for (const tab of tabs) await expect(tab).toHaveURL(/\/login/);
    await expect.poll(streams).toBe(0);
  });
});

test("twelve pages loaded one after the other in a tab all get their data; the way back is alive again", async ({
  page,
  request,
}) => {
  await addPosition(request, fresh("Usher"));
  await openAs(page, await tokensOf(request, await addUser(request, pages)), "/system/pos");
  await page.addInitScript(() => {
    window.addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted);
    });
  });
  for (let load = 1; load <= 12; load += 1) {
    await page.goto(`/system/pos?name=${load % 2 ? "" : "Usher"}`);
    await expect(rows(page).nth(1)).toBeVisible();
  }
  await goBack(page);
  await expect(page.locator("html")).toHaveAttribute("data-persisted", "true");
  await expect(rows(page).nth(1)).toBeVisible();
  await publish(request, fresh("Fire drill"));
  await expect(bell(page, /^Notices, 1 unread/)).toBeVisible({ timeout: 5_000 });
});

test("a page kept for the way back shows nothing to whoever has signed in since", async ({ page, request }) => {
  const former = await addUser(request, pages);
  await openAs(page, await tokensOf(request, former), "/system/pos");
  await expectPage(page, "Positions");
  await page.goto("/brand-mark.svg");
  await carry(page, await tokensOf(request, await addUser(request, ["/dashboard/home"])));
  await goBack(page);
  await expect(page.getByRole("navigation", { name: "Main menu" }).getByRole("link")).toHaveText(["Home"]);
});

test("a first visit to a list asks for no more than thirty files and answers", async ({ page, request }) => {
  const asked: string[] = [];
  page.on("request", (one) => asked.push(new URL(one.url()).pathname));
  await openAs(page, await tokensOf(request, await addUser(request, pages)), "/system/pos");
  await expectPage(page, "Positions");
  // What comes after the page itself, such as the further icons, comes within a moment.
  await page.waitForTimeout(2_000);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(30);
});
