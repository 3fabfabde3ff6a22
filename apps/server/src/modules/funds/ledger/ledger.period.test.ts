import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { paymentCaptured } from "@countinghouse/ledger/capture.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { inTransaction, postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const maker = () => app.as(actor({ provenAt: app.clock.now() }));
const newMerchant = () => buildMerchant(app, { tenantId: 1, orgId: 1 });

describe("ledger.closePeriod", () => {
  const close = (month: string) => maker().send(ledger, "closePeriod", { month, reason: "Month end" });

  test("lets nothing more be dated in a month that is over, until it is opened again", async () => {
    const merchantId = await newMerchant();
    const post = (eventId: string) =>
      postIn(app, {
        merchantId,
        book: "live",
        entries: [paymentCaptured({ merchantId, gatewayAccountId: "g", amount: usd(1) })],
        eventId,
        orderId: null,
        effectiveDate: "2026-10-31",
        description: "Late",
      });
    expect(await post("l1")).toHaveLength(1);
    expect((await close("2026-10")).status).toBe(200);
    await expect(post("l2")).rejects.toMatchObject({ code: "ledger.periodClosed" });
    const periods = await maker().call(ledger, "periods", {});
    expect(periods.map(({ month, status }) => [month, status])).toEqual([
      ["2026-11", "open"],
      ["2026-10", "closed"],
    ]);
    await maker().call(ledger, "openPeriod", { month: "2026-10", reason: "Correction" });
    expect(await post("l2")).toHaveLength(1);
  });

  test("waits for what is being dated in the month at that moment", async () => {
    const merchantId = await newMerchant();
    const request = {
      merchantId,
      book: "live",
      entries: [paymentCaptured({ merchantId, gatewayAccountId: "g", amount: usd(1) })],
      eventId: "w1",
      orderId: null,
      effectiveDate: "2026-09-30",
      description: "Late",
    } as const;
    const order: string[] = [];
    let closing: Promise<unknown> = Promise.resolve();
    await inTransaction(app, async (ctx, post) => {
      await post(ctx, request);
      closing = close("2026-09").then(() => order.push("closed"));
      await new Promise((resolve) => setTimeout(resolve, 150));
      order.push("posted");
    });
    await closing;
    expect(order).toEqual(["posted", "closed"]);
  });

  test("refuses a month that is not over everywhere", async () => {
    expect(await close("2026-11")).toMatchObject({ status: 409, bizCode: "ledger.monthNotOver" });
  });
});
