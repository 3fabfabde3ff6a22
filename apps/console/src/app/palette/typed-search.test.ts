import { describe, expect, test } from "vitest";
import { piecesOf, typedFilters } from "./typed-search.ts";

const today = "2026-05-21";

describe("typedFilters", () => {
  test.each([
    ["declined today", { attemptStatus: "declined", days: { kind: "days", range: [today, today] } }],
    ["今天 已拒绝", { attemptStatus: "declined", days: { kind: "days", range: [today, today] } }],
    ["今天已拒绝", { attemptStatus: "declined", days: { kind: "days", range: [today, today] } }],
    ["已付款 昨天", { orderStatus: "paid", days: { kind: "days", range: ["2026-05-20", "2026-05-20"] } }],
    [
      "insufficient funds last 7 days",
      { declineCode: "insufficient_funds", days: { kind: "days", range: ["2026-05-15", today] } },
    ],
    [">100 BRL", { amount: { kind: "amount", currency: "BRL", range: ["10001", null] } }],
    [">= 1,000 jpy", { amount: { kind: "amount", currency: "JPY", range: ["1000", null] } }],
    ["<0.500 KWD", { amount: { kind: "amount", currency: "KWD", range: [null, "499"] } }],
    ["100-200 EUR", { amount: { kind: "amount", currency: "EUR", range: ["10000", "20000"] } }],
    [
      "paid > 50 EUR yesterday",
      {
        orderStatus: "paid",
        amount: { kind: "amount", currency: "EUR", range: ["5001", null] },
        days: { kind: "days", range: ["2026-05-20", "2026-05-20"] },
      },
    ],
    ["Paid", { orderStatus: "paid" }],
  ])("reads %s", (text, filters) => {
    expect(typedFilters(text, today)).toEqual(filters);
  });

  test.each(["", "declined tomorrow", ">100 XXX", ">1.001 EUR", "100 BRL", "todays", "Acme today"])(
    "does not guess at “%s”",
    (text) => {
      expect(typedFilters(text, today)).toBeUndefined();
    },
  );
});

describe("piecesOf", () => {
  test("takes our numbers out of a webhook's body", () => {
    const body = '{"id":"evt_01KBA7M2V5Q8R3T6W9X0Y1Z2A3","data":{"object":{"orderNo":"OR202605217K3M9QX2TD"}}}';
    expect(piecesOf(body)).toEqual(["evt_01KBA7M2V5Q8R3T6W9X0Y1Z2A3", "OR202605217K3M9QX2TD"]);
  });

  test("takes what may be numbers out of a line of a file", () => {
    expect(piecesOf('SHOP-1001,2026-05-21 10:00,189.90,BRL,"ada@example.com",paid')).toEqual([
      "SHOP-1001",
      "ada@example.com",
    ]);
  });

  test("leaves everything else as it is, cut to what a look-up takes", () => {
    expect(piecesOf("Acme, Ltd")).toEqual(["Acme, Ltd"]);
    expect(piecesOf("x".repeat(300))).toEqual(["x".repeat(128)]);
  });
});
