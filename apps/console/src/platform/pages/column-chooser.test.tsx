import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { ListPage } from "./list-page.tsx";

const columns = ["orderNo", "merchantName", "amount", "status", "orderTime"] as const;
const List = () => <ListPage resource={coinOrder} columns={columns} />;

let server: FakeServer;
const group = (name: string) => page.getByRole("region", { name, exact: true });
const show = (name: string) => page.getByRole("checkbox", { name: `Show the column ${name}`, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder]);
  server = startFakeServer();
  server.answer(coinOrder, "page", (input) => pageOfRows([], input));
  server.answer(coinOrder, "export", () => ({ jobId: "run_00000000000000000000000001" }));
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysUserPreference, "save", () => null);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("ColumnChooser", () => {
  test("offers every field of the record in groups, though the list declares five", async () => {
    await renderPage(<List />);
    await page.getByRole("button", { name: "Columns" }).click();
    await expect.element(group("Money").getByRole("checkbox", { name: "Show the column Fee" })).toBeInTheDocument();
    await expect.element(group("Time").getByRole("checkbox", { name: /Paid/ })).toBeInTheDocument();
    await expect.element(group("People").getByRole("checkbox", { name: /E-?mail/i })).toBeInTheDocument();
    await expect.element(page.getByText(/^5 of \d\d shown$/)).toBeVisible();
    // One "Merchant": the name leads where the id would.
    expect(show("Merchant").elements()).toHaveLength(1);
  });

  test("finds a column by its title and shows it", async () => {
    await renderPage(<List />);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("searchbox", { name: "Find a column" }).fill("fee");
    expect(show("Status").elements()).toEqual([]);
    await show("Fee").click();
    await expect.element(page.getByText(/^6 of \d\d shown$/)).toBeVisible();
  });

  test("moves a shown column past those that are hidden", async () => {
    await renderPage(<List />);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Move up: Status", exact: true }).click();
    const saved = () =>
      (
        server.inputs(sysUserPreference, "save").at(-1) as { value?: { columns: { key: string; isShown: boolean }[] } }
      )?.value?.columns
        .filter(({ isShown }) => isShown)
        .map(({ key }) => key);
    await expect.poll(saved).toEqual(["orderNo", "merchantName", "status", "amount", "orderTime"]);
  });
});

describe("FilterBar", () => {
  test("offers every filter of the contract behind “+”, in groups", async () => {
    await renderPage(<List />);
    await page.getByRole("search").getByRole("button", { name: "Filter", exact: true }).click();
    const names = Object.keys(coinOrder.operations.page.list.filters).filter((name) => name !== "mode");
    await expect.poll(() => page.getByRole("menuitem").elements().length).toBe(names.length - 3);
    await expect.element(page.getByRole("menu").getByText("Money", { exact: true })).toBeVisible();
  });
});

describe("ExportMenu", () => {
  test.each([
    ["Columns shown", ["orderNo", "merchantName", "amount", "status", "orderTime"]],
    ["All columns", expect.arrayContaining(["orderNo", "feeAmount", "paidTime", "country"])],
  ])("exports %s", async (choice, expected) => {
    await renderPage(<List />);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("radio", { name: new RegExp(`^${choice}`) }).click();
    await page.getByRole("button", { name: "Start export" }).click();
    await expect.poll(() => server.inputs(coinOrder, "export").at(-1)).toMatchObject({ columns: expected });
  });

  test("leads to all downloads", async () => {
    await renderPage(<List />);
    await page.getByRole("button", { name: "Export" }).click();
    await expect.element(page.getByRole("link", { name: "My downloads" })).toHaveAttribute("href", "/system/downloads");
  });
});
