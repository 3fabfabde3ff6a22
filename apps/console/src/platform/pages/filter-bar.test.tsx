import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../i18n/language.ts";
import { ListPage } from "./list-page.tsx";

const harbour = `mer_${"0".repeat(26)}`;
const Note = ({ row }: { readonly row: { readonly orderNo?: unknown } }) => String(row.orderNo);
const columns = [{ field: "orderNo", cell: Note, title: "Number" }] as const;
const Orders = () => <ListPage resource={coinOrder} columns={columns as never} />;
const Positions = () => <ListPage resource={sysPos} columns={["name", "status"]} />;

let server: FakeServer;
const asked = () => server.inputs(coinOrder, "page").at(-1);
/** The chips; a list has a second search, that of its columns. */
const bar = () => page.elementLocator(document.querySelector("search.ch-filters") ?? document.body);
const rows = () => server.inputs(coinOrder, "page").length;

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder, merchant, sysPos]);
  server = startFakeServer();
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysUserPreference, "save", () => null);
  server.answer(coinOrder, "page", ((input: object) => pageOfRows([{ id: "ord_1", orderNo: "OR1" }], input)) as never);
  server.answer(sysPos, "page", ((input: object) => pageOfRows([{ id: 1, name: "Clerk", status: 1 }], input)) as never);
  server.answer(merchant, "list", (() => [{ id: harbour, name: "Harbour Tea", merchantNo: "M1" }]) as never);
});
afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("a filter that stands in the address", () => {
  const set = [
    [`merchantId=${harbour}`, "Merchant is any of Harbour Tea", { merchantId: [harbour] }],
    ["status=paid", "Status is any of Paid", undefined],
    ["amount=JPY:1000..", "Amount 1,000 –  JPY", { amountRange: { currency: "JPY", from: "1000", to: null } }],
    ["amount=EUR:1100.50..2500.00", "Amount 1,100.50 – 2,500.00 EUR", undefined],
    ["orderTime=last7Days", "Last 7 days", undefined],
    ["orderTime=2026-11-01..2026-11-03", "2026-11-01 – 2026-11-03", undefined],
    ["orderTime=2026-11-01..", "2026-11-01 – ", undefined],
    ["country=DE,FR,IT", "and 2 more", { country: ["DE", "FR", "IT"] }],
    ["country=DE", "Germany", { country: ["DE"] }],
    ["currency=JPY", "Yen", { currency: ["JPY"] }],
    ["email=ada@exa", "ada@exa", { email: "ada@exa" }],
    ["orderNo=or202605217k3m9qx2td", "or202605217k3m9qx2td", undefined],
  ] as const;

  test.each(set)("%s stands on its chip in words, and is sent", async (query, words, input) => {
    await renderPage(<Orders />, `/page?${query}`);
    await expect.poll(() => bar().element().textContent?.replace(/\s/g, "")).toContain(words.replace(/\s/g, ""));
    if (input) await expect.poll(asked).toMatchObject(input);
    await expect.element(page.getByRole("button", { name: /^Clear: / })).toBeVisible();
  });

  test("is its id while nobody can be asked for its name", async () => {
    server.answer(merchant, "list", (() => refusal({ status: 503, message: "Down." })) as never);
    await renderPage(<Orders />, `/page?merchantId=${harbour}`);
    await expect.element(bar().getByText(harbour)).toBeVisible();
    await expect.poll(asked).toMatchObject({ merchantId: [harbour] });
  });

  test("is taken away by its own button, from the first page on, and leaves the others", async () => {
    const { search } = await renderPage(<Orders />, "/page?country=DE&currency=JPY&page=2");
    await page.getByRole("button", { name: "Clear: Country" }).click();
    await expect.poll(() => search().toString()).toBe("currency=JPY");
  });

  test("comes back by the way back", async () => {
    const { router, search } = await renderPage(<Orders />, "/page?country=DE");
    await page.getByRole("button", { name: "Clear: Country" }).click();
    await expect.poll(() => search().toString()).toBe("");
    await router.navigate(-1);
    await expect.poll(() => search().get("country")).toBe("DE");
    await expect.element(bar().getByText("Germany", { exact: false })).toBeVisible();
  });
});

describe("a filter that cannot be read", () => {
  test.each([
    ["status=nonsense", "Status", "nonsense"],
    ["amount=EUR:12.345..", "Amount", "EUR:12.345.."],
    ["orderTime=yesterday", "Ordered", "yesterday"],
    ["nothing=1", "nothing", "1"],
  ])("%s is named, and no row is shown in its place", async (query, _field, text) => {
    await renderPage(<Orders />, `/page?${query}`);
    await expect.element(page.getByText("This address has a filter that cannot be used")).toBeVisible();
    await expect.element(page.getByText(`“${text}”`, { exact: false })).toBeVisible();
    expect(rows()).toBe(0);
    expect(page.getByRole("button", { name: "Export" }).elements()).toEqual([]);
    await page.getByRole("button", { name: "Show the list without it" }).click();
    await expect.element(page.getByText("OR1")).toBeVisible();
  });

  test("is mended on a phone by setting that filter anew", async () => {
    await page.viewport(390, 844);
    const { search } = await renderPage(<Positions />, "/page?status=nonsense");
    await expect.element(page.getByText("This address has a filter that cannot be used")).toBeVisible();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: "Enabled" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => search().get("status")).toBe("1");
    await expect.element(page.getByText("Clerk")).toBeVisible();
  });
});

describe("a place in the list that does not fit it", () => {
  test.each(["size=5000", "size=0", "page=0", "page=999999", "sort=-secret", "size=20.5"])(
    "%s is as good as absent: what is asked for is taken by the list",
    async (query) => {
      await renderPage(<Positions />, `/page?${query}`);
      await expect.element(page.getByText("Clerk")).toBeVisible();
      const sent = server.inputs(sysPos, "page").at(-1);
      expect(sysPos.operations.page.input.safeParse(sent)).toMatchObject({ success: true });
    },
  );

  test("a page beyond the last says so, and leads back to the first", async () => {
    const all = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, name: `Position ${index + 1}`, status: 1 }));
    server.answer(sysPos, "page", ((input: object) => pageOfRows(all, input)) as never);
    const { search } = await renderPage(<Positions />, "/page?page=9");
    await expect.element(page.getByText("No rows on this page")).toBeVisible();
    expect(page.getByText("No records yet").elements()).toEqual([]);
    await page.getByRole("button", { name: "Go to the first page" }).click();
    await expect.poll(() => search().get("page")).toBeNull();
    await expect.element(page.getByText("Position 1", { exact: true })).toBeVisible();
  });
});

describe("the editor of a filter", () => {
  test("refuses what the list would refuse before it is applied", async () => {
    await renderPage(<Orders />, "/page");
    await bar().getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: "Amount", exact: true }).click();
    await page.getByRole("textbox", { name: "Amount: From" }).fill("12.345");
    await expect.element(page.getByRole("alert")).toHaveTextContent("This cannot be used here.");
    await expect.element(page.getByRole("button", { name: "Apply" })).toBeDisabled();
    await page.getByRole("textbox", { name: "Amount: From" }).fill("12.34");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(asked).toMatchObject({ amountRange: { currency: "USD", from: "1234", to: null } });
  });

  test.each([
    ["an amount", "Amount", "Amount: From", "Amount: To"],
    ["figures", "Refunds", "From", "To"],
  ])("takes %s only in order: from is not above to", async (_what, name, from, to) => {
    await renderPage(<Orders />, "/page");
    await bar().getByRole("button", { name: "Filter", exact: true }).click();
    const item = page.getByRole("menuitem", { name, exact: true });
    if (item.elements().length === 0) return;
    await item.click();
    const role = name === "Amount" ? "textbox" : "spinbutton";
    await page.getByRole(role, { name: from }).fill("20");
    await page.getByRole(role, { name: to }).fill("10");
    await expect.element(page.getByRole("button", { name: "Apply" })).toBeDisabled();
  });

  test("is applied by Enter, and takes the focus as it opens", async () => {
    const { search } = await renderPage(<Positions />, "/page");
    await bar().getByRole("button", { name: "Name" }).click();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveFocus();
    await userEvent.keyboard("clerk{Enter}");
    await expect.poll(() => search().get("name")).toBe("clerk");
  });

  test("changes nothing when it is left", async () => {
    const { search } = await renderPage(<Positions />, "/page?name=clerk");
    await bar().getByRole("button", { name: /^Name/ }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("teller");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
    expect(search().get("name")).toBe("clerk");
  });

  test("takes an id from somebody who may not list what it refers to, at a box with a name", async () => {
    signInFor([coinOrder]);
    const { search } = await renderPage(<Orders />, "/page");
    await bar().getByRole("button", { name: "Merchant", exact: true }).click();
    await expect.element(page.getByText("You may not list these records. Enter the id.")).toBeVisible();
    await page.getByRole("textbox", { name: "Merchant" }).fill(harbour);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => search().get("merchantId")).toBe(harbour);
  });

  test("says what was not found, and why nothing could be looked for", async () => {
    server.answer(merchant, "list", (({ keyword }: { keyword?: string }) =>
      keyword === "zzz" ? [] : [{ id: harbour, name: "Harbour Tea", merchantNo: "M1" }]) as never);
    await renderPage(<Orders />, "/page");
    await bar().getByRole("button", { name: "Merchant", exact: true }).click();
    await page.getByRole("textbox", { name: "Find: Merchant" }).fill("zzz");
    await expect.element(page.getByText("Nothing found")).toBeVisible();
    server.answer(merchant, "list", (() =>
      refusal({ status: 503, message: "The database cannot be reached." })) as never);
    await page.getByRole("textbox", { name: "Find: Merchant" }).fill("yyy");
    await expect.element(page.getByText("The database cannot be reached.")).toBeVisible();
    expect(page.getByText("Nothing found").elements()).toEqual([]);
  });

  test("remembers the currency that amounts were last looked for in", async () => {
    await renderPage(<Orders />, "/page?amount=JPY:5..");
    await bar()
      .getByRole("button", { name: /^Amount/ })
      .click();
    await expect.element(page.getByText("JPY, 0 decimals; both ends are included")).toBeVisible();
  });
});

describe("the filters of a phone", () => {
  const open = async (query = "") => {
    await page.viewport(390, 844);
    const shown = await renderPage(<Positions />, `/page${query}`);
    await page.getByRole("button", { name: /^Filter/ }).click();
    return shown;
  };

  test("are cleared where they stand: no box keeps a text that no longer counts", async () => {
    const { search } = await open("?name=clerk&status=1");
    const box = page.getByRole("textbox", { name: "Name" });
    await expect.element(box).toHaveValue("clerk");
    await page.getByRole("dialog").getByRole("button", { name: "Clear" }).click();
    await expect.element(box).toHaveValue("");
    await expect.element(page.getByRole("checkbox", { name: "Enabled" })).not.toBeChecked();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => search().toString()).toBe("");
  });

  test("are counted on the button that opens them", async () => {
    await page.viewport(390, 844);
    await renderPage(<Positions />, "/page?name=clerk&status=1");
    await expect.element(page.getByRole("button", { name: "Filter 2" })).toBeVisible();
  });

  test("clear amounts as well", async () => {
    await page.viewport(390, 844);
    const { search } = await renderPage(<Orders />, "/page?amount=JPY:1000..");
    await page.getByRole("button", { name: /^Filter/ }).click();
    const from = page.getByRole("textbox", { name: "Amount: From" });
    await expect.element(from).toHaveValue("1000");
    await page.getByRole("dialog").getByRole("button", { name: "Clear" }).click();
    await expect.element(from).toHaveValue("");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => search().get("amount")).toBeNull();
  });
});

describe("who may not be asked", () => {
  test("no list of people is read to show a filter by people", async () => {
    signInFor([coinOrder]);
    await renderPage(<Orders />, "/page");
    await expect.element(page.getByText("OR1")).toBeVisible();
    expect(server.inputs(sysUser, "list")).toEqual([]);
    expect(server.inputs(merchant, "list")).toEqual([]);
  });
});
