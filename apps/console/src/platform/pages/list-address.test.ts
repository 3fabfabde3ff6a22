import { factsOf, Instant, Integer } from "@countinghouse/contract/kit/field.ts";
import { between, contains, oneOf } from "@countinghouse/contract/kit/list.ts";
import { MerchantId } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { amounts } from "@countinghouse/contract/payment-fields.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { describe, expect, test } from "vitest";
import { filterInputs, readAddress, viewPart, writeAddress } from "./list-address.ts";

const filters = {
  name: contains(8),
  status: oneOf(Status.schema),
  createTime: between(Instant),
  elapsed: between(Integer),
  merchantId: oneOf(MerchantId),
  amount: amounts("currency"),
};
const fields = Object.entries(filters).map(([name, filter]) => ({ name, filter, facts: factsOf(filter.input) }));
const read = (text: string) => readAddress(new URLSearchParams(text), fields, ["name", "createTime"]);

describe("readAddress", () => {
  test("reads back what writeAddress wrote", () => {
    const text =
      "createTime=last30Days&elapsed=100..&name=a%2Cb&status=1%2C2&sort=-createTime&page=3&size=50&view=v1&open=12";
    expect(writeAddress(read(text)).toString()).toBe(text);
  });

  test("leaves what the page around the list keeps there, its open tab or what is chosen in its tree", () => {
    const address = read("tab=calls&node=7&name=a&page=3");
    expect(address.unread).toEqual({});
    expect(writeAddress({ ...address, page: 1, filters: {} }).toString()).toBe("tab=calls&node=7");
    expect(viewPart(address)).toBe("name=a");
  });

  test("takes choices by their declared values", () => {
    expect(read("status=1,2").filters.status).toEqual({ kind: "many", values: [1, 2] });
    expect(read("status=1,9,2")).toMatchObject({ filters: {}, unread: { status: "1,9,2" } });
  });

  test("takes ids that begin with a word", () => {
    const id = "mer_01JD000000000000000000000A";
    expect(read(`merchantId=${id}`).filters.merchantId).toEqual({ kind: "many", values: [id] });
    expect(read("merchantId=someone").filters.merchantId).toBeUndefined();
  });

  test("says which filters it cannot read, and passes over other places that do not fit", () => {
    const address = read(
      "name=longer-than-eight&status=7&createTime=tomorrow&elapsed=x..&sort=-secret&page=-1&size=1e9",
    );
    expect(address).toEqual({
      filters: {},
      unread: { name: "longer-than-eight", status: "7", createTime: "tomorrow", elapsed: "x.." },
      sort: undefined,
      page: 1,
      pageSize: undefined,
      cursor: undefined,
      open: undefined,
      view: undefined,
    });
  });
});

describe("an amount in the address", () => {
  const inputOf = (text: string) => filterInputs(read(`amount=${text}`), fields, "UTC", 0).amountRange;

  test.each([
    ["EUR:100.50..2500.00", { currency: "EUR", from: "10050", to: "250000" }],
    ["JPY:100..", { currency: "JPY", from: "100", to: null }],
    ["KWD:..1.005", { currency: "KWD", from: null, to: "1005" }],
  ])("%s is sent as minor units of its currency", (text, input) => {
    expect(inputOf(text)).toEqual(input);
    expect(writeAddress(read(`amount=${text}`)).get("amount")).toBe(text);
  });

  test.each(["JPY:1.5..", "EUR:1.005..", "EUR:1,5..", "100..200", "XXX:1..2", "EUR:..", "EUR:1"])(
    "%s is not read",
    (text) => {
      expect(read(`amount=${text}`)).toMatchObject({ filters: {}, unread: { amount: text } });
    },
  );
});

describe("what is no filter of the list", () => {
  test("is told, and stays in the address until it is taken out", () => {
    const address = read("merchantName=Nordlicht&tab=orders");
    expect(address.unread).toEqual({ merchantName: "Nordlicht" });
    expect(writeAddress(address).toString()).toBe("tab=orders&merchantName=Nordlicht");
  });
});

describe("filterInputs", () => {
  test("resolves a preset on the day it is used and closes whole figures after their last", () => {
    const now = Date.parse("2026-11-21T08:00:00Z");
    expect(filterInputs(read("createTime=last7Days&elapsed=10..20&name=x"), fields, "UTC", now)).toEqual({
      name: "x",
      createTimeRange: ["2026-11-15T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
      elapsedRange: [10, 21],
    });
  });
});

describe("viewPart", () => {
  test("keeps the preset and leaves page and open row out", () => {
    expect(viewPart(read("page=2&open=4&createTime=pastYear&sort=name"))).toBe("createTime=pastYear&sort=name");
  });
});

describe("what a list would refuse", () => {
  test.each([
    ["size=5000", 1, undefined],
    ["size=200", 1, 200],
    ["page=999999", 1, undefined],
    ["page=100000", 100_000, undefined],
  ])("%s is read as page %s, of a size of %s", (text, page, pageSize) => {
    expect(read(text)).toMatchObject({ page, pageSize, unread: {} });
  });

  test.each(["elapsed=20..10", "amount=EUR:5..1", "createTime=2026-11-03..2026-11-01"])(
    "%s is not read: its ends are the wrong way round",
    (text) => {
      expect(read(text).filters).toEqual({});
      expect(Object.keys(read(text).unread)).toHaveLength(1);
    },
  );

  test.each(["elapsed=10..10", "amount=EUR:1..1"])("%s is read: both ends are included", (text) => {
    expect(read(text)).toMatchObject({ unread: {} });
    expect(Object.keys(read(text).filters)).toHaveLength(1);
  });
});
