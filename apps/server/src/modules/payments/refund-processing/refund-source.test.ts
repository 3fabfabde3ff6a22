import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildSettledMerchant, sell } from "../../../../test/settlements.ts";
import { bearerOf } from "./refund-source.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

test("what a closed batch holds bears no refund; what comes after it does", async () => {
  const { merchantId } = await buildSettledMerchant(app);
  const plan = { order: { merchantId, mode: "live" }, settle: usd(8_000), shares: [] } as never;
  const bearer = () => bearerOf(app.context(), plan, { isFree: true, isLocked: false });
  await sell(app, merchantId, 10_000, { due: "2026-11-24" });
  expect(await bearer()).toMatchObject({ bucket: "pending", balance: usd(10_000), isCovered: true });
  const operator = app.as(actor({ provenAt: app.clock.now() }));
  await operator.call(settlements, "close", { merchantId, mode: "live", currency: "USD" });
  expect(await bearer()).toMatchObject({ balance: usd(0), isCovered: false });
  await sell(app, merchantId, 9_000, { due: "2026-11-25" });
  expect(await bearer()).toMatchObject({ bucket: "pending", balance: usd(9_000), isCovered: true });
});
