import { reportWords } from "@countinghouse/contract/funds/report/report.messages.ts";
import { reportByDomain } from "@countinghouse/contract/funds/report/report-by-domain.ts";
import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import { decimalText, growthOf, pointsOf } from "@countinghouse/contract/funds/report/report-change.ts";
import { shownFigures } from "@countinghouse/contract/funds/report/report-fields.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { publishRate } from "../../../../test/rates.ts";
import { sendRefund } from "../../payments/refund-processing/index.ts";
import { refOf } from "../../payments/refund-record/index.ts";
import { refreshReports } from "./report-slots.store.ts";

let stage: OrderStage;
let operator: TestClient;
/** The day on which everything of these tests begins; orders of the stage are of test mode. */
let today: string;
const mode = "test" as const;

const now = () => stage.app.clock.now();
const refresh = () => refreshReports(stage.app.platform.db, now());
const dayAt = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

async function refund(order: { readonly id: string }, minor: number): Promise<void> {
  await operator.call(orderRefund, "add", {
    orderId: order.id,
    amount: String(minor),
    reason: "requested_by_customer",
  });
  const open = await stage.app.platform.db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("status", "=", "created")
    .execute();
  for (const row of open) await sendRefund(stage.node, stage.caller, refOf(row));
  await stage.pass(60);
}

const operatorNow = () =>
  stage.app.as(actor({ ...stage.place, userId: 101, realName: "Ada", provenAt: stage.app.clock.now() }));

beforeAll(async () => {
  stage = await buildOrderStage();
  today = now().toISOString().slice(0, 10);
  operator = operatorNow();
  await publishRate(stage.app, "1.1");
  await stage.pay("001", { amount: money(40_000n, "USD") });
  await stage.pass(86_400);
  operator = operatorNow();
  const first = await stage.pay("001", { amount: money(12_345n, "USD") });
  await stage.pay("001", { amount: money(7_000n, "EUR") });
  await stage.pay("011").catch(() => undefined);
  await stage.create();
  await refund(first, 2_345);
  await stage.pass(3_000);
  await refresh();
});
afterAll(() => stage?.close());

const second = () => ({ mode, fromDay: dayAt(1), toDay: dayAt(1) });

describe("reportByGateway.page", () => {
  test("says what each gateway account took, gave back and cost, beside the day before, never across currencies", async () => {
    const report = await operator.call(reportByGateway, "page", second());
    const main = report.rows.filter((row) => row.gatewayAccountId === stage.accounts.main);
    const usd = main.find(({ currency }) => currency === "USD");
    expect(usd).toMatchObject({
      gatewayAccountName: "sim_main",
      salesAmount: "12345",
      paidCount: 1,
      refundCount: 1,
      refundAmount: "2345",
      refundRate: 1_000_000,
      netSales: "10000",
      before: { salesAmount: "40000", paidCount: 1, refundCount: 0, refundRate: 0 },
    });
    expect(main.find(({ currency }) => currency === "EUR")).toMatchObject({ salesAmount: "7000", paidCount: 1 });
    expect(report.totals.map(({ currency, salesAmount }) => [currency, salesAmount]).sort()).toEqual([
      ["EUR", "7000"],
      ["USD", "12345"],
    ]);
    expect(report).toMatchObject({ timeZone: "UTC", beforeFromDay: today, beforeToDay: today });
    expect(report.countedUntil).toBe(report.asOf);
    // What nobody tried to pay came over no gateway.
    expect(report.rows.find(({ gatewayAccountId }) => gatewayAccountId === "")).toMatchObject({
      orderCount: 1,
      paySuccessRate: null,
    });
  });

  test("takes the rates of totals from totals", async () => {
    const { rows, totals } = await operator.call(reportByGateway, "page", second());
    for (const total of totals) {
      const own = rows.filter(({ currency }) => currency === total.currency);
      const sum = (name: "cohortPaidCount" | "attemptedCount") => own.reduce((all, row) => all + row[name], 0);
      expect(total.paySuccessRate).toBe(Math.round((sum("cohortPaidCount") * 1_000_000) / sum("attemptedCount")));
    }
  });

  test.each(["account", "gateway", "currency", "day", "week", "month", "method"] as const)(
    "comes to the same totals grouped by %s",
    async (groupBy) => {
      const asked = { mode, fromDay: dayAt(0), toDay: dayAt(1) };
      const { totals } = await operator.call(reportByGateway, "page", asked);
      const grouped = await operator.call(reportByGateway, "page", { ...asked, groupBy });
      expect(grouped.totals).toEqual(totals);
      expect(grouped.rows.length).toBeGreaterThan(0);
    },
  );

  test("begins days as the zone does, a quarter past the hour included", async () => {
    // Kathmandu is 5 h 45 min ahead: its day holds the end of one of ours and most of the next.
    for (const timeZone of ["Asia/Kathmandu", "America/Los_Angeles", "Pacific/Kiritimati"]) {
      const days = await operator.call(reportByGateway, "page", {
        mode,
        fromDay: dayAt(-1),
        toDay: dayAt(3),
        timeZone,
        groupBy: "day",
      });
      const { rows } = await sql<{ day: string; paid: number }>`
        SELECT to_char(paid_time AT TIME ZONE ${timeZone}::text, 'YYYY-MM-DD') AS day, count(*)::integer AS paid
          FROM coin_orders WHERE paid_time IS NOT NULL GROUP BY 1 ORDER BY 1`.execute(stage.app.platform.db);
      const paid = Map.groupBy(
        days.rows.filter((row) => row.paidCount > 0),
        ({ date }) => date ?? "",
      );
      expect([...paid].map(([day, of]) => ({ day, paid: of.reduce((all, row) => all + row.paidCount, 0) }))).toEqual(
        rows,
      );
    }
  });

  test("narrows by what the roll-up holds and by what it does not, to the same figures", async () => {
    const asked = { ...second(), currency: ["USD"] };
    const whole = await operator.call(reportByGateway, "page", asked);
    const visa = await operator.call(reportByGateway, "page", { ...asked, paymentMethod: ["card_visa"] });
    expect(visa.countedUntil).toBeNull();
    expect(visa.totals[0]?.salesAmount).toBe(whole.totals[0]?.salesAmount);
    const none = await operator.call(reportByGateway, "page", { ...asked, country: ["AQ"] });
    expect(none.rows).toEqual([]);
    const backup = await operator.call(reportByGateway, "page", { ...asked, gatewayAccountId: stage.accounts.backup });
    expect(backup.rows.every(({ gatewayAccountId }) => gatewayAccountId === stage.accounts.backup)).toBe(true);
  });

  test("opens lists of exactly as many rows as it counted", async () => {
    const { from, to, rows } = await operator.call(reportByGateway, "page", second());
    let looked = 0;
    for (const row of rows) {
      if (row.gatewayAccountId === "" || row.gatewayAccountId === null) continue;
      const same = { mode, gatewayAccountId: row.gatewayAccountId, currency: [row.currency] };
      const made = await operator.call(coinOrder, "page", {
        ...same,
        origin: ["platform"],
        orderTimeRange: [from, to],
      });
      const paid = await operator.call(coinOrder, "page", { ...same, origin: ["platform"], paidTimeRange: [from, to] });
      const refunds = await operator.call(orderRefund, "page", {
        ...same,
        succeededTimeRange: [from, to],
        sourceBucket: ["pending", "available"],
      });
      expect([made.total, paid.total, refunds.total]).toEqual([row.orderCount, row.paidCount, row.refundCount]);
      looked += made.total + paid.total + refunds.total;
    }
    expect(looked).toBeGreaterThan(5);
  });

  test("as of a past instant is unchanged by what came since", async () => {
    const asked = { ...second(), asOf: now().toISOString(), groupBy: "account" as const };
    const then = await operator.call(reportByGateway, "page", asked);
    const live = await operator.call(reportByGateway, "page", second());
    expect(then.rows).toEqual(live.rows);
    await stage.pass(1_200);
    operator = operatorNow();
    const more = await stage.pay("001", { amount: money(5_000n, "USD") });
    await refund(more, 1_000);
    await refresh();
    expect((await operator.call(reportByGateway, "page", second())).rows).not.toEqual(live.rows);
    expect(await operator.call(reportByGateway, "page", asked)).toEqual(then);
  });

  test.each([
    ["that ends before it begins", { fromDay: "2026-06-02", toDay: "2026-06-01" }, "spanReversed"],
    ["of more than four hundred days", { fromDay: "2024-01-01", toDay: "2026-06-01" }, "spanTooLong"],
    [
      "by method over more than a hundred days",
      { fromDay: "2026-01-01", toDay: "2026-06-01", groupBy: "method" as const },
      "factsTooLong",
    ],
    [
      "as of a time to come",
      { fromDay: "2026-06-01", toDay: "2026-06-01", asOf: "2099-01-01T00:00:00.000Z" },
      "asOfAhead",
    ],
  ])("refuses a period %s", async (_what, asked, refusal) => {
    expect((await operator.send(reportByGateway, "page", { mode, ...asked })).bizCode).toBe(
      `reportByGateway.${refusal}`,
    );
  });
});

describe("reportByGateway.prove", () => {
  test("is what the ledger's postings come to, measure by measure", async () => {
    const { proofs } = await operator.call(reportByGateway, "prove", { mode, fromDay: dayAt(0), toDay: dayAt(2) });
    expect(proofs.filter(({ isEqual }) => !isEqual)).toEqual([]);
    const sales = proofs.find((one) => one.currency === "USD" && one.measure === "salesAmount");
    expect(BigInt(sales?.ledger ?? "0")).toBeGreaterThanOrEqual(52_345n);
    expect(sales?.journals).toBeGreaterThan(1);
    expect(proofs.find((one) => one.currency === "USD" && one.measure === "feeAmount")?.ledger).not.toBe("0");
  });

  test("names what differs when a row of the roll-up says otherwise", async () => {
    const asked = { mode, fromDay: dayAt(0), toDay: dayAt(2) };
    const wrong = sql`UPDATE report_totals SET sales = sales + 1 WHERE facet = 'all' AND currency = 'EUR'`;
    await wrong.execute(stage.app.platform.db);
    const { proofs } = await operator.call(reportByGateway, "prove", asked);
    await sql`UPDATE report_totals SET sales = sales - 1 WHERE facet = 'all' AND currency = 'EUR'`.execute(
      stage.app.platform.db,
    );
    expect(proofs.filter(({ isEqual }) => !isEqual).map(({ currency, measure }) => [currency, measure])).toEqual([
      ["EUR", "salesAmount"],
    ]);
  });
});

describe("reportByGateway.trend", () => {
  test("names every step of both periods and what there was in them", async () => {
    const trend = await operator.call(reportByGateway, "trend", second());
    expect([trend.steps, trend.stepsBefore]).toEqual([[dayAt(1)], [dayAt(0)]]);
    expect(trend.pointsBefore).toMatchObject([{ date: dayAt(0), currency: "USD", paidCount: 1, salesAmount: "40000" }]);
  });
});

describe("who sees which report", () => {
  const ownPermissions = ["reportByGateway:page", "reportByGateway:prove", "reportByDomain:page"];
  const merchantsPerson = (merchantId: string) => {
    const { scope } = actor(stage.place);
    return stage.app.as(
      actor({
        ...stage.place,
        userId: 7001,
        permissions: new Set(ownPermissions),
        scope: { ...scope, merchantIds: [merchantId] },
      } as never),
    );
  };

  test("a merchant sees its own sales and neither gateways nor what they cost", async () => {
    const own = merchantsPerson(stage.merchantId);
    const report = await own.call(reportByGateway, "page", { ...second(), groupBy: "day" });
    const usd = report.rows.find(({ currency }) => currency === "USD");
    expect(usd?.salesAmount).not.toBe("0");
    expect(usd).toMatchObject({
      feeAmount: null,
      gatewayCost: null,
      margin: null,
      avgLatencyMs: null,
      gatewayAccountId: null,
    });
    const refusalOf = async (more: object) =>
      (await own.send(reportByGateway, "page", { ...second(), ...more })).bizCode;
    expect(await refusalOf({ groupBy: "account" })).toBe("reportByGateway.operatorsAlone");
    expect(await refusalOf({ groupBy: "day", gatewayAccountId: stage.accounts.main })).toBe("platform.operatorsField");
    expect(await refusalOf({ groupBy: "day", gatewayId: "gw_01ARZ3NDEKTSV4RRFFQ69G5FAV" })).toBe(
      "platform.operatorsField",
    );
    const { proofs } = await own.call(reportByGateway, "prove", second());
    expect(new Set(proofs.map(({ measure }) => measure))).toEqual(
      new Set(["salesAmount", "refundAmount", "disputeAmount"]),
    );
    expect((await own.send(reportByMerchant, "page", second())).status).toBe(403);
  });

  test("another merchant, and another tenant's operator, see nothing of it, by roll-up and by facts", async () => {
    const stranger = merchantsPerson(await buildMerchant(stage.app, stage.place));
    const foreign = stage.app.as(
      await buildOperator(stage.app, { ...(await buildTenant(stage.app)), permissions: ownPermissions }),
    );
    for (const client of [stranger, foreign])
      for (const more of [{}, { asOf: now().toISOString() }]) {
        const report = await client.call(reportByGateway, "page", { ...second(), ...more, groupBy: "day" });
        expect(report.rows).toEqual([]);
        expect((await client.call(reportByGateway, "prove", second())).proofs).toEqual([]);
      }
  });
});

describe("reportByMerchant and reportByDomain", () => {
  test("come to the same totals, each by its own rows", async () => {
    const { totals } = await operator.call(reportByGateway, "page", second());
    const merchants = await operator.call(reportByMerchant, "page", second());
    const domains = await operator.call(reportByDomain, "page", second());
    expect(merchants.totals).toEqual(totals);
    expect(domains.totals).toEqual(totals);
    expect(merchants.rows[0]).toMatchObject({ merchantId: stage.merchantId, merchantName: expect.any(String) });
  });
});

describe("reportByGateway.download", () => {
  /** What stands above the table of a file, and the table's cells. */
  const fileOf = async (more: object = {}) => {
    const { result } = await operator.send(reportByGateway, "download", { ...second(), format: "csv", ...more });
    const lines = String(result)
      .replace(/^\uFEFF/, "")
      .split("\r\n")
      .map((line) =>
        [...line.matchAll(/(?<=^|,)(?:"[^"]*"|[^,"]*)(?=,|$)/g)].map(([cell]) => cell.replaceAll('"', "")),
      );
    const at = lines.findIndex((cells) => cells.join("") === "");
    return { head: lines.slice(0, at), table: lines.slice(at + 1) };
  };

  test.each(["csv", "xlsx", "pdf"] as const)("is a file of the same figures: %s", async (format) => {
    const answer = await operator.send(reportByGateway, "download", { ...second(), format });
    expect(answer.status).toBe(200);
  });

  test("begins as the screen does, each figure beside that of the period before and by how much it changed", async () => {
    const { head, table } = await fileOf({ currency: ["USD"], gatewayAccountId: stage.accounts.main });
    const [heading = [], row = []] = table;
    const shown = heading.filter((text) => !/minor units|period before|change/.test(text)).slice(0, 12);
    expect(shown).toEqual([
      "Gateway account",
      "Currency",
      ...shownFigures.map((figure) => `${reportWords.en[figure]}${/Rate$/.test(figure) ? " %" : ""}`),
    ]);
    const cell = (name: string) => row[heading.indexOf(name)];
    const { rows } = await operator.call(reportByGateway, "page", { ...second(), currency: ["USD"] });
    const main = rows.find(({ gatewayAccountId }) => gatewayAccountId === stage.accounts.main);
    expect([cell("Sales, period before"), cell("Payment success %, period before")]).toEqual(["400.00", "100.00"]);
    expect(cell("Sales, change %")).toBe(decimalText(growthOf(main?.salesAmount ?? "0", "40000") ?? 0, 1));
    expect(cell("Payment success, change in points")).toBe(
      decimalText(pointsOf(main?.paySuccessRate ?? null, 1_000_000) ?? 0, 1),
    );
    expect(head).toContainEqual(["Period before", `${dayAt(0)} – ${dayAt(0)}`]);
    const alone = await fileOf({ compare: false });
    expect(alone.table[0]?.some((text) => text.includes("period before"))).toBe(false);
  });

  test("says filters by the names of what they name", async () => {
    const { db } = stage.app.platform;
    await db.updateTable("paymentMethods").set({ nameEn: "Visa" }).where("code", "=", "card_visa").execute();
    const { head } = await fileOf({
      merchantId: [stage.merchantId],
      gatewayAccountId: stage.accounts.main,
      paymentMethod: ["card_visa"],
    });
    const filters = head.find(([name]) => name === "Filters")?.[1] ?? "";
    expect(filters).not.toMatch(/mer_|ga_|card_visa/);
    expect(filters).toContain("Gateway account: sim_main; Payment method: Visa");
    const grouped = await fileOf({ groupBy: "method" });
    expect(grouped.table.flat().join()).not.toContain("card_visa");
  });
});
