import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { describe, expect, test } from "vitest";
import { callName, filtersOf, idOf, listSpecOf, localName, nameOf } from "./paged-resource.ts";

const names = { en: "Harbour", "zh-cn": "海港", "zh-tw": "海港灣" };

describe("what people call a row", () => {
  test.each([
    [{ id: 7, name: "Clerk", code: "clerk" }, "Clerk"],
    [{ id: 7, name: null, title: "Window" }, "Window"],
    [{ id: 7, realName: "Robin", account: "robin" }, "Robin"],
    [{ id: 7, code: "c7" }, "c7"],
    [{ id: 7 }, "7"],
    [{}, ""],
  ])("%o is its name, or what comes closest: %s", (row, name) => {
    expect(nameOf(row)).toBe(name);
  });

  test("is the field that the list names, even where there is a name too", () => {
    expect(nameOf({ id: 7, name: "Clerk", orderNo: "OR1" }, "orderNo")).toBe("OR1");
    expect(nameOf({ id: 7, name: "Clerk" }, "orderNo")).toBe("");
  });

  test("is told in the reader's language where it is named in several", () => {
    const row = { id: 7, name: "Harbour", names };
    expect([localName(row, "en"), localName(row, "zh-cn"), localName(row, "zh-tw")]).toEqual([
      "Harbour",
      "海港",
      "海港灣",
    ]);
    expect(localName({ title: "Harbour", titles: names }, "zh-cn")).toBe("海港");
    expect(localName({ name: "Harbour" }, "zh-cn")).toBeUndefined();
  });

  test("heads a form by a name, and never by a number", () => {
    expect(callName({ id: "ord_1", orderNo: "OR1" }, "en")).toBeUndefined();
    expect(callName({ id: "ord_1", merchantName: "Harbour Tea" }, "en")).toBe("Harbour Tea");
    expect(callName({ id: 7, name: "", title: "Window" }, "en")).toBe("Window");
    expect(callName({ id: 7, name: "Harbour", names }, "zh-tw")).toBe("海港灣");
  });

  test("is told from every other by its id as a text", () => {
    expect([idOf({ id: 7 }), idOf({ id: "ord_1" })]).toEqual(["7", "ord_1"]);
  });
});

describe("the filters of a list", () => {
  test("come in the contract's order, each with what it compares", () => {
    const filters = filtersOf(coinOrder);
    expect(filters.map(({ name }) => name)).toEqual(Object.keys(listSpecOf(coinOrder).filters));
    expect(filters.find(({ name }) => name === "merchantId")).toMatchObject({
      filter: { kind: "oneOf" },
      facts: { kind: "reference" },
    });
  });

  test("are those of the paged list, and of no other operation", () => {
    expect(listSpecOf(sysPos)).toBe(sysPos.operations.page.list);
    expect(() => listSpecOf({ ...sysPos, operations: { page: sysPos.operations.detail } } as never)).toThrow(
      "sysPos.page",
    );
  });
});
