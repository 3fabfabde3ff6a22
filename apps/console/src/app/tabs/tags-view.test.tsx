import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { endPage, renderPage } from "../../../test/render-page.tsx";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { onTabNavigation, tabRounds, tabStore } from "./tab-store.ts";
import { noTabs, openTab } from "./tabs.ts";
import { TagsView } from "./tags-view.tsx";
import "./tabs.css";

const gone: string[] = [];
const tabOf = (name: string, isAffix = false) => ({
  key: name,
  address: `/${name}`,
  title: { en: `Page ${name}`, "zh-cn": `页面${name}`, "zh-tw": `頁面${name}` },
  icon: null,
  isAffix,
  isKeepAlive: true,
});
const start = (...names: readonly string[]) =>
  tabStore.set(names.reduce((tabs, name) => openTab(tabs, tabOf(name, name === "home")), noTabs));
const open = () => tabStore.get().list.map(({ key }) => key);
const link = (name: string) => page.getByRole("link", { name: `Page ${name}`, exact: true });
/** Visible for the active tab, and on hover. */
const closer = (name: string) => page.getByRole("button", { name, includeHidden: true });
const item = (name: string) => page.getByRole("menuitem", { name, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  gone.length = 0;
  onTabNavigation((address) => gone.push(address));
  start("home", "a", "b", "c");
});
afterEach(() => {
  endPage();
  tabStore.set(noTabs);
  tabRounds.set({});
  switchLanguage("en");
});

describe("the bar of open pages", () => {
  test("says which page is in front, and names every button after its page", async () => {
    await renderPage(<TagsView />);
    await expect.element(link("c")).toHaveAttribute("aria-current", "page");
    await expect.element(closer("Close Page a")).toBeInTheDocument();
    expect(closer("Close Page home").elements()).toEqual([]);
  });

  test("speaks the reader's language, also of pages opened in another", async () => {
    await renderPage(<TagsView />);
    switchLanguage("zh-cn");
    await expect.element(page.getByRole("link", { name: "页面a" })).toBeVisible();
    await expect.element(closer("关闭页面a")).toBeInTheDocument();
    switchLanguage("zh-tw");
    await expect.element(page.getByRole("link", { name: "頁面a" })).toBeVisible();
  });

  test("shows the neighbour of a page that is closed in front, and nothing else for one behind", async () => {
    await renderPage(<TagsView />);
    await link("a").hover();
    await page.getByRole("button", { name: "Close Page a" }).click();
    expect([open(), gone]).toEqual([["home", "b", "c"], []]);
    await page.getByRole("button", { name: "Close Page c" }).click();
    expect([open(), gone]).toEqual([["home", "b"], ["/b"]]);
  });

  test("is walked by arrows and emptied by Delete, but for what stays", async () => {
    await renderPage(<TagsView />);
    (link("c").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(link("home")).toHaveFocus();
    await userEvent.keyboard("{Delete}");
    expect(open()).toEqual(["home", "a", "b", "c"]);
    await userEvent.keyboard("{ArrowRight}{Delete}");
    expect(open()).toEqual(["home", "b", "c"]);
  });

  test("closes a page by the middle button of the mouse", async () => {
    await renderPage(<TagsView />);
    await link("b").click({ button: "middle" });
    expect(open()).toEqual(["home", "a", "c"]);
  });

  test.each([
    ["Close others", "b", ["home", "b"]],
    ["Close to the left", "b", ["home", "b", "c"]],
    ["Close to the right", "b", ["home", "a", "b"]],
    ["Close all", "b", ["home"]],
    ["Close", "b", ["home", "a", "c"]],
    ["Move left", "b", ["home", "b", "a", "c"]],
    ["Move right", "b", ["home", "a", "c", "b"]],
  ] as const)("%s, from the menu of a page", async (name, on, left) => {
    await renderPage(<TagsView />);
    await link(on).click({ button: "right" });
    await item(name).click();
    expect(open()).toEqual(left);
  });

  test("keeps a pinned page when the others are closed", async () => {
    await renderPage(<TagsView />);
    await link("a").click({ button: "right" });
    await item("Pin").click();
    await link("c").click({ button: "right" });
    await item("Close others").click();
    expect(open()).toEqual(["home", "a", "c"]);
    await link("a").click({ button: "right" });
    await expect.element(item("Unpin")).toBeVisible();
  });

  test("has nothing to close for a page that stays", async () => {
    start("home");
    await renderPage(<TagsView />);
    await link("home").click({ button: "right" });
    for (const name of ["Close", "Close others", "Close all", "Pin"])
      await expect.element(item(name)).toHaveAttribute("aria-disabled", "true");
  });

  test("makes a page anew when it is refreshed", async () => {
    await renderPage(<TagsView />);
    await page.getByRole("button", { name: "Refresh Page c" }).click();
    expect(tabRounds.get().c).toBe(1);
  });

  test("lists every page by name where there is no room for all, with the one in front ticked", async () => {
    start("home", ...Array.from({ length: 30 }, (_, index) => `p${index}`));
    await renderPage(<TagsView />);
    await page.getByRole("button", { name: "All open pages" }).click();
    await expect.element(page.getByRole("menuitemradio", { name: "Page p29" })).toHaveAttribute("aria-checked", "true");
    await page.getByRole("menuitemradio", { name: "Page p3", exact: true }).click();
    expect(gone).toEqual(["/p3"]);
  });

  test("lists nothing where all of them are in sight", async () => {
    await renderPage(<TagsView />);
    await expect.element(link("a")).toBeVisible();
    expect(page.getByRole("button", { name: "All open pages" }).elements()).toEqual([]);
  });
});
