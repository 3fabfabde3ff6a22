import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findingsOf, sealBook, sealKeys } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { publishRate } from "../../../../test/rates.ts";
import { checkPriceSeals } from "../../funds/ledger/ledger.row-seal.service.ts";

let stage: OrderStage;
let owner: pg.Client;
beforeAll(async () => {
  stage = await buildOrderStage();
  owner = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await owner.connect();
  await publishRate(stage.app, "1.2");
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

/** Pays an order; answers its status, or by what it was refused. */
const pay = async (currency: "EUR" | "USD"): Promise<string> => {
  const order = await stage.create({ amount: money(10_000n, currency) });
  try {
    return (await stage.confirm(order)).status;
  } catch (error) {
    expect((await stage.simulator.book(order.orderNo)).payments).toEqual([]);
    return (error as { code: string }).code;
  }
};
const named = async () =>
  (
    await checkPriceSeals(
      stage.app.platform.db,
      { tenantId: stage.place.tenantId, withRates: true },
      await sealKeys(stage.app),
    )
  ).map(({ merchantId, finding: { law, table, column } }) => [merchantId, law, table, column]);

describe("a price whose inputs somebody altered for a moment", () => {
  test.each([
    ["fee_rules", "percent = percent + 1", "percent = percent - 1", "merPaymentMethodCfg.feeRuleMissing"],
    [
      "fee_rules",
      `tier_mode = 'whole', tiers = '[{"from": "0", "percent": 0}]'`,
      "tier_mode = 'none', tiers = '[]'",
      "merPaymentMethodCfg.feeRuleMissing",
    ],
    ["fee_rules", "fees_may_exceed = true", "fees_may_exceed = false", "merPaymentMethodCfg.feeRuleMissing"],
    ["account_terms", "fx_markup = 90000", "fx_markup = 0", "merPaymentMethodCfg.feeRuleMissing"],
    [
      "account_terms",
      "settlement_days = settlement_days - 1",
      "settlement_days = settlement_days + 1",
      "merPaymentMethodCfg.feeRuleMissing",
    ],
    ["rates", "rate = rate + 1", "rate = rate - 1", "sysRate.noRate"],
    [
      "rates",
      "effective_time = effective_time - interval '1 minute'",
      "effective_time = effective_time + interval '1 minute'",
      "sysRate.noRate",
    ],
  ])("is none: %s, %s; nothing is taken, and verification names the row", async (table, change, back, refusal) => {
    expect(await named()).toEqual([]);
    const merchantId = table === "rates" ? null : stage.merchantId;
    await owner.query(`UPDATE ${table} SET ${change}`);
    expect(await pay("EUR")).toBe(refusal);
    expect([...new Set((await named()).map((one) => JSON.stringify(one)))]).toEqual([
      JSON.stringify([merchantId, "sealed", table, null]),
    ]);
    await owner.query(`UPDATE ${table} SET ${back}`);
    expect(await named()).toEqual([]);
    expect(await pay("EUR")).toBe("paid");
  });

  test("stands among the exceptions at once, once for each row", async () => {
    const tables = ["fee_rules", "account_terms", "rates"] as const;
    const rows = async (table: string) =>
      (await owner.query(`SELECT id::text, seal FROM ${table} ORDER BY id`)).rows as { id: string; seal: string }[];
    const known = await Promise.all(tables.map(rows));
    for (const [index, table] of tables.entries()) {
      await owner.query(`UPDATE ${table} SET seal = NULL`);
      for (const _ of [1, 2]) expect(await pay("EUR")).not.toBe("paid");
      for (const { id, seal } of known[index] ?? [])
        await owner.query(`UPDATE ${table} SET seal = $1 WHERE id::text = $2`, [seal, id]);
    }
    await stage.app.alteredTold();
    const { rows: told } = await owner.query(
      "SELECT object_type, level, merchant_id FROM event_exception_items WHERE event_type = 'price.altered' ORDER BY 1",
    );
    const { merchantId } = stage;
    expect(told).toEqual([
      { object_type: "accountTerms", level: "critical", merchant_id: merchantId },
      ...(known[0] ?? []).map(() => ({ object_type: "feeRule", level: "critical", merchant_id: merchantId })),
      { object_type: "rate", level: "critical", merchant_id: null },
    ]);
  });

  test("is none either where a seal was taken out, or is another row's", async () => {
    const { rows } = await owner.query("SELECT id, seal FROM fee_rules");
    for (const seal of ["NULL", "(SELECT seal FROM account_terms LIMIT 1)"]) {
      await owner.query(`UPDATE fee_rules SET seal = ${seal}`);
      expect(await pay("USD")).toBe("merPaymentMethodCfg.feeRuleMissing");
      expect(await named()).toContainEqual([stage.merchantId, "sealed", "fee_rules", seal === "NULL" ? "seal" : null]);
    }
    for (const { id, seal } of rows) await owner.query("UPDATE fee_rules SET seal = $1 WHERE id = $2", [seal, id]);
    expect(await pay("USD")).toBe("paid");
  });
});

describe("a volume that somebody altered for a moment", () => {
  test("chose a tier that verification names with the capture, though it was put back", async () => {
    const tiers = JSON.stringify([
      { from: "0", percent: 29_000 },
      { from: "1000000", percent: 1_000 },
    ]);
    await changePrices(stage.app, "feeRules", stage, { tierMode: "graduated", tiers });
    const named = async () => {
      await sealBook(stage.app, stage.merchantId, { book: "test" });
      return findingsOf(stage.app, stage.merchantId, { book: "test" });
    };
    const honest = await stage.pay("001");
    expect(await named()).toEqual([]);
    await owner.query("UPDATE merchant_volumes SET captured = captured + 1000000");
    const order = await stage.pay("001");
    await owner.query("UPDATE merchant_volumes SET captured = captured - 1000000");
    expect(BigInt(order.feeAmount ?? "0")).toBeLessThan(BigInt(honest.feeAmount ?? "0"));
    const { id } = await stage.app.platform.db
      .selectFrom("captures")
      .select("id")
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
    const place = { law: "repeated_fact", table: "captures", key: id, column: "fee_rule" };
    expect(await named()).toEqual([expect.objectContaining(place)]);
  });
});
