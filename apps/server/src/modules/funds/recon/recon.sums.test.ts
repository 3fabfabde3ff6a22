import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobContext } from "../../../../test/jobs.ts";
import { buildReconStage, passDays, type ReconStage } from "../../../../test/recon.ts";
import { settlementFile, type WrittenLine } from "../../../../test/settlement-file.ts";
import { systemActor } from "../../../platform/access/actor.ts";

import { agedClaims } from "./recon.waiting.store.ts";
import { watchReceivables } from "./recon-receivable.service.ts";

let stage: ReconStage;
beforeAll(async () => {
  stage = await buildReconStage();
}, 60_000);
afterAll(() => stage?.close());

let batchNo = 100;
/** Takes in a file of some lines, and has it matched. */
const take = async (lines: readonly WrittenLine[]): Promise<string> => {
  batchNo += 1;
  const { result, body } = await stage.operator().send(recon, "import", {
    gatewayAccountId: stage.accounts.main,
    fileName: `${batchNo}.csv`,
    data: Buffer.from(settlementFile({ batchNo, at: stage.app.clock.now() }, lines)).toString("base64"),
  });
  expect(body).toMatchObject({ code: 200 });
  await stage.match(result as string);
  return result as string;
};
const listed = async (): Promise<WrittenLine> => {
  const order = await stage.pay("001");
  const { upstreamAttemptId } = await stage.app.platform.db
    .selectFrom("paymentAttempts")
    .select("upstreamAttemptId")
    .where("orderId", "=", order.id)
    .executeTakeFirstOrThrow();
  const references = { upstreamReference: upstreamAttemptId ?? "", merchantReference: order.orderNo };
  const cells = { creationDate: stage.app.clock.now().toISOString() };
  return { type: "Settled", gross: "100.00", fee: "1.42", net: "98.58", cells, ...references };
};
const end = (items: readonly { readonly id: string; readonly version: number }[], resolution: string) =>
  stage.operator().send(reconItem, "resolve", {
    items: items.map(({ id, version }) => ({ id, version })),
    resolution,
    reason: "Looked into",
  });
const settle = (items: readonly { readonly id: string; readonly version: number }[], cause: string) =>
  stage.operator().send(reconItem, "settle", {
    items: items.map(({ id, version }) => ({ id, version })),
    cause,
    reason: "Looked into",
  });

describe("lines of an account in another currency than their file", () => {
  test("are open, book nothing, and are added to nothing", async () => {
    const id = await take([
      await listed(),
      { type: "Fee", gross: "-50.00", currency: "EUR" },
      { type: "Fee", gross: "-777", currency: "JPY" },
      { type: "DepositCorrection", gross: "-3.33", currency: "EUR" },
      { type: "MerchantPayout", gross: "-98.58" },
    ]);
    expect(await stage.detail(id)).toMatchObject({
      status: "exceptions",
      grossAmount: "10000",
      feeAmount: "142",
      netAmount: "9858",
      differenceAmount: "0",
      checks: { addsUp: true },
    });
    const lines = await stage.differing(id);
    expect(lines.map(({ matchStatus, netCurrency, netAmount }) => [matchStatus, netCurrency, netAmount])).toEqual(
      expect.arrayContaining([
        ["currency_mismatch", "EUR", "-5000"],
        ["currency_mismatch", "JPY", "-777"],
        ["currency_mismatch", "EUR", "-333"],
      ]),
    );
    expect(lines.every(({ truedAmount, difference }) => truedAmount === "0" && difference === "0")).toBe(true);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect((await end(lines, "adjust_cost")).bizCode).toBe("reconItem.nothingToBook");
    expect((await end(lines, "ignore_within_tolerance")).status).toBe(200);
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.violations()).toEqual([]);
  });

  test("that was taken in one and is settled in that of the file waits with what it grants", async () => {
    const converted = { grossCurrency: "EUR", grossDebit: "9.00" };
    const id = await take([
      await listed(),
      { type: "Fee", gross: "-10.00", cells: converted },
      { type: "MerchantPayout", gross: "-88.58" },
    ]);
    const [fee] = await stage.differing(id);
    expect(fee).toMatchObject({ matchStatus: "currency_mismatch", difference: "-1000", truedAmount: "0" });
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect((await end(fee ? [fee] : [], "adjust_cost")).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a payout that is not the sum of its lines", () => {
  const short = async () => take([await listed(), { type: "MerchantPayout", gross: "-97.68" }]);

  test("differs by what it lacks, is counted, and is ended by suspense and its cause", async () => {
    const before = await stage.receivable();
    const id = await short();
    const file = await stage.detail(id);
    expect(file).toMatchObject({ netAmount: "9858", payoutAmount: "9768", ourNetAmount: "9858", openAmount: "-90" });
    expect(file.groups).toEqual(
      expect.arrayContaining([expect.objectContaining({ group: "mismatched", count: 1, amount: "-90" })]),
    );
    const lines = await stage.differing(id);
    expect(lines).toMatchObject([{ type: "payout", matchStatus: "amount_mismatch", difference: "-90" }]);
    const owed = await stage.receivable();
    expect(owed).toMatchObject({
      unexplained: "0",
      differences: String(Number(before?.differences ?? 0) + 90),
      unpaid: String(Number(before?.unpaid ?? 0) + 9768),
    });
    expect((await end(lines, "suspense")).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: "90" });
    expect((await settle(await stage.differing(id), "gateway_fee")).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: "0" });
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.violations()).toEqual([]);
  });

  test("is ended by cost, or claimed, as well", async () => {
    const id = await short();
    expect((await end(await stage.differing(id), "claim")).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", differences: "90" });
    expect((await end(await stage.differing(id), "adjust_cost")).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", differences: "0" });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("what a file lacked, was written off and comes after all", () => {
  test.each(["dispute_loss", "gateway_fee"])("is taken off %s again", async (cause) => {
    const before = await stage.receivable();
    const late = await listed();
    await passDays(stage, 6);
    const lacking = await take([await listed(), { type: "MerchantPayout", gross: "-98.58" }]);
    const lines = await stage.differing(lacking);
    expect(lines).toMatchObject([{ matchStatus: "missing_upstream", difference: "-9858" }]);
    expect((await end(lines, "suspense")).status).toBe(200);
    expect((await settle(await stage.differing(lacking), cause)).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: "0" });
    const id = await take([late, { type: "MerchantPayout", gross: "-98.58" }]);
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.differing(lacking)).toMatchObject([{ status: "resolved", resolution: "arrived" }]);
    const after = await stage.receivable();
    expect(after).toMatchObject({ unexplained: "0", suspense: "0" });
    expect(Number(after?.balance) - Number(before?.balance)).toBe(2 * 9858);
    expect(await stage.violations()).toEqual([]);
    await take([
      { type: "Fee", gross: "-1.00" },
      { type: "MerchantPayout", gross: "1.00" },
    ]);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
  });
});

describe("what no record explains of what a gateway owes", () => {
  const alarms = () =>
    stage.app.platform.db
      .selectFrom("eventExceptionItems")
      .selectAll()
      .where("eventType", "=", "recon.unexplained")
      .execute();

  test("is nothing while a file waits to be matched, and is told people once it is something", async () => {
    const { db } = stage.app.platform;
    const { result } = await stage.operator().send(recon, "import", {
      gatewayAccountId: stage.accounts.main,
      fileName: "waiting.csv",
      data: Buffer.from(
        settlementFile({ batchNo: 990, at: stage.app.clock.now() }, [
          await listed(),
          { type: "MerchantPayout", gross: "-97.58" },
        ]),
      ).toString("base64"),
    });
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", matchingCount: 2, matching: "-9758" });
    await watchReceivables(jobContext(stage.app));
    expect(await alarms()).toEqual([]);
    await stage.match(result as string);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", matching: "0" });
    const change = (receivedAmount: string) =>
      db
        .updateTable("reconBatches")
        .set({ receivedAmount })
        .where("id", "=", result as string)
        .execute();
    await change("700");
    await watchReceivables(jobContext(stage.app));
    expect(await alarms()).toMatchObject([{ message: expect.stringContaining("7.00") }]);
    await change("0");
  });
});

describe("fees of an account", () => {
  test("are booked as far as one person may end them, and wait for people above it, together too", async () => {
    const small = await take([
      { type: "Fee", gross: "-99.99" },
      { type: "MerchantPayout", gross: "99.99" },
    ]);
    expect(await stage.detail(small)).toMatchObject({ status: "balanced" });
    const large = await take([
      { type: "Fee", gross: "-100.01" },
      { type: "MerchantPayout", gross: "100.01" },
    ]);
    expect(await stage.differing(large)).toMatchObject([
      { matchStatus: "fee_mismatch", difference: "-10001", truedAmount: "0" },
    ]);
    const many = await take([
      { type: "Fee", gross: "-60.00" },
      { type: "Fee", gross: "-40.01" },
      { type: "MerchantPayout", gross: "100.01" },
    ]);
    expect(await stage.differing(many)).toHaveLength(2);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect((await end(await stage.differing(large), "adjust_cost")).status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a claim", () => {
  test("waits for people after a week, its file closed as well, and is ended there by the record that it meant", async () => {
    const { app } = stage;
    const line = await listed();
    const id = await take([
      { ...line, upstreamReference: "pay_unheard" },
      { type: "MerchantPayout", gross: "-98.58" },
    ]);
    expect((await end(await stage.differing(id), "claim")).status).toBe(200);
    const { version } = await stage.detail(id);
    await stage.operator().call(recon, "close", { id, version });
    const waits = async () =>
      (await agedClaims(app.context(systemActor), "test").execute()).map(({ amount }) => amount);
    expect(await waits()).not.toContain("-9858");
    await passDays(stage, 8);
    expect(await waits()).toContain("-9858");
    const [claimed] = await stage.differing(id);
    const capture = await app.platform.db
      .selectFrom("captures")
      .select("id")
      .where("orderNo", "=", line.merchantReference ?? "")
      .executeTakeFirstOrThrow();
    const matched = { id: claimed?.id, version: claimed?.version, ourRefType: "capture", ourRefId: capture.id };
    const asked = await stage.operator().send(reconItem, "rematch", { ...matched, reason: "Another number" } as never);
    expect(asked).toMatchObject({ status: 200, result: { status: "resolved" } });
    expect(await stage.detail(id)).toMatchObject({ status: "closed", openCount: 0 });
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect(await stage.violations()).toEqual([]);
  });
});
