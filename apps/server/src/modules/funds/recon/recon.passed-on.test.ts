import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changePrices } from "../../../../test/price-seals.ts";
import { publishRate } from "../../../../test/rates.ts";
import { buildReconStage, type ReconStage } from "../../../../test/recon.ts";
import { settlementFile, type WrittenLine } from "../../../../test/settlement-file.ts";

let stage: ReconStage;
beforeAll(async () => {
  stage = await buildReconStage();
  await publishRate(stage.app, "1.1");
}, 60_000);
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;
/** Who bears what the gateway keeps, from the next payment on. */
const bears = (gatewayFeeMode: "absorb" | "passthrough") =>
  changePrices(stage.app, "feeRules", { merchantId: stage.merchantId }, { gatewayFeeMode });

let batchNo = 800;
/** Takes in a file that lists a payment with a fee of its own, and has it matched. */
const listed = async (
  order: { readonly id: string; readonly orderNo: string },
  fee: string,
  net: string,
  more = {},
) => {
  const { upstreamAttemptId } = await db()
    .selectFrom("paymentAttempts")
    .select("upstreamAttemptId")
    .where("orderId", "=", order.id)
    .executeTakeFirstOrThrow();
  batchNo += 1;
  const line: WrittenLine = {
    type: "Settled",
    gross: "100.00",
    fee,
    net,
    upstreamReference: upstreamAttemptId ?? "",
    merchantReference: order.orderNo,
    ...more,
  };
  const file = settlementFile({ batchNo, at: stage.app.clock.now(), ...more }, [line]);
  const id = await stage.operator().call(recon, "import", {
    gatewayAccountId: stage.accounts.main,
    fileName: `${batchNo}.csv`,
    data: Buffer.from(file).toString("base64"),
  });
  await stage.match(id);
  const [item] = await stage.differing(id);
  return item;
};
const adjust = (item: { readonly id: string; readonly version: number } | undefined) =>
  stage.operator().call(reconItem, "resolve", {
    items: [{ id: item?.id ?? "", version: item?.version ?? 0 }],
    resolution: "adjust_cost",
    reason: "As invoiced",
  });
/** Lines that wait to be settled of an order, but for those of its capture. */
const linesOf = (order: { readonly id: string }) =>
  db()
    .selectFrom("settlementLines as line")
    .innerJoin("ledgerJournals as journal", (join) =>
      join.onRef("journal.merchantId", "=", "line.merchantId").onRef("journal.id", "=", "line.journalId"),
    )
    .select(["journal.event", "line.lineType", "line.currency", "line.amount"])
    .where("journal.orderId", "=", order.id)
    .where("journal.event", "=", "J61p")
    .execute();

describe("what a file says beyond the cost that was accrued", () => {
  test("is charged to the merchant who bears the gateway's cost, as an adjustment that waits to be settled", async () => {
    await bears("passthrough");
    const order = await stage.pay("001");
    const item = await listed(order, "1.72", "98.28");
    expect(item).toMatchObject({ matchStatus: "fee_mismatch", difference: "-30" });
    const plan = await stage.operator().call(reconItem, "plan", { ids: [item?.id ?? ""], resolution: "adjust_cost" });
    expect(plan.postings.map(({ event, amount }) => [event, amount])).toEqual([
      ["J61", "30"],
      ["J61p", "30"],
    ]);
    await adjust(item);
    expect(await linesOf(order)).toEqual([{ event: "J61p", lineType: "adjustment", currency: "USD", amount: "-30" }]);
    expect(await stage.violations()).toEqual([]);
  });

  test("goes back to that merchant where it is less", async () => {
    const order = await stage.pay("001");
    await adjust(await listed(order, "1.00", "99.00"));
    expect(await linesOf(order)).toEqual([{ event: "J61p", lineType: "adjustment", currency: "USD", amount: "42" }]);
  });

  test("is converted at the mid rate of a capture that is settled in another currency", async () => {
    const order = await stage.pay("001", { amount: money(10_000n, "EUR") });
    await adjust(await listed(order, "2.42", "97.58", { currency: "EUR" }));
    expect(await linesOf(order)).toEqual([{ event: "J61p", lineType: "adjustment", currency: "USD", amount: "-110" }]);
    expect(await stage.violations()).toEqual([]);
  });

  test("is the house's where the merchant bears no cost of the gateway", async () => {
    await bears("absorb");
    const order = await stage.pay("001");
    await adjust(await listed(order, "1.72", "98.28"));
    expect(await linesOf(order)).toEqual([]);
    expect(await stage.violations()).toEqual([]);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
  });
});
