import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { endPage, renderPage } from "../../../test/render-page.tsx";
import { CallError } from "../../platform/api/call-error.ts";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { menuNode } from "../menu/menu.fixture.ts";
import { safeAddress } from "../routes/link-page.tsx";
import { PageBoundary, PageView } from "../routes/page-view.tsx";
import { NoRightPage } from "./lost-pages.tsx";

let failing: unknown;
function Fragile() {
  if (failing) throw failing;
  return <p>all is well</p>;
}
const show = () =>
  renderPage(
    <>
      <p>the tabs around it</p>
      <PageBoundary>
        <Fragile />
      </PageBoundary>
    </>,
  );

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  endPage();
  vi.restoreAllMocks();
  failing = undefined;
  switchLanguage("en");
});

describe("a page that fails", () => {
  test.each([
    [new Error("x is not a function"), "This page ran into a problem"],
    [new TypeError("Failed to fetch dynamically imported module: /a.js"), "This part could not be loaded"],
  ])("%s is told as what it is, around it all stays, and it is made anew", async (error, title) => {
    failing = error;
    await show();
    await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
    await expect.element(page.getByText("the tabs around it")).toBeVisible();
    failing = undefined;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText("all is well")).toBeVisible();
  });

  test("fails again where nothing has changed, and can be tried again then", async () => {
    failing = new Error("still");
    await show();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  test("offers to load everything anew only where a part did not arrive", async () => {
    failing = new Error("x is not a function");
    await show();
    await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(page.getByRole("button", { name: "Reload" }).elements()).toEqual([]);
  });

  test("gives the number to quote of a refused call", async () => {
    failing = new CallError("refused", "Down.", { status: 500, requestId: "req_7" });
    await show();
    await page.getByText("Technical detail").click();
    await expect.element(page.getByText("Quote req_7 when you report this.")).toBeVisible();
  });

  test.each([
    ["zh-cn", "此页面出现问题"],
    ["zh-tw", "此頁面"],
  ] as const)("is told in %s", async (locale, words) => {
    switchLanguage(locale);
    failing = new Error("x");
    await show();
    await expect.element(page.getByRole("heading")).toMatchTextContent(words);
  });
});

describe("an entry of the menu", () => {
  const entry = (isLink: string | null, isIframe = false) =>
    menuNode("/page", { component: "nowhere/nowhere.list", meta: { title: "Elsewhere", isLink, isIframe } });

  test("names the screen that does not exist here", async () => {
    await renderPage(<PageView page={entry(null)} />);
    await expect.element(page.getByText(/nowhere\/nowhere\.list/)).toBeVisible();
  });

  test("leads to another site in a window of its own, without telling it where from", async () => {
    await renderPage(<PageView page={entry("https://example.com/a")} />);
    const link = page.getByRole("link", { name: "Open it" });
    await expect.element(link).toHaveAttribute("href", "https://example.com/a");
    await expect.element(link).toHaveAttribute("rel", "noreferrer");
    await expect.element(link).toHaveAttribute("target", "_blank");
  });

  test("shows another site in a frame that is named", async () => {
    await renderPage(<PageView page={entry("/api-docs.html", true)} />);
    await expect.element(page.getByTitle("Elsewhere")).toHaveAttribute("src", "/api-docs.html");
  });

  test.each([
    ["https://example.com", "https://example.com"],
    ["http://example.com", "http://example.com"],
    ["/docs", "/docs"],
    ["//evil.example", "about:blank"],
    ["javascript:alert(1)", "about:blank"],
    [" javascript:alert(1)", "about:blank"],
    ["data:text/html,x", "about:blank"],
    ["", "about:blank"],
  ])("%s is followed as %s", (address, followed) => {
    expect(safeAddress(address)).toBe(followed);
  });

  test("of other roles says so, and offers to sign in as somebody else", async () => {
    await renderPage(<NoRightPage />);
    await expect.element(page.getByRole("heading", { name: "You are not authorised" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Sign in again" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/dashboard/home");
  });
});
