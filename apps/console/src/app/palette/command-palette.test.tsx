import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { session } from "../../platform/session/session.ts";
import { themeSettings } from "../../platform/theme/settings.ts";
import { menuNode } from "../menu/menu.fixture.ts";
import { CommandPalette } from "./command-palette.tsx";
import { isPaletteOpen, paletteProviders } from "./palette-store.ts";
import { recentRecords } from "./recent-records.ts";
import { registerRecordProviders } from "./record-providers.tsx";

const titled = (path: string, en: string, zh: string, more: Parameters<typeof menuNode>[1] = {}) =>
  menuNode(path, { ...more, meta: { title: en, titles: { en, "zh-cn": zh, "zh-tw": zh }, ...more.meta } });

const menu = [
  titled("/trade", "Payments", "交易", {
    type: 1,
    children: [
      titled("/trade/order", "Orders", "订单", { component: "coin-order/coin-order.list" }),
      titled("/trade/refund", "Refunds", "退款", { component: "order-refund/order-refund.list" }),
      titled("/trade/order/:id", "Order", "订单", { component: "x/x.page" }),
      titled("/trade/hidden", "Hidden orders", "隐藏", { component: "x/x.list", meta: { isHide: true } }),
    ],
  }),
];

let server: FakeServer;
const box = () => page.getByRole("combobox");
const options = () => page.getByRole("option");
const chosen = () => document.querySelector("[role=option][aria-selected=true]")?.textContent ?? "";

const open = async () => {
  const shown = await renderPage(<CommandPalette menu={menu} />);
  isPaletteOpen.set(true);
  await expect.element(box()).toBeVisible();
  return shown;
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  localStorage.clear();
  signInFor([coinOrder, merchant]);
  session.set((before) => ({ ...before, menu }));
  registerRecordProviders();
  server = startFakeServer();
  server.answer(coinOrder, "find", () => []);
  server.answer(merchant, "list", () => []);
});
afterEach(() => {
  isPaletteOpen.set(false);
  endPage();
  server.stop();
  localStorage.clear();
  paletteProviders.set([]);
  switchLanguage("en");
});

describe("the palette", () => {
  test("takes the focus and offers pages by name with the way to them, hidden ones and records' pages left out", async () => {
    await open();
    await expect.element(box()).toHaveFocus();
    await box().fill("order");
    await expect.element(page.getByRole("option", { name: /^Orders/ }).first()).toMatchTextContent("OrdersPayments");
    expect(page.getByText("Hidden orders").elements()).toEqual([]);
    expect(page.getByRole("option", { name: /^Order$/ }).elements()).toEqual([]);
  });

  test("goes where Enter says, by the arrows from the last line around to the first", async () => {
    const { router } = await open();
    await box().fill("refunds");
    await expect.poll(() => chosen()).toContain("Refunds");
    await box().fill("");
    await userEvent.keyboard("{ArrowUp}");
    expect(chosen()).toBe(options().elements().at(-1)?.textContent);
    await userEvent.keyboard("{ArrowDown}");
    expect(chosen()).toBe(options().elements()[0]?.textContent);
    await box().fill("refunds");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => router.state.location.pathname).toBe("/trade/refund");
    expect(isPaletteOpen.get()).toBe(false);
  });

  test("does what an action says: another language, another theme", async () => {
    await open();
    await box().fill("dark theme");
    await userEvent.keyboard("{Enter}");
    expect(themeSettings.get().mode).toBe("dark");
    isPaletteOpen.set(true);
    await box().fill("light theme");
    await userEvent.keyboard("{Enter}");
    expect(themeSettings.get().mode).toBe("light");
  });

  test.each([
    ["zh-cn", "订单", "没有与“qqqq”匹配的内容。"],
    ["zh-tw", "订单", "沒有"],
  ] as const)("speaks %s", async (locale, word, nothing) => {
    switchLanguage(locale);
    await open();
    await box().fill(word);
    await expect.element(options().first()).toMatchTextContent(word);
    await box().fill("qqqq");
    await expect.element(page.getByText(nothing, { exact: false }).first()).toBeVisible();
  });

  test("closes by Escape and by a click beside it, and does nothing", async () => {
    const { router } = await open();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => isPaletteOpen.get()).toBe(false);
    isPaletteOpen.set(true);
    await expect.element(box()).toBeVisible();
    document.querySelector<HTMLElement>("dialog.palette")?.click();
    await expect.poll(() => isPaletteOpen.get()).toBe(false);
    expect(router.state.location.pathname).toBe("/page");
  });

  test("tells how many there are to whoever cannot see the list", async () => {
    await open();
    await box().fill("refunds");
    await expect.element(page.getByRole("status")).toMatchTextContent(/^\d+ results?$/);
  });
});

describe("a search for records", () => {
  const order = {
    id: `ord_${"0".repeat(26)}`,
    orderNo: "OR202611217K3M9QX2TD",
    merchantOrderNo: "A-1",
    merchantName: "Harbour Tea",
    status: "succeeded",
    isDeclined: false,
    amount: "18990",
    currency: "EUR",
  };

  test("finds an order, tells its amount and state, and is remembered once it was opened", async () => {
    server.answer(coinOrder, "find", (() => [order]) as never);
    const { router } = await open();
    await box().fill("A-1");
    await page.getByRole("option", { name: /OR202611217K3M9QX2TD/ }).click();
    await expect.poll(() => router.state.location.pathname).toBe(`/trade/order/${order.id}`);
    expect(recentRecords().map(({ address }) => address)).toEqual([`/trade/order/${order.id}`]);
    await router.navigate("/page");
    isPaletteOpen.set(true);
    await expect
      .element(page.getByRole("group", { name: "Opened last" }).getByRole("option"))
      .toMatchTextContent("189.90");
  });

  test("leaves pages and other records where one source fails", async () => {
    server.answer(coinOrder, "find", () => refusal({ status: 503, message: "Down." }));
    server.answer(merchant, "list", (() => [
      { id: `mer_${"0".repeat(26)}`, name: "Refund Brothers", merchantNo: "M1", status: "active" },
    ]) as never);
    await open();
    await box().fill("refund");
    await expect.element(page.getByRole("option", { name: /Refund Brothers/ })).toBeVisible();
    await expect.element(page.getByRole("option", { name: /^Refunds/ })).toBeVisible();
  });

  test("shows the answer to what stands in the box, not a slower one to what stood there before", async () => {
    let answerFirst: (found: unknown) => void = () => {};
    server.answer(merchant, "list", (({ keyword }: { keyword: string }) =>
      keyword === "har"
        ? new Promise((resolve) => {
            answerFirst = resolve;
          })
        : [{ id: `mer_${"1".repeat(26)}`, name: "Second", merchantNo: "M2", status: "active" }]) as never);
    await open();
    await box().fill("har");
    await expect.poll(() => server.inputs(merchant, "list").length).toBe(1);
    await box().fill("sec");
    await expect.element(page.getByRole("option", { name: /Second/ })).toBeVisible();
    answerFirst([{ id: `mer_${"0".repeat(26)}`, name: "First", merchantNo: "M1", status: "active" }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(page.getByRole("option", { name: /First/ }).elements()).toEqual([]);
  });

  test("asks nothing of what the reader may not read", async () => {
    signInFor([merchant], ["page"]);
    paletteProviders.set([]);
    registerRecordProviders();
    await open();
    await box().fill("harbour");
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(server.calls.filter(({ path }) => path.startsWith("/api/coinOrder") || path.endsWith("/list"))).toEqual([]);
  });

  test("opens the list that an amount describes", async () => {
    server.answer(coinOrder, "page", ((input: object) => pageOfRows([order], input)) as never);
    const { router } = await open();
    await box().fill(">100 EUR");
    await page.getByRole("option", { name: /Orders · ≥/ }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/trade/order");
    expect(new URLSearchParams(router.state.location.search).get("amount")).toMatch(/^EUR:100\.0[01]?\.\./);
  });
});
