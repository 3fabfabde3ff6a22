import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { publishRate } from "../../../../test/rates.ts";
import { refreshReports } from "./report-slots.store.ts";

let stage: OrderStage;
let operator: TestClient;
let today: string;
const mode = "test" as const;
const dayAt = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const both = () => ({ mode, fromDay: dayAt(0), toDay: dayAt(1) });

/** 100.00 euro at 1.10 on the first day; 50.00 euro at 1.20 and 10.00 dollars on the second. */
beforeAll(async () => {
  stage = await buildOrderStage();
  const { app } = stage;
  today = app.clock.now().toISOString().slice(0, 10);
  await publishRate(app, "1.1");
  await stage.pay("001", { amount: money(10_000n, "EUR") });
  await stage.pass(86_400);
  await publishRate(app, "1.2");
  await stage.pay("001", { amount: money(5_000n, "EUR") });
  await stage.pay("001", { amount: money(1_000n, "USD") });
  await stage.pass(3_000);
  await refreshReports(app.platform.db, app.clock.now());
  operator = app.as(actor({ ...stage.place, userId: 101, provenAt: app.clock.now() }));
});
afterAll(() => stage?.close());

test("amounts of each day are converted by the rate of that day, and added up over all currencies", async () => {
  const report = await operator.call(reportByGateway, "page", { ...both(), baseCurrency: "USD", compare: false });
  const [total, ...others] = report.totals;
  expect(others).toEqual([]);
  // 110.00, 60.00 and 10.00.
  expect(total).toMatchObject({ currency: "USD", salesAmount: "18000", paidCount: 3, averageTicket: "6000" });
  expect(report.base).toMatchObject({
    currency: "USD",
    rates: [{ currency: "EUR", sources: ["manual"] }],
  });
  const main = report.rows.filter(({ gatewayAccountId }) => gatewayAccountId === stage.accounts.main);
  expect(main).toMatchObject([{ currency: "USD", salesAmount: "18000", paidCount: 3 }]);
  const originals = report.base?.originals.map((row, at) => [
    row.currency,
    row.salesAmount,
    report.base?.converted[at]?.salesAmount,
  ]);
  expect(originals?.toSorted()).toEqual([
    ["EUR", "15000", "17000"],
    ["USD", "1000", "1000"],
  ]);
  const apart = await operator.call(reportByGateway, "page", { ...both(), compare: false });
  expect(apart.base).toBeNull();
  expect(apart.totals.map(({ currency }) => currency).toSorted()).toEqual(["EUR", "USD"]);
});

test.each(["account", "gateway", "currency", "day", "week", "month", "method"] as const)(
  "it comes to the same grouped by %s, and as of a past instant",
  async (groupBy) => {
    const asked = { ...both(), baseCurrency: "USD" as const, groupBy, compare: false };
    expect((await operator.call(reportByGateway, "page", asked)).totals).toMatchObject([{ salesAmount: "18000" }]);
    const asOf = stage.app.clock.now().toISOString();
    const past = await operator.call(reportByGateway, "page", { ...asked, asOf });
    expect(past.totals).toMatchObject([{ salesAmount: "18000", paidCount: 3 }]);
  },
);

test("beside the period before by its own rates, and step by step", async () => {
  const second = { mode, fromDay: dayAt(1), toDay: dayAt(1), baseCurrency: "USD" as const };
  const report = await operator.call(reportByMerchant, "page", second);
  expect(report.totals).toMatchObject([{ salesAmount: "7000", before: { salesAmount: "11000" } }]);
  const trend = await operator.call(reportByGateway, "trend", second);
  expect(trend.points).toMatchObject([{ currency: "USD", salesAmount: "7000" }]);
  expect(trend.pointsBefore).toMatchObject([{ currency: "USD", salesAmount: "11000" }]);
});

test("the other way round, by the inverse, and refused by name and day where there is no rate", async () => {
  const euro = await operator.call(reportByGateway, "page", { ...both(), baseCurrency: "EUR", compare: false });
  // 10.00 dollars at 1.2 are 8.33 euro.
  expect(euro.totals).toMatchObject([{ currency: "EUR", salesAmount: "15833" }]);
  const refused = await operator.send(reportByGateway, "page", { ...both(), baseCurrency: "JPY", compare: false });
  expect(refused).toMatchObject({ status: 422, bizCode: "reportByGateway.rateMissing" });
  expect(refused.body.message).toMatch(new RegExp(`(EUR|USD) to JPY of ${today}|(EUR|USD) to JPY of ${dayAt(1)}`));
});

test("a correction that came later changes no report as of before it", async () => {
  const asOf = stage.app.clock.now().toISOString();
  const asked = { ...both(), baseCurrency: "USD" as const, compare: false };
  stage.app.clock.forward(60_000);
  const { db } = stage.app.platform;
  const { seals } = stage.app.context();
  const rate = {
    baseCurrency: "EUR",
    quoteCurrency: "USD",
    rate: "2",
    source: "manual" as const,
    effectiveTime: `${today}T23:00:00.000Z`,
    fetchTime: stage.app.clock.now().toISOString(),
    revision: 1,
  };
  await db
    .insertInto("rates")
    .values({ ...rate, seal: seals.made("rates", rate as never) })
    .execute();
  expect((await operator.call(reportByGateway, "page", { ...asked, asOf })).totals[0]?.salesAmount).toBe("18000");
  expect((await operator.call(reportByGateway, "page", asked)).totals[0]?.salesAmount).toBe("27000");
});

test("the file shows both, and says by which rates", async () => {
  const answer = await operator.send(reportByGateway, "download", { ...both(), baseCurrency: "USD", format: "csv" });
  const lines = String(answer.result).split("\r\n");
  expect(lines.find((line) => line.includes("mid rate"))).toContain("EUR: Entered by hand");
  const heading = lines.find((line) => line.startsWith("Gateway account,")) ?? "";
  expect(heading).toContain('"Sales, USD"');
  const euro = lines.find((line) => line.includes("sim_main,EUR,"));
  expect(euro?.split(",").slice(2, 4)).toEqual(["150.00", "15000"]);
  const total = lines.find((line) => line.startsWith("Total,USD,"));
  expect(total?.split(",")[2]).toBe("270.00");
  const pdf = await operator.send(reportByGateway, "download", { ...both(), baseCurrency: "USD", format: "pdf" });
  expect(pdf.status).toBe(200);
});
