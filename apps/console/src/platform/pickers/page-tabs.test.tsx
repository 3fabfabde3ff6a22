import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { TabbedPage } from "./page-tabs.tsx";

const Rows = ({ above }: { readonly above: ReactNode }) => (
  <div>
    {above}
    <p>the rows</p>
  </div>
);
const Sums = () => <p>the sums</p>;
const Both = () => (
  <TabbedPage
    title="Books"
    tabs={[
      { key: "rows", title: "Rows", need: "sysPos:page", list: Rows },
      { key: "sums", title: "Sums", need: "sysPos:export", count: 3, part: Sums },
    ]}
  />
);
const tab = (name: RegExp) => page.getByRole("button", { name });

afterEach(endPage);

describe("TabbedPage", () => {
  test("opens its first tab, and another one below the page's own head", async () => {
    signInFor([sysPos]);
    await renderPage(<Both />);
    await expect.element(page.getByText("the rows")).toBeVisible();
    await tab(/^Sums/).click();
    await expect.element(page.getByRole("heading", { name: "Books" })).toBeVisible();
    await expect.element(page.getByText("the sums")).toBeVisible();
    await expect.element(tab(/^Sums3$/)).toHaveAttribute("aria-current", "page");
  });

  test("leaves out what the reader may not see, and the tabs where one is left", async () => {
    signInFor([sysPos], ["export"]);
    await renderPage(<Both />, "/page?tab=rows");
    await expect.element(page.getByText("the sums")).toBeVisible();
    expect(page.getByRole("navigation").elements()).toEqual([]);
  });
});
