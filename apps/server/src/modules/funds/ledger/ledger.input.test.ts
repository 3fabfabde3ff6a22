import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { sealKeys } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { checkAudit } from "../../../platform/audit/audit-chain.store.ts";
import { inputListener } from "./ledger.input.service.ts";
import { sealWorker } from "./ledger.seal.worker.ts";

let app: TestApp;
let owner: pg.Client;
let tenantId: number;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  const place = await buildTenant(app);
  ({ tenantId } = place);
  const merchantId = await buildMerchant(app, { ...place, country: "GB" });
  const terms = { merchantId, paymentType: "moto" as const, limits: [{ currency: "GBP", dailyMax: "900" }] };
  await app.as(actor({ tenantId })).call(merPaymentTypeCfg, "add", terms);
  const { gatewayId } = await buildGateway(app, { tenantId });
  await owner.query(
    `INSERT INTO gateway_taxes (id, tenant_id, gateway_id, country, base, tax_name, rate, valid_from)
     VALUES ('gt_1', $1, $2, 'GB', 'our_fee', 'VAT', 200000, '2026-01-01')`,
    [tenantId, gatewayId],
  );
  await owner.query(
    "INSERT INTO business_days (tenant_id, calendar, day, name, kind) VALUES ($1, 'GB', '2026-12-25', 'Christmas Day', 'closed')",
    [tenantId],
  );
  await sealWorker(app.platform).run(jobContext(app), {});
});
afterAll(async () => {
  await owner?.end();
  await app?.close();
});

const named = async () => {
  const keys = await sealKeys(app);
  const { findings } = await checkAudit(app.platform.db, keys, inputListener(keys));
  return findings.map(({ law, table, key, column, expected, found }) => [law, table, key, column, expected, found]);
};

describe("what prices depend on beside rules, terms and rates", () => {
  test.each([
    ["gateway_taxes", "rate", "1"],
    ["gateway_taxes", "valid_to", "'2026-06-01'"],
    ["gateway_methods", "refund_cost", `'[{"currency": "USD", "amount": "99"}]'`],
    ["upstream_methods", "default_cost_percent", "1"],
    ["upstream_methods", "default_cost_fixed", `'[{"currency": "USD", "amount": "99"}]'`],
    ["business_days", "kind", "'open'"],
    ["configs", "value", "'7'"],
    ["merchants", "country", "'FR'"],
    ["merchants", "currency", "'EUR'"],
    ["merchants", "timezone", "'Asia/Tokyo'"],
    ["payment_type_terms", "require_cvc", "false"],
    ["payment_type_terms", "require_three_ds", "true"],
    ["payment_type_terms", "max_attempts", "9"],
    ["payment_type_terms", "limits", "'[]'"],
  ])("is compared with the sealed audit trail: %s.%s", async (table, column, value) => {
    expect(await named()).toEqual([]);
    const own = table === "configs" ? "code = 'sys_rate_markup'" : `tenant_id = ${tenantId}`;
    const { rows } = await owner.query(`SELECT id::text AS id, ${column} AS was FROM ${table} WHERE ${own}`);
    const [{ id, was }] = rows;
    await owner.query(`UPDATE ${table} SET ${column} = ${value} WHERE id::text = $1`, [id]);
    const found = await named();
    expect(found.map(([law, where, key, which]) => [law, where, key, which])).toEqual([["sealed", table, id, column]]);
    const text = typeof was === "object" && was !== null && !(was instanceof Date) ? JSON.stringify(was) : was;
    await owner.query(`UPDATE ${table} SET ${column} = $2 WHERE id::text = $1`, [id, text]);
    expect(await named()).toEqual([]);
  });

  test("is sound where the product changed it, and what no entry tells of is named", async () => {
    const { rows } = await owner.query("SELECT gateway_id AS id FROM gateway_taxes");
    const added = await app.as(actor({ tenantId, provenAt: app.clock.now() })).call(gateway, "taxAdd", {
      gatewayId: rows[0].id,
      country: "FR",
      base: "our_fee",
      taxName: "TVA",
      rate: 200_000,
      validFrom: "2026-12-01",
    });
    const { rows: types } = await owner.query("SELECT id, version FROM payment_type_terms");
    await app.as(actor({ tenantId })).call(merPaymentTypeCfg, "update", { ...types[0], requireThreeDs: true });
    expect(await named()).toEqual([]);
    await owner.query("UPDATE gateway_taxes SET id = 'gt_2' WHERE id = $1", [added]);
    expect(await named()).toEqual([
      ["sealed", "gateway_taxes", "gt_2", null, null, "gt_2"],
      ["sealed", "gateway_taxes", added, null, added, null],
    ]);
  });
});
