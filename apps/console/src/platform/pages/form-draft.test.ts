import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { textFormats } from "@countinghouse/contract/text-formats.ts";
import { describe, expect, test } from "vitest";
import { sheet } from "../../../test/every-kind.ts";
import { errorsOf, startValues } from "./form-draft.ts";
import { pagesMessages } from "./pages.messages.ts";

const { add, update } = sysPos.operations;
const labels = { ...merchant.messages.en.fields, ...sysPos.messages.en.fields };
const told = { words: pagesMessages.en, locale: "en", labels } as const;

describe("startValues", () => {
  test("takes the schema's defaults where nothing is given", () => {
    expect(startValues(add.input, { name: "Clerk" }, undefined)).toEqual({
      name: "Clerk",
      code: undefined,
      orderNo: 100,
      status: 1,
      remark: undefined,
    });
  });

  test("keeps id and version of the record, and leaves its other columns out", () => {
    const record = {
      id: 3,
      version: 7,
      name: "Clerk",
      code: null,
      orderNo: 1,
      status: 2,
      remark: "x",
      createTime: "2026-01-01T00:00:00.000Z",
    };
    expect(startValues(update.input, undefined, record)).toEqual({
      id: 3,
      version: 7,
      name: "Clerk",
      code: undefined,
      orderNo: 1,
      status: 2,
      remark: "x",
    });
  });
});

describe("errorsOf", () => {
  test("names what is missing, too long or out of range, once per field", () => {
    const values = { name: null, code: "x".repeat(65), orderNo: 1_000_000, status: 1 };
    expect(errorsOf(add.input, values, told)).toEqual({
      name: "Name is missing.",
      code: "At most 64 characters.",
      orderNo: "At most 999999.",
    });
  });

  test("counts blanks as missing", () => {
    expect(errorsOf(add.input, { name: "   " }, told)).toEqual({ name: "Name is missing." });
  });

  test("is empty for what the schema takes", () => {
    expect(errorsOf(add.input, { name: "Clerk" }, told)).toEqual({});
  });

  test("says how each field is written, with an example of its own", () => {
    const values = {
      country: "Britain",
      mcc: "12",
      website: "shop.example",
      contactEmail: "nobody",
      contactPhone: "12",
    };
    const found = errorsOf(merchant.operations.add.input, values, told);
    expect([found.country, found.mcc, found.website, found.contactEmail, found.contactPhone]).toEqual(
      [
        textFormats.country,
        textFormats.categoryCode,
        textFormats.publicAddress,
        textFormats.email,
        textFormats.phone,
      ].map(({ en }) => en),
    );
  });

  test("names the line of a list that is wrong", () => {
    const values = { mccs: ["5411", "54"] };
    expect(errorsOf(gatewayAccount.operations.add.input, values, told).mccs).toBe(
      `Line 2: ${textFormats.categoryCode.en}`,
    );
  });
});

describe("a value that is there and cannot be taken", () => {
  const sentences = (values: object) =>
    errorsOf(
      sheet.operations.add.input,
      { title: "T", isOn: false, mode: "live", ...values },
      { ...told, labels: sheet.messages.en.fields },
    );
  const line = (min: string | null, max: string | null, currency = "USD") => ({ currency, min, max });

  test.each([
    [{ share: "abc" }, { share: textFormats.share.en }],
    [{ share: 125_000 }, { share: "At most 10 %." }],
    [{ amount: "1.234" }, { amount: textFormats.amount.en }],
    [{ settings: "{" }, { settings: "This cannot be used here." }],
    [{ fixed: [{ currency: "EUR", amount: null }] }, { fixed: "Line 1: Amount is missing." }],
    [{ limits: [line("1", null, "")] }, { limits: "Line 1: Currency is missing." }],
    [{ limits: [line("1,5", "20")] }, { limits: `Line 1: ${textFormats.amount.en}` }],
    [{ limits: [line("200", "100")] }, { limits: "Line 1: The smallest amount is above the largest." }],
    [{ limits: [line("1", null), line(null, "1")] }, { limits: "A currency is named twice." }],
  ])("%o is told as %o", (values, expected) => {
    expect(sentences(values)).toEqual(expected);
  });
});
