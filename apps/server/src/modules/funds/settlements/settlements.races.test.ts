import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { inTransaction } from "../../../../test/ledger.ts";
import {
  buildSettledMerchant,
  giveBack,
  heldBy,
  sell,
  settleAll,
  settlementFindings,
  stepsOfBatches,
  today,
} from "../../../../test/settlements.ts";
import { settleBatch } from "./settlement-step.service.ts";

let app: TestApp;
let operator: TestClient;
beforeAll(async () => {
  app = await buildTestApp();
  operator = app.as(actor({ provenAt: app.clock.now() }));
});
afterAll(() => app?.close());

const { collected, closed, only } = stepsOfBatches(() => app);
const show = (id: string) => operator.call(settlements, "detail", { id });

describe("at one moment", () => {
  test("two who close make one batch, and a sale that races them is in it or in the next", async () => {
    const { merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, merchantId, 10_000, { due: "2026-11-23" });
    await collected(merchantId);
    const [one, other] = await Promise.all([
      closed(merchantId),
      closed(merchantId),
      sell(app, merchantId, 500, { due: "2026-11-23" }),
      giveBack(app, merchantId, 100, { due: "2026-11-23" }),
    ]);
    expect([one, other].filter(Boolean)).toHaveLength(1);
    const batch = await only(merchantId);
    const { amount } = batch;
    const lines = await app.platform.db
      .selectFrom("settlementLines")
      .select(["state", "amount"])
      .where("merchantId", "=", merchantId)
      .execute();
    const sumOf = (state: string) =>
      lines.filter((line) => line.state === state).reduce((sum, line) => sum + Number(line.amount), 0);
    expect(sumOf("batched")).toBe(Number(amount));
    expect(sumOf("batched") + sumOf("open")).toBe(10_400);
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("eight who settle book it once", async () => {
    const { merchantId } = await buildSettledMerchant(app);
    await sell(app, merchantId, 10_000, { due: today });
    await settleAll(app);
    const other = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, other.merchantId, 10_000, { due: today });
    await settleAll(app);
    const { id } = await only(other.merchantId);
    const bill = await operator.call(billing, "detail", { id: (await show(id)).billId ?? "" });
    await operator.call(billing, "issue", { id: bill.id, version: bill.version });
    await operator.call(settlements, "confirm", { ids: [id] });
    const ref = { merchantId: other.merchantId, mode: "live", id } as const;
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => inTransaction(app, (ctx) => settleBatch(ctx, ref))),
    );
    const refusals = tries.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refusals).toHaveLength(7);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: "settlements.invalidTransition" });
    expect(await heldBy(app, other.merchantId)).toEqual([0, 10_000, 0]);
    const journals = await app.platform.db
      .selectFrom("ledgerJournals")
      .select("id")
      .where("eventId", "=", id)
      .execute();
    expect(journals).toHaveLength(1);
  });
});
