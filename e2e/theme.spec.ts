import { expect, type Page, test } from "@playwright/test";
import { adminTokens, openAs } from "./console.ts";

const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(), name);

test("theme, colour, layout and density are changed in sight, and the defaults come back alone", async ({
  page,
  request,
}) => {
  await openAs(page, await adminTokens(request), "/system/pos");
  await page.evaluate(() => localStorage.setItem("countinghouse:staySignedIn", "true"));
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Settings" });
  const shell = page.locator("[data-layout]");

  await drawer.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await drawer.getByRole("radio", { name: "Light" }).check({ force: true });

  const before = await token(page, "--primary");
  await drawer.getByRole("radio", { name: "Colour #6B4FA0" }).check({ force: true });
  await expect.poll(() => token(page, "--primary")).not.toBe(before);
  const violet = await token(page, "--primary");
  const hex = drawer.getByRole("textbox", { name: "Colour as six hex digits" });
  await hex.fill("#FFEE00");
  await expect(drawer.getByText(/too pale\. At least 4\.5 is needed\./)).toBeVisible();
  expect(await token(page, "--primary")).toBe(violet);

  for (const [name, layout] of [
    ["Default", "defaults"],
    ["Classic", "classic"],
    ["Top menu", "transverse"],
    ["Columns", "columns"],
  ] as const) {
    await drawer.getByRole("radio", { name, exact: true }).check({ force: true });
    await expect(shell).toHaveAttribute("data-layout", layout);
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  }

  const rowHeight = () =>
    page
      .getByRole("row")
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().height);
  await drawer.getByRole("radio", { name: /^Compact/ }).check({ force: true });
  await expect.poll(rowHeight).toBeLessThanOrEqual(33);
  await drawer.getByRole("radio", { name: /^Roomy/ }).check({ force: true });
  await expect.poll(rowHeight).toBeGreaterThanOrEqual(48);

  await drawer.getByRole("button", { name: "Restore defaults" }).click();
  await expect.poll(() => token(page, "--primary")).toBe(before);
  await expect.poll(rowHeight).toBeLessThan(45);
  await expect(page.getByRole("navigation", { name: "Open pages" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("countinghouse:staySignedIn"))).toBe("true");
  await expect(page.getByRole("heading", { level: 1, name: "Positions" })).toBeVisible();
});
