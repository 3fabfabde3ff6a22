import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";
import { settlementDate } from "@countinghouse/money/settlement-date.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refreshReports } from "../../src/modules/funds/report/report-slots.store.ts";
import { termsOf } from "../../src/modules/funds/settlements/settlement-close.service.ts";
import { actor, buildTestApp, type TestApp, TestClock } from "../app.ts";
import { buildOrder } from "../orders.ts";
import { buildSettledMerchant, sell, settleAll, settlementFindings } from "../settlements.ts";

/** The first and the last zone of the world, and three whose clocks change or do not. */
const zones = ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/London", "America/New_York", "UTC"] as const;

/** A year's end, a leap day, and the nights in which clocks go forward and back. */
const edges = {
  "the end of a year": { day: "2027-12-31", change: null },
  "29 February": { day: "2028-02-29", change: null },
  "summer time in New York": { day: "2028-03-12", change: "2028-03-12T07:00:00.000Z" },
  "summer time in London": { day: "2028-03-26", change: "2028-03-26T01:00:00.000Z" },
  "winter time in London": { day: "2028-10-29", change: "2028-10-29T01:00:00.000Z" },
  "winter time in New York": { day: "2028-11-05", change: "2028-11-05T06:00:00.000Z" },
} as const;

/** What an order of 1.00 shows that was paid without a fee. */
const takenWhole = {
  amount: "100",
  capturedAmount: "100",
  settlementStatus: "unsettled",
  paymentMethod: "card_visa",
  methodCategory: "card",
  gatewayAccountId: "gwa_1",
  settleCurrency: "USD",
  settleAmount: "100",
  feeAmount: "0",
  feeTaxAmount: "0",
  netAmount: "100",
  attemptCount: 1,
} as const;

const hour = 3_600_000;

/** Moments at which orders are paid: a second before and at each midnight of each zone, and around the change of a clock. */
async function momentsOf({ day, change }: (typeof edges)[keyof typeof edges]): Promise<readonly number[]> {
  const days = [day, addDays(day, 1)];
  const { rows } = await sql<{ at: number }>`
    SELECT DISTINCT extract(epoch FROM (d::timestamp AT TIME ZONE z))::float8 * 1000 AS at
      FROM unnest(${days}::text[]) AS d, unnest(${[...zones]}::text[]) AS z`.execute(app.platform.db);
  const midnights = rows.flatMap(({ at }) => [at - 1_000, at]);
  const around = change ? [-hour, -1_000, 0, hour - 1_000, hour].map((by) => Date.parse(change) + by) : [];
  return [...new Set([...midnights, ...around])].sort((a, b) => a - b);
}

let app: TestApp;
/** By zone, one without a cut-off and one with one at 23:00, each T+1. */
const merchants: { readonly zone: string; readonly cutOff: number | null; readonly merchantId: string }[] = [];

beforeAll(async () => {
  app = await buildTestApp({ clock: new TestClock(new Date("2027-12-28T00:00:00.000Z")) });
  for (const zone of zones)
    for (const cutOff of [null, 82_800])
      merchants.push({
        zone,
        cutOff,
        merchantId: (
          await buildSettledMerchant(app, {
            settlementZone: zone,
            settlementDays: 1,
            cutoffTime: cutOff === null ? null : "23:00",
          } as never)
        ).merchantId,
      });
});
afterAll(() => app?.close());

const forwardTo = (at: number) => app.clock.forward(at - app.clock.now().getTime());

test.each(Object.entries(edges))(
  "over %s, each order is in exactly one batch, that of its day in the merchant's zone, and in one day of each report",
  async (_name, edge) => {
    const { day } = edge;
    const moments = await momentsOf(edge);
    const place = { mode: "live", currency: "USD" } as const;
    const orders: {
      readonly orderId: string;
      readonly eventId: string;
      readonly merchantId: string;
      readonly at: number;
    }[] = [];
    for (const [index, at] of moments.entries()) {
      forwardTo(at);
      for (const { merchantId } of merchants) {
        const ctx = app.context();
        const terms = await termsOf(ctx, { ...place, merchantId });
        const { tenantId } = await app.platform.db
          .selectFrom("merchants")
          .select("tenantId")
          .where("id", "=", merchantId)
          .executeTakeFirstOrThrow();
        const orderId = await buildOrder(app, {
          merchantId,
          tenantId,
          status: "paid",
          ...takenWhole,
          paidTime: new Date(at).toISOString(),
        });
        const due = settlementDate(at, terms.settlement);
        orders.push({ orderId, eventId: await sell(app, merchantId, 100, { due, orderId }), merchantId, at });
      }
      if (index % 4 === 0) await settleAll(app);
    }
    for (let at = Date.parse(day) + 2 * 86_400_000; at <= Date.parse(day) + 5 * 86_400_000; at += 6 * hour) {
      forwardTo(Math.max(at, app.clock.now().getTime()));
      await settleAll(app);
    }

    // The database's own calendar says where each belongs: on the next working day.
    for (const { merchantId, zone, cutOff } of merchants) {
      const own = orders.filter((order) => order.merchantId === merchantId);
      const { rows } = await sql<{
        orderId: string;
        times: number;
        date: PlainDate;
        state: string;
        isLate: boolean;
        day: PlainDate;
      }>`
        SELECT o.id AS order_id, count(*) OVER (PARTITION BY o.id)::int AS times, b.date, l.state,
               b.closed_time < o.paid_time AS is_late,
               c.counts + CASE extract(isodow FROM c.counts) WHEN 5 THEN 3 WHEN 6 THEN 2 ELSE 1 END AS day
          FROM coin_orders o
          JOIN ledger_journals j ON j.merchant_id = o.merchant_id AND j.order_id = o.id
          JOIN settlement_lines l ON l.merchant_id = j.merchant_id AND l.journal_id = j.id
          JOIN settlement_batches b ON b.merchant_id = l.merchant_id AND b.id = l.batch_id
          CROSS JOIN LATERAL (SELECT o.paid_time AT TIME ZONE ${zone}::text AS shown) z
          CROSS JOIN LATERAL (SELECT z.shown::date + CASE WHEN ${cutOff}::int IS NOT NULL AND z.shown::time >= '23:00'
                                                          THEN 1 ELSE 0 END AS counts) c
         WHERE o.merchant_id = ${merchantId} AND o.id = ANY(${own.map(({ orderId }) => orderId)}::text[])`.execute(
        app.platform.db,
      );
      expect(rows.map(({ orderId }) => orderId).sort()).toEqual(own.map(({ orderId }) => orderId).sort());
      expect(rows.filter((row) => row.times !== 1 || row.date !== row.day || row.isLate)).toEqual([]);
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["settled"]));
      expect(await settlementFindings(app, merchantId)).toEqual([]);
    }

    await refreshReports(app.platform.db, app.clock.now());
    const desk = app.as(actor({ provenAt: app.clock.now() }));
    for (const timeZone of zones) {
      const asked = { mode: "live" as const, fromDay: addDays(day, -3), toDay: addDays(day, 4), timeZone };
      const found = await desk.call(reportByGateway, "page", { ...asked, groupBy: "day" });
      const { rows } = await sql<{ day: string; paid: number }>`
        SELECT to_char(paid_time AT TIME ZONE ${timeZone}::text, 'YYYY-MM-DD') AS day, count(*)::int AS paid
          FROM coin_orders WHERE id = ANY(${orders.map(({ orderId }) => orderId)}::text[]) GROUP BY 1 ORDER BY 1`.execute(
        app.platform.db,
      );
      const byDay = Map.groupBy(
        found.rows.filter((row) => row.paidCount > 0),
        ({ date }) => date ?? "",
      );
      const counted = [...byDay].map(([on, of]) => ({
        day: on,
        paid: of.reduce((sum, row) => sum + row.paidCount, 0),
      }));
      expect(counted).toEqual(rows);
      expect(counted.reduce((sum, { paid }) => sum + paid, 0)).toBe(orders.length);
    }
  },
  60_000,
);
