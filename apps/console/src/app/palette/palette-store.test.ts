import { afterEach, describe, expect, test } from "vitest";
import { fitOf, type PaletteProvider, paletteProviders, registerPaletteProvider } from "./palette-store.ts";

afterEach(() => paletteProviders.set([]));

describe("how well a title fits", () => {
  const order = (typed: string, ...titles: string[]) =>
    titles
      .map((title) => ({ title, fit: fitOf(title, typed) }))
      .filter(({ fit }) => fit > 0)
      .sort((one, other) => other.fit - one.fit)
      .map(({ title }) => title);

  test("is best at the beginning, then of a word, then inside, then by its letters", () => {
    expect(order("ord", "Record", "Open orders", "Orders", "Overdue drafts")).toEqual([
      "Orders",
      "Open orders",
      "Record",
      "Overdue drafts",
    ]);
  });

  test("is better for the shorter of two that begin so", () => {
    expect(order("order", "Order disputes", "Orders")).toEqual(["Orders", "Order disputes"]);
  });

  test("looks at neither case nor blanks around", () => {
    expect(fitOf("Orders", "  ORD ")).toBe(fitOf("Orders", "ord"));
  });

  test.each(["/", "·", "-", " "])("begins a word after “%s”", (mark) => {
    expect(fitOf(`a${mark}orders`, "orders")).toBeGreaterThan(fitOf("aborders", "orders"));
  });

  test("is nothing where a letter is missing or out of order", () => {
    expect([fitOf("Orders", "orderz"), fitOf("Orders", "sred")]).toEqual([0, 0]);
  });

  test("is the same for all where nothing was typed", () => {
    expect([fitOf("Orders", ""), fitOf("Refunds", "  ")]).toEqual([1, 1]);
  });

  test("finds Chinese titles by their characters", () => {
    expect(order("订单", "退款", "订单", "争议订单")).toEqual(["订单", "争议订单"]);
  });
});

describe("a source of the palette", () => {
  const source = (id: string): PaletteProvider => ({ id, title: () => id, search: async () => [] });

  test("is known once by its id, the later one in place of the earlier", () => {
    const [first, again] = [source("orders"), source("orders")];
    registerPaletteProvider(first);
    registerPaletteProvider(source("merchants"));
    registerPaletteProvider(again);
    expect(paletteProviders.get().map(({ id }) => id)).toEqual(["merchants", "orders"]);
    expect(paletteProviders.get()).toContain(again);
  });

  test("is taken out by what its registration answered, and another of its id stays", () => {
    const stop = registerPaletteProvider(source("orders"));
    registerPaletteProvider(source("orders"));
    stop();
    expect(paletteProviders.get()).toHaveLength(1);
  });
});
