import { formatFxRate, parseFxRate } from "@countinghouse/money/fx.ts";
import { describe, expect, test } from "vitest";
import { isStale, rateOf, type StoredQuote } from "./rate.policy.ts";
import { parseFeed, parseReferenceFile, publishedAt } from "./rate.reference.policy.ts";

const now = Date.parse("2026-11-21T10:00:00.000Z");

const quote = (
  base: StoredQuote["base"],
  to: StoredQuote["quote"],
  rate: string,
  source: StoredQuote["source"] = "centralBank",
): StoredQuote => ({
  id: 1,
  base,
  quote: to,
  rate: parseFxRate(rate),
  source,
  effectiveTime: "2026-11-20T15:00:00.000Z",
});

describe("rateOf", () => {
  const quotes = [quote("EUR", "USD", "1.25"), quote("EUR", "JPY", "150"), quote("EUR", "GBP", "0.8")];
  const shown = (base: StoredQuote["base"], to: StoredQuote["quote"], of = quotes) => {
    const found = rateOf(of, { base, quote: to });
    return found && [formatFxRate(found.rate), found.kind, found.via];
  };

  test("takes the pair, its opposite inverted, or two legs over the euro, and says which", () => {
    expect(shown("EUR", "USD")).toEqual(["1.25", "direct", null]);
    expect(shown("USD", "EUR")).toEqual(["0.8", "inverse", null]);
    expect(shown("GBP", "JPY")).toEqual(["187.5", "cross", "EUR"]);
    expect(shown("USD", "JPY")).toEqual(["120", "cross", "EUR"]);
    expect(shown("USD", "USD")).toEqual(["1", "same", null]);
    expect(shown("USD", "TWD")).toBeUndefined();
  });

  test("crosses over the dollar where the source quotes against it", () => {
    const dollars = [quote("USD", "TWD", "32"), quote("USD", "JPY", "160")];
    expect(shown("TWD", "JPY", dollars)).toEqual(["5", "cross", "USD"]);
  });

  test("trusts a feed before the central bank before a hand, and mixes no sources", () => {
    const feed = quote("EUR", "USD", "2", "feed");
    expect(shown("EUR", "USD", [quote("EUR", "USD", "3", "manual"), ...quotes, feed])?.[0]).toBe("2");
    expect(shown("GBP", "USD", [feed, quote("EUR", "GBP", "1", "manual")])).toBeUndefined();
  });
});

describe("isStale", () => {
  const limit = {
    limitHours: 24,
    zone: "Europe/Berlin",
    calendar: { weekendDays: [6, 7] as const, holidays: ["2026-12-25"], workingWeekends: [] },
  };
  const stale = (source: "manual" | "ecb", from: string, to: string) =>
    isStale({ source, effectiveTime: from }, Date.parse(to), limit);

  test("lets a rate of Friday live until Monday's is out", () => {
    expect(stale("ecb", "2026-11-20T15:00:00Z", "2026-11-23T16:30:00Z")).toBe(false);
    expect(stale("ecb", "2026-11-20T15:00:00Z", "2026-11-23T17:01:00Z")).toBe(true);
  });

  test("does not age a rate over a bank holiday", () => {
    expect(stale("manual", "2026-12-24T15:00:00Z", "2026-12-28T14:59:00Z")).toBe(false);
    expect(stale("manual", "2026-12-24T15:00:00Z", "2026-12-28T15:01:00Z")).toBe(true);
  });

  test("gives a hand-kept rate no grace", () => {
    expect(stale("manual", "2026-11-17T10:00:00Z", "2026-11-18T10:00:00Z")).toBe(false);
    expect(stale("manual", "2026-11-17T10:00:00Z", "2026-11-18T10:00:01Z")).toBe(true);
  });

  test("is certain of years without counting them", () => {
    expect(stale("ecb", "1999-01-04T15:00:00Z", "2026-11-18T10:00:00Z")).toBe(true);
  });
});

describe("parseReferenceFile", () => {
  const read = (text: string) => parseReferenceFile(text, now);

  test("reads days, leaves out what is not there and currencies no amount can be held in", () => {
    const file = read(
      '\uFEFFDate,USD,RON,JPY,\r\n2026-11-20,1.0800,5.09,N/A,\r\n\r\n"2026-11-19",1.07,5.1,160.25,\r\n',
    );
    expect(file).toMatchObject({ currencies: ["USD", "JPY"], ignored: ["RON"] });
    expect(file?.days.map(({ line, day, missing, problem }) => [line, day, missing, problem])).toEqual([
      [2, "2026-11-20", 1, null],
      [4, "2026-11-19", 0, null],
    ]);
    expect(file?.days[0]?.rates).toEqual([
      { baseCurrency: "EUR", quoteCurrency: "USD", rate: "1.08", effectiveTime: "2026-11-20T15:00:00.000Z" },
    ]);
  });

  test("names what is wrong with a row and keeps the others", () => {
    const rows = [
      "2026-11-20,1.08",
      "2026-11-20,1.09",
      "20/11/2026,1",
      "2026-11-22,1",
      "2026-11-19,-1",
      "2026-11-18,1,2",
    ];
    expect(read(["Date,USD", ...rows].join("\n"))?.days.map(({ problem }) => problem)).toEqual([
      null,
      "dayRepeated",
      "dayMalformed",
      "dayInFuture",
      "rateMalformed",
      "columnsDiffer",
    ]);
  });

  test("takes no other file for one", () => {
    for (const text of ["", "order_id,amount\n1,2", "Date\n2026-11-20", "Date,usd\n", "Date,USD,USD\n", "<html>"])
      expect(read(text), text).toBeUndefined();
  });

  test("dates a day by the clock of Frankfurt, in summer as in winter", () => {
    expect([publishedAt("2026-07-01"), publishedAt("2026-12-01")]).toEqual([
      "2026-07-01T14:00:00.000Z",
      "2026-12-01T15:00:00.000Z",
    ]);
  });
});

describe("parseFeed", () => {
  const usd = { baseCurrency: "EUR", quoteCurrency: "USD", rate: "1.0834" };

  test("reads the bank's XML, its CSV and JSON alike", () => {
    const xml = `<?xml version="1.0"?><Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.0834'/><Cube currency='RON' rate='5'/></Cube></Cube>`;
    const json = '{"base":"EUR","time":"2026-11-20T15:00:00Z","rates":{"USD":"1.08340","XXX":"1"}}';
    for (const text of [xml, json, "Date,USD\n2026-11-20,1.0834\n"])
      expect(parseFeed(text, now)).toEqual([{ ...usd, effectiveTime: "2026-11-20T15:00:00.000Z" }]);
  });

  test("takes nothing from the future and nothing from an error page", () => {
    const ahead = '{"base":"EUR","time":"2026-11-22T15:00:00Z","rates":{"USD":"1.1"}}';
    for (const text of [ahead, "<html>busy</html>", "{", '{"base":"EUR"}', ""])
      expect(parseFeed(text, now), text).toBeUndefined();
  });
});
