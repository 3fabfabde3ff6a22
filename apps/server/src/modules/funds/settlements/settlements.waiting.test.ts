import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildReconBatch } from "../../../../test/recon-rows.ts";
import {
  batchesOf,
  buildSettledMerchant,
  heldBy,
  sell,
  settleAll,
  stepsOfBatches,
  today,
} from "../../../../test/settlements.ts";
import { permissionsOfMerchantRole } from "../../system/role/index.ts";

let app: TestApp;
let operator: TestClient;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(() => {
  operator = app.as(actor({ provenAt: app.clock.now() }));
});
afterAll(() => app?.close());

const { placeOf, collected, only } = stepsOfBatches(() => app);

/** A merchant with one order in a batch, about which a gateway's file says otherwise. */
async function buildDoubtedBatch() {
  const { tenantId, orgId, merchantId } = await buildSettledMerchant(app);
  const houseId = await buildMerchant(app, { tenantId, orgId, isHouse: true, status: "approved" });
  const { gatewayAccountId } = await buildGateway(app, { tenantId });
  const orderId = `ord_${merchantId}`;
  await sell(app, merchantId, 10_000, { due: today, orderId });
  const { itemId } = await buildReconBatch(app, { tenantId, merchantId: houseId, gatewayAccountId });
  const ended = { resolution: "adjust_cost", resolveTime: app.clock.now().toISOString() } as const;
  const doubt = (status: "open" | "resolved") =>
    app.platform.db
      .updateTable("reconItems")
      .set({ ourMerchantId: merchantId, orderId, orderNo: "OR20261121DOUBTED001", status })
      .$if(status === "resolved", (update) => update.set(ended))
      .where("id", "=", itemId)
      .execute();
  await doubt("open");
  return { tenantId, merchantId, doubt };
}

describe("a batch with an order about which a gateway says otherwise", () => {
  test("is confirmed neither by people nor by itself until that is resolved", async () => {
    const { merchantId, doubt } = await buildDoubtedBatch();
    await settleAll(app);
    const { id, status, blockedBy } = await only(merchantId);
    expect([status, blockedBy]).toEqual(["closed", "unreconciled"]);
    const { billId } = await operator.call(settlements, "detail", { id });
    await operator.call(billing, "issue", { id: billId ?? "", version: 1 });
    const refused = await operator.send(settlements, "confirm", { ids: [id] });
    expect(refused).toMatchObject({ status: 409, bizCode: "settlements.unreconciled" });
    expect(refused.body.message).toContain("OR20261121DOUBTED001");
    await doubt("resolved");
    await settleAll(app);
    expect(await only(merchantId)).toMatchObject({ status: "settled", blockedBy: null });
    expect(await heldBy(app, merchantId)).toEqual([0, 10_000, 0]);
  });

  test("goes on where the settings let it", async () => {
    const { merchantId } = await buildDoubtedBatch();
    await setSetting(app, "settlement_reconciled_only", "False");
    await settleAll(app);
    await setSetting(app, "settlement_reconciled_only", "True");
    expect(await only(merchantId)).toMatchObject({ status: "settled" });
  });
});

describe("a confirmed batch", () => {
  test("is not settled while its merchant questions the bill", async () => {
    const { tenantId, merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, merchantId, 10_000, { due: today });
    await settleAll(app);
    const { id } = await only(merchantId);
    const { billId } = await operator.call(settlements, "detail", { id });
    await operator.call(billing, "issue", { id: billId ?? "", version: 1 });
    await operator.call(settlements, "confirm", { ids: [id] });
    const owner = app.as(
      actor({
        holdsAll: false,
        permissions: new Set(permissionsOfMerchantRole("merchant_owner")),
        scope: { tenantId, orgIds: "all", selfOnly: false, merchantIds: [merchantId] },
      }),
    );
    const { version } = await owner.call(merchantBilling, "detail", { id: billId ?? "" });
    await owner.call(merchantBilling, "query", { id: billId ?? "", version, text: "Why 100.00?" });
    const refused = await operator.send(settlements, "settle", { ids: [id] });
    expect(refused).toMatchObject({ status: 409, bizCode: "settlements.billNotIssued" });
    expect(await heldBy(app, merchantId)).toEqual([10_000, 0, 0]);
  });
});

describe("a batch that is closed by hand", () => {
  test("is the one that is named, or none", async () => {
    const { merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, merchantId, 10_000, { due: "2026-11-24" });
    await sell(app, merchantId, 5_000, { due: "2026-11-25" });
    await collected(merchantId);
    const [first, second] = await batchesOf(app, merchantId);
    const close = (id: string | undefined) =>
      operator.send(settlements, "close", { ...placeOf(merchantId), batchId: id ?? null });
    expect(await close(second?.id)).toMatchObject({ status: 409, bizCode: "settlements.notNext" });
    expect((await batchesOf(app, merchantId)).map(({ status }) => status)).toEqual(["open", "open"]);
    expect(await close(first?.id)).toMatchObject({ status: 200 });
    expect(await close(first?.id)).toMatchObject({ bizCode: "settlements.notNext" });
    expect((await batchesOf(app, merchantId)).map(({ status }) => status)).toEqual(["closed", "open"]);
  });
});
