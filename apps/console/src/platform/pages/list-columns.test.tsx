import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { describe, expect, test } from "vitest";
import { type ListColumn, tableColumns } from "./list-columns.tsx";
import { callName } from "./paged-resource.ts";

const widthOf = (column: ListColumn<Readonly<Record<string, unknown>>, string>, locale: Locale = "en"): number => {
  const fieldWords = { orderNo: "Failures in a row", dataScope: "Scope", status: "Status" };
  const [made] = tableColumns([column], { resource: sysRole, fieldWords, sortBy: ["orderNo"], zone: "", locale });
  return made?.width ?? 0;
};

describe("tableColumns", () => {
  test("gives a title the room to be read whole", () => {
    expect(widthOf("orderNo")).toBeGreaterThanOrEqual(144);
    expect(widthOf({ field: "orderNo", title: "No." })).toBe(88);
  });

  test("gives a title of money the room left of the currencies", () => {
    const fieldWords = { taxAmount: "Of which tax" };
    const [made] = tableColumns([{ field: "taxAmount", width: 88 }], {
      resource: settlementLine,
      fieldWords,
      sortBy: [],
      zone: "",
      locale: "en",
    });
    expect(made?.width).toBeGreaterThanOrEqual(12 + 80 + 48);
  });

  test("gives a state the room of the longest it can show, in the reader's language", () => {
    expect(widthOf("dataScope")).toBeGreaterThan(widthOf("dataScope", "zh-cn"));
    expect(widthOf({ field: "dataScope", width: 56, cell: () => null })).toBeLessThan(widthOf("dataScope"));
  });

  test("keeps a width that was declared wider", () => {
    expect(widthOf({ field: "orderNo", width: 320 })).toBe(320);
  });
});

describe("tableColumns on a phone", () => {
  const partsOf = (...columns: ListColumn<Readonly<Record<string, unknown>>, string>[]) =>
    tableColumns(columns, { resource: sysLogDiff, fieldWords: {}, sortBy: [], zone: "", locale: "en" }).map(
      ({ key, part }) => [key, part],
    );

  test("call a row by the first column that tells of it: neither a time nor whose it is", () => {
    const drawn = { field: "operationName", cell: () => null };
    expect(partsOf("createTime", { field: "tenantName", part: "owner" }, drawn)).toEqual([
      ["createTime", "time"],
      ["tenantName", "owner"],
      ["operationName", "name"],
    ]);
  });

  test("leave out what has no place there", () => {
    expect(partsOf("operation", { field: "tableNames", cell: () => null, part: "none" })).toEqual([
      ["operation", "name"],
      ["tableNames", undefined],
    ]);
  });
});

describe("callName", () => {
  test("is the name in the reader's language where a record is named in several", () => {
    const names = { en: "Form controls", "zh-tw": "表單控制項" };
    expect(callName({ name: "控件", names }, "en")).toBe("Form controls");
    expect(callName({ name: "控件", names }, "zh-cn")).toBe("控件");
    expect(callName({ title: "首页", titles: { en: "Home" } }, "en")).toBe("Home");
  });

  test("is never a number or a code", () => {
    expect(callName({ id: 7, code: "a-7", name: "" }, "en")).toBeUndefined();
    expect(callName({ id: "whe_1", merchantName: "Lanting Tea House" }, "en")).toBe("Lanting Tea House");
    expect(callName({ channelName: "Alipay", merchantName: "Lanting Tea House" }, "en")).toBe("Alipay");
  });
});
