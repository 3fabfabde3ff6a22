import { OpenOrderCreation } from "@countinghouse/contract/integration/open-api/open-order.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { inputLimits } from "@countinghouse/contract/platform/input-limits.ts";
import { describe, expect, test } from "vitest";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { openError } from "./open-answer.service.ts";
import { openInput } from "./open-input.service.ts";

const good = {
  merchantOrderNo: "A-1",
  amount: 1_999,
  currency: "USD",
  payer: { email: "ada@example.com" },
  ip: "203.0.113.7",
};

/** The error of an order with other fields. */
function errorOf(parts: object, locale: Locale = "en") {
  const limits = { ...inputLimits, depth: 16 };
  try {
    openInput(OpenOrderCreation, { ...good, ...parts }, { isStrict: true, limits, locale });
  } catch (error) {
    if (error instanceof Refusal) return openError(error, { locale, requestId: "r", translator: buildTranslator([]) });
    throw error;
  }
  throw new Error("the order was taken");
}

const minor = "Send minor units: a whole number from 1 to 9007199254740991, such as 1999 for 19.99.";

describe("an input that is wrong", () => {
  test.each([
    [{ amount: 19.99 }, "amount", `amount is 19.99. ${minor}`],
    [{ amount: 0 }, "amount", `amount is 0. ${minor}`],
    [{ amount: -5 }, "amount", `amount is -5. ${minor}`],
    [{ amount: "1999" }, "amount", `amount is "1999". ${minor}`],
    [{ amount: undefined }, "amount", `amount is missing. ${minor}`],
    [{ currency: "usd" }, "currency", 'currency is "usd". Send one of the currencies that the documents list'],
    [{ payer: { email: "ada" } }, "payer.email", 'payer.email is "ada". Send an e-mail address'],
    [{ payer: {} }, "payer.email", "payer.email is missing."],
    [{ captureMethod: "later" }, "captureMethod", 'captureMethod is "later". Send one of automatic, manual.'],
    [{ expireMinutes: 0 }, "expireMinutes", "expireMinutes is 0. Send a whole number from 1 to 10080."],
    [{ metadata: { cart: 17 } }, "metadata.cart", "metadata.cart is 17. Send a text of 0 to 500 characters"],
    [
      { items: [{ name: "Tea", quantity: 1, unitAmount: 9.5, amount: 950 }] },
      "items.0.unitAmount",
      "items.0.unitAmount is 9.5. Send minor units: a whole number from -9007199254740991 to 9007199254740991, such as",
    ],
    [{ amount: 10 ** 16 }, "amount", `amount is 10000000000000000. ${minor}`],
    [{ amount: 1e21 }, "amount", `amount is 1e+21. ${minor}`],
    [{ merchantOrderNo: "" }, "merchantOrderNo", 'merchantOrderNo is "". Send 1 to 64 letters'],
    [{ total: 5 }, "total", "total is not a field of this call. Leave it out"],
  ])("%j is said in the message, with what to send", (parts, param, message) => {
    const error = errorOf(parts);
    expect([error.code, error.bizCode, error.param]).toEqual([400, "validation_failed", param]);
    expect(error.message).toContain(message);
    expect(error.params).toMatchObject([{ param, message: error.message }]);
  });

  test("is told with each of its faults, its value and the next step", () => {
    const error = errorOf({ amount: "1999", ip: "home" });
    expect(error.message).toBe("2 inputs need attention: amount, ip.");
    expect(error.params).toMatchObject([
      { param: "amount", value: "1999", message: `amount is "1999". ${minor}` },
      { param: "ip", value: "home", message: expect.stringContaining("203.0.113.7") },
    ]);
  });

  test("is not repeated where it belongs to a card", () => {
    const card = { number: "4008 4000", expiryMonth: 13, expiryYear: 2030, cvc: "12x" };
    const error = errorOf({ paymentMethod: { code: "card", card } });
    expect(JSON.stringify(error)).not.toMatch(/4008|12x|"value"/);
    expect(error.params).toMatchObject([
      {
        param: "paymentMethod.card.number",
        message: expect.stringContaining("the 12 to 19 digits of the card number"),
      },
      { param: "paymentMethod.card.expiryMonth" },
      { param: "paymentMethod.card.cvc" },
    ]);
  });

  test.each(locales)("is told in %s without a word of the validator", (locale) => {
    const { message } = errorOf({ amount: 19.99 }, locale);
    expect(message).toContain("19.99");
    expect(message).toContain("9007199254740991");
    expect(message).not.toMatch(/invalid|expected|\{/i);
  });
});
