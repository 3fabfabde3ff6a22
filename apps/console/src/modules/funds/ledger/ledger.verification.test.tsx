import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { Mismatches } from "./ledger.verification.detail.tsx";

const violations: Parameters<typeof Mismatches>[0]["violations"] = [
  {
    law: "order_booked",
    merchantId: "mer_01KCF6KBRVMYMDC0DQ6A18MFWC",
    mode: "live",
    table: "coin_orders",
    key: "ord_1",
    column: "fee_amount",
    expected: "290",
    found: "291",
    place: null,
  },
  {
    law: "published",
    merchantId: null,
    mode: null,
    table: "published_heads",
    key: "2026-11-21",
    column: null,
    expected: "abc",
    found: null,
    place: "COUNTINGHOUSE_LEDGER_HEADS_BUCKET",
  },
];

afterEach(cleanup);

const cells = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

describe("what a verification found", () => {
  test.each([
    ["en", ["Law", "Merchant", "Row", "Column", "Expected", "Found"], "whole row"],
    ["zh-cn", ["记账规则", "商户", "记录", "字段", "应为", "实为"], "整条记录"],
    ["zh-tw", ["記帳規則", "特店", "資料列", "欄位", "應為", "實為"], "整列"],
  ] as const)("names row, column, what is expected and what was found, in %s", async (locale, headings, wholeRow) => {
    switchLanguage(locale);
    render(<Mismatches violations={violations} />);
    expect(cells("columnheader")).toEqual(headings);
    const [law, merchant, ...order] = cells("cell").slice(0, 6);
    expect(law).not.toBe("order_booked");
    expect(merchant).toContain("mer_");
    expect(order).toEqual(["coin_orders ord_1", "fee_amount", "290", "291"]);
    expect(cells("cell").slice(7)).toEqual([
      "–",
      "published_heads 2026-11-21COUNTINGHOUSE_LEDGER_HEADS_BUCKET",
      wholeRow,
      "abc",
      "–",
    ]);
  });
});
