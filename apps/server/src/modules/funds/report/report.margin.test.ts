import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishRate } from "../../../../test/rates.ts";
import { buildReconStage, type ReconStage } from "../../../../test/recon.ts";
import { settlementFile, type WrittenLine } from "../../../../test/settlement-file.ts";
import { refreshReports } from "./report-slots.store.ts";

let stage: ReconStage;
let day: string;
beforeAll(async () => {
  stage = await buildReconStage();
  day = stage.app.clock.now().toISOString().slice(0, 10);
  await publishRate(stage.app, "1.1");
  await stage.pay("001", { amount: money(7_000n, "EUR") });
  await stage.pay("001", { amount: money(10_000n, "USD") });
}, 60_000);
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;
const asked = (more: object = {}) => ({ mode: "test", fromDay: day, toDay: day, ...more }) as const;
const read = async (more: object = {}) => {
  await refreshReports(db(), stage.app.clock.now());
  return stage.operator().call(reportByGateway, "page", asked(more));
};
const totalOf = async (currency: string, more: object = {}) =>
  (await read(more)).totals.find((one) => one.currency === currency);
const posted = async (filter: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ sum: string }>`SELECT coalesce(sum(amount), 0)::text AS sum
      FROM ledger_postings p JOIN ledger_journals j ON j.merchant_id = p.merchant_id AND j.id = p.journal_id
     WHERE ${filter}`.execute(db());
  return BigInt(rows[0]?.sum ?? 0);
};

describe("the margin of a sale that is settled in another currency", () => {
  test("is in the currency of the sale, what was charged for it at the rate of its capture", async () => {
    const { fx, amount, gatewayCostAmount } = await db()
      .selectFrom("captures")
      .select(["fx", "amount", "gatewayCostAmount"])
      .where("currency", "=", "EUR")
      .executeTakeFirstOrThrow();
    const worth = BigInt((fx as unknown as { midValue: string }).midValue);
    const { rows } = await sql<{ amount: string }>`SELECT p.amount::text FROM ledger_postings p
      JOIN ledger_journals j ON j.merchant_id = p.merchant_id AND j.id = p.journal_id
      JOIN coin_orders o ON o.merchant_id = j.merchant_id AND o.id = j.order_id
     WHERE o.currency = 'EUR' AND p.currency = 'USD' AND p.credit_account LIKE 'plt:rev:%'`.execute(db());
    expect(rows.length).toBeGreaterThan(0);
    const half = (top: bigint) => (top * 2n + worth) / (worth * 2n);
    const charged = rows.reduce((sum, row) => sum + half(BigInt(row.amount) * BigInt(amount)), 0n);
    // By the sums kept beforehand, and read from the postings themselves.
    for (const more of [{}, { paymentMethod: ["card_visa"] }]) {
      const [eur, usd] = [await totalOf("EUR", more), await totalOf("USD", more)];
      expect(eur?.margin).toBe(String(charged - BigInt(gatewayCostAmount ?? 0)));
      const own = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
      const [fee, cost] = [BigInt(usd?.feeAmount ?? 0), BigInt(usd?.gatewayCost ?? 0)];
      expect(usd?.margin).toBe(String(fee - own - cost));
      // Income stays where it was booked.
      expect(eur?.feeAmount).toBe("0");
    }
  });
});

describe("what the house bears", () => {
  let batchNo = 700;
  const take = async (lines: readonly WrittenLine[]) => {
    batchNo += 1;
    const id = await stage.operator().call(recon, "import", {
      gatewayAccountId: stage.accounts.main,
      fileName: `${batchNo}.csv`,
      data: Buffer.from(settlementFile({ batchNo, at: stage.app.clock.now() }, lines)).toString("base64"),
    });
    await stage.match(id);
    return id;
  };

  test("stands in the report beside the gateway cost, and is proved by the ledger", async () => {
    const before = await totalOf("USD");
    expect(before?.houseCost).toBe("0");
    const id = await take([
      { type: "Fee", gross: "-12.34" },
      { type: "ManualCorrected", gross: "-5.00" },
    ]);
    const [line] = await stage.differing(id);
    const end = { items: [{ id: line?.id ?? "", version: line?.version ?? 0 }], reason: "Nobody else pays it" };
    await stage.operator().call(reconItem, "resolve", { ...end, resolution: "suspense" });
    const [held] = await stage.differing(id);
    const settled = { ...end, items: [{ id: held?.id ?? "", version: held?.version ?? 0 }] };
    await stage.operator().call(reconItem, "settle", { ...settled, cause: "dispute_loss" });
    const after = await totalOf("USD");
    expect(after).toMatchObject({ houseCost: "1734", gatewayCost: before?.gatewayCost });
    expect(BigInt(after?.margin ?? 0)).toBe(BigInt(before?.margin ?? 0) - 1734n);
    expect(await posted(sql`j.merchant_id = ${stage.house} AND p.debit_account LIKE 'plt:cost:%'`)).toBe(1734n);
    // By account too, by what is read from postings, and on a line of its own among merchants.
    const { rows } = await read();
    expect(rows.find((row) => row.gatewayAccountId === stage.accounts.main && row.currency === "USD")).toMatchObject({
      houseCost: "1734",
    });
    expect((await totalOf("USD", { asOf: stage.app.clock.now().toISOString() }))?.houseCost).toBe("1734");
    const merchants = await stage.operator().call(reportByMerchant, "page", asked());
    expect(merchants.rows.find(({ merchantId }) => merchantId === stage.house)).toMatchObject({ houseCost: "1734" });
    for (const more of [{}, { gatewayAccountId: stage.accounts.main }]) {
      const { proofs } = await stage.operator().call(reportByGateway, "prove", asked(more));
      expect(proofs.filter(({ isEqual }) => !isEqual)).toEqual([]);
      expect(proofs.find((one) => one.currency === "USD" && one.measure === "houseCost")).toMatchObject({
        report: "1734",
        ledger: "1734",
        journals: 2,
      });
    }
  });

  test("is missed by the proof where the report leaves it out", async () => {
    await sql`UPDATE report_totals SET house_cost = 0 WHERE facet = 'all'`.execute(db());
    const { proofs } = await stage.operator().call(reportByGateway, "prove", asked());
    expect(proofs.filter(({ isEqual }) => !isEqual).map(({ measure }) => measure)).toEqual(["houseCost"]);
  });

  test("is of no merchant", async () => {
    const { proofs } = await stage.operator().call(reportByGateway, "prove", asked({ merchantId: [stage.merchantId] }));
    expect(proofs.find((one) => one.currency === "USD" && one.measure === "houseCost")).toMatchObject({
      report: "0",
      ledger: "0",
    });
  });
});
