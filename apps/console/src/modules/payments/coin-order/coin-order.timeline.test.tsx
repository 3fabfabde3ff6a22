import { locales } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { describe, expect, test } from "vitest";
import { sentenceOf } from "./coin-order.timeline.part.tsx";

const said = (title: string, detail: Record<string, unknown>) =>
  sentenceOf({ title, detail }, coinOrderMessages.en.text, "en");

describe("sentenceOf", () => {
  test("says in words who called an order off", () => {
    expect(said("eventOrderCanceled", { reason: "reasonOperator" })).toBe("Order cancelled: by the operator");
    for (const locale of locales)
      for (const reason of ["reasonMerchant", "reasonPayer", "reasonOperator"])
        expect(
          sentenceOf({ title: "eventOrderCanceled", detail: { reason } }, coinOrderMessages[locale].text, locale),
        ).not.toContain("reason");
  });

  test("shows a reason that has no word as it came", () => {
    expect(said("eventRefundDue", { amount: "5.00", reason: "goodwill" })).toContain("goodwill");
  });
});
