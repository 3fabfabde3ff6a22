import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { aboveLimit, endsForMerchant, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildReconStage, type ReconStage } from "../../../../test/recon.ts";
import { refundsOn } from "../../../../test/refunds.ts";
import { settlementFile, type WrittenLine } from "../../../../test/settlement-file.ts";
import { askRefund, sendRefund } from "../../payments/refund-processing/index.ts";
import { refOf } from "../../payments/refund-record/index.ts";

let stage: ReconStage;
beforeAll(async () => {
  stage = await buildReconStage();
}, 60_000);
afterAll(() => stage?.close());
const { say: sayRefund } = refundsOn(() => stage);

let batchNo = 500;
/** Takes in a file of some lines, and has it matched. */
const take = async (lines: readonly WrittenLine[]): Promise<string> => {
  batchNo += 1;
  const id = await stage.operator().call(recon, "import", {
    gatewayAccountId: stage.accounts.main,
    fileName: `${batchNo}.csv`,
    data: Buffer.from(settlementFile({ batchNo, at: stage.app.clock.now() }, lines)).toString("base64"),
  });
  await stage.match(id);
  return id;
};
const refundById = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** A refund of 40.00 that the gateway made; one that is asked for, and was not sent yet, where told so. */
const refunded = async (isSent = true) => {
  const order = await stage.pay("001");
  const { id } = await stage
    .operator()
    .call(orderRefund, "add", { orderId: order.id, amount: "4000", reason: "requested_by_customer" });
  if (!isSent) return refundById(id);
  await sendRefund(stage.node, stage.caller, refOf(await refundById(id)));
  await stage.pass(60);
  await askRefund(stage.node, stage.caller, refOf(await refundById(id)));
  const refund = await refundById(id);
  expect(refund).toMatchObject({ status: "succeeded", isReversed: false });
  return refund;
};
const cameBack = (refundNo: string, gross = "40.00", kept = {}): WrittenLine => ({
  type: "RefundedReversed",
  gross,
  merchantReference: refundNo,
  ...kept,
  cells: { creationDate: stage.app.clock.now().toISOString() },
});
const lineOf = async (batchId: string) => {
  const [line] = await stage.differing(batchId);
  if (!line) throw new Error("the file has nothing that differs");
  return line;
};
const asItems = (...lines: readonly { readonly id: string; readonly version: number }[]) =>
  lines.map(({ id, version }) => ({ id, version }));
const end = (items: ReturnType<typeof asItems>, resolution: string) =>
  stage.operator().send(reconItem, "resolve", { items, resolution, reason: "The bank sent it back" });
const settle = (items: ReturnType<typeof asItems>, cause: string) =>
  stage.operator().send(reconItem, "settle", { items, cause, reason: "The bank sent it back" });
/** What the merchant has, in all of its buckets. */
const ownMoney = async (): Promise<bigint> => {
  const balances = await stage.app.platform.db
    .selectFrom("ledgerBalances")
    .select("amount")
    .where("merchantId", "=", stage.merchantId)
    .where("account", "like", `mer:${stage.merchantId}:%`)
    .execute();
  return balances.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
};

describe("a refund that only a file says came back", () => {
  test("is the merchant's again: planned, booked, told, and the books are sound", async () => {
    const refund = await refunded();
    const before = await ownMoney();
    const id = await take([cameBack(refund.refundNo), { type: "MerchantPayout", gross: "-40.00" }]);
    const line = await lineOf(id);
    expect(line).toMatchObject({ type: "refund_reversed", matchStatus: "status_mismatch", difference: "4000" });
    const plan = await stage.operator().call(reconItem, "plan", { ids: [line.id], resolution: "merchant" });
    expect(plan.postings).toMatchObject([
      { event: "J15", debitAccount: expect.stringMatching(/^plt:gateway_receivable:USD/), amount: "4000" },
    ]);
    expect((await end(asItems(line), "merchant")).status).toBe(200);
    expect(await refundById(refund.id)).toMatchObject({ status: "failed", isReversed: true });
    expect((await ownMoney()) - before).toBe(4000n);
    expect(await stage.differing(id)).toMatchObject([{ status: "resolved", resolution: "merchant" }]);
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: "0" });
    expect(await stage.violations()).toEqual([]);
    // Told twice it is the merchant's once.
    await askRefund(stage.node, stage.caller, refOf(await refundById(refund.id)));
    expect((await ownMoney()) - before).toBe(4000n);
    expect((await end(asItems(await lineOf(id)), "merchant")).bizCode).toBe("reconItem.invalidTransition");
  });

  test("is so out of suspense and out of a claim, and what the gateway kept of it is cost", async () => {
    const [suspended, claimed] = [await refunded(), await refunded()];
    const before = await ownMoney();
    const first = await take([
      cameBack(suspended.refundNo, "40.00", { fee: "0.30", net: "39.70" }),
      { type: "MerchantPayout", gross: "-39.70" },
    ]);
    const second = await take([cameBack(claimed.refundNo), { type: "MerchantPayout", gross: "-40.00" }]);
    expect((await end(asItems(await lineOf(first)), "suspense")).status).toBe(200);
    expect((await end(asItems(await lineOf(second)), "claim")).status).toBe(200);
    expect((await stage.receivable())?.suspense).toBe("-3970");
    expect((await end(asItems(await lineOf(first)), "merchant")).bizCode).toBe("reconItem.invalidTransition");
    expect((await settle(asItems(await lineOf(second)), "merchant")).bizCode).toBe("reconItem.invalidTransition");
    const { id, version } = await lineOf(first);
    const plan = await stage.operator().call(reconItem, "plan", { ids: [id], resolution: "merchant" });
    expect(plan.postings.map(({ event, amount }) => [event, amount])).toEqual([
      ["J63", "3970"],
      ["J15", "4000"],
      ["J61", "30"],
    ]);
    expect((await settle([{ id, version }], "merchant")).status).toBe(200);
    expect((await end(asItems(await lineOf(second)), "merchant")).status).toBe(200);
    expect((await ownMoney()) - before).toBe(8000n);
    expect(await stage.differing(first)).toMatchObject([
      { status: "resolved", suspenseAmount: "0", truedAmount: "30" },
    ]);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: "0" });
    expect(await stage.violations()).toEqual([]);
  });

  test("is no merchant's where it is another amount, where nothing is known of it, or where it came back already", async () => {
    const refund = await refunded();
    const less = await take([cameBack(refund.refundNo, "39.00")]);
    expect((await end(asItems(await lineOf(less)), "merchant")).bizCode).toBe("reconItem.noRefund");
    const unknown = await take([cameBack("RF20260101NONE00000000")]);
    expect((await end(asItems(await lineOf(unknown)), "merchant")).bizCode).toBe("reconItem.noRefund");
    expect((await end(asItems(await lineOf(unknown)), "suspense")).status).toBe(200);
    expect((await settle(asItems(await lineOf(unknown)), "merchant")).bizCode).toBe("reconItem.noRefund");
    const open = await refunded(false);
    const id = await take([cameBack(open.refundNo)]);
    const { id: lineId } = await lineOf(id);
    const asked = { ids: [lineId], resolution: "merchant" };
    expect((await stage.operator().send(reconItem, "plan", asked)).bizCode).toBe("reconItem.refundNotPaid");
    expect((await end(asItems(await lineOf(id)), "merchant")).bizCode).toBe("reconItem.refundNotPaid");
    await sendRefund(stage.node, stage.caller, refOf(open));
    await stage.pass(60);
    await askRefund(stage.node, stage.caller, refOf(open));
    expect(await refundById(open.id)).toMatchObject({ status: "succeeded" });
    expect((await end(asItems(await lineOf(id)), "merchant")).status).toBe(200);
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a refund that its gateway made twice", () => {
  /** The second one is told by a notification; the file says that one of them, or both, came back. */
  const madeTwice = async () => {
    const refund = await refunded();
    await sayRefund(refund.id, "succeeded", { minor: 4_000n, number: "up_second", source: "notification" });
    return refund;
  };
  const suspense = async () => (await stage.receivable())?.suspense ?? "0";
  const listed = (merchantReference: string, modificationReference: string): WrittenLine => ({
    type: "Refunded",
    gross: "-40.00",
    merchantReference,
    cells: { modificationReference },
  });
  const named = (refundNo: string, modificationReference: string): WrittenLine => {
    const { cells, ...line } = cameBack(refundNo);
    return { ...line, cells: { ...cells, modificationReference } };
  };

  test("stands against both of its lines, and what came back of it is the merchant's once", async () => {
    const suspended = await suspense();
    const refund = await madeTwice();
    const before = await ownMoney();
    const id = await take([
      listed(refund.refundNo, "up_second"),
      listed(refund.refundNo, refund.upstreamRefundId ?? ""),
      named(refund.refundNo, refund.upstreamRefundId ?? ""),
      { type: "MerchantPayout", gross: "40.00" },
    ]);
    const line = await lineOf(id);
    expect(await stage.differing(id)).toHaveLength(1);
    expect(line).toMatchObject({ type: "refund_reversed", matchStatus: "status_mismatch", difference: "4000" });
    const plan = await stage.operator().call(reconItem, "plan", { ids: [line.id], resolution: "merchant" });
    expect(plan.postings.map(({ event, amount }) => [event, amount])).toEqual([["J62", "4000"]]);
    expect((await end(asItems(line), "merchant")).status).toBe(200);
    expect(await refundById(refund.id)).toMatchObject({
      status: "succeeded",
      isReversed: false,
      amount: "4000",
      excessAmount: "0",
      upstreamRefundId: "up_second",
    });
    expect((await ownMoney()) - before).toBe(0n);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: suspended });
    expect(await stage.violations()).toEqual([]);
    // The gateway tells it as well, by its number: the same return.
    await sayRefund(refund.id, "reversed", { minor: 4_000n, number: refund.upstreamRefundId ?? "" });
    expect(await refundById(refund.id)).toMatchObject({ status: "succeeded", amount: "4000" });
    // The other one in another file is another return.
    const other = await take([named(refund.refundNo, "up_second"), { type: "MerchantPayout", gross: "-40.00" }]);
    expect((await end(asItems(await lineOf(other)), "merchant")).status).toBe(200);
    expect(await refundById(refund.id)).toMatchObject({ status: "failed", isReversed: true });
    expect((await ownMoney()) - before).toBe(4000n);
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: suspended });
    expect(await stage.violations()).toEqual([]);
  });

  test("of which a return without a number is told by the gateway and listed: it is one return", async () => {
    const suspended = await suspense();
    const refund = await madeTwice();
    await sayRefund(refund.id, "reversed", { minor: 4_000n, number: null });
    const id = await take([
      listed(refund.refundNo, refund.upstreamRefundId ?? ""),
      listed(refund.refundNo, "up_second"),
      cameBack(refund.refundNo),
      { type: "MerchantPayout", gross: "40.00" },
    ]);
    expect(await stage.differing(id)).toEqual([]);
    expect(await refundById(refund.id)).toMatchObject({ status: "succeeded", amount: "4000", excessAmount: "0" });
    expect(await stage.receivable()).toMatchObject({ unexplained: "0", suspense: suspended });
    expect(await stage.violations()).toEqual([]);
  });
});

test("real money is given back by two people however little it is", () => {
  const row = {
    mode: "live",
    status: "open",
    resolution: null,
    difference: "1",
    approvalLimit: "10000",
    endedBefore: null,
  };
  const changed = (after: object) => [
    { table: "reconItems", before: row, after: { ...row, status: "resolved", ...after } },
  ];
  expect(aboveLimit(changed({ resolution: "adjust_cost" }))).toBe(false);
  expect(endsForMerchant(changed({ resolution: "adjust_cost" }))).toBe(false);
  expect(endsForMerchant(changed({ resolution: "merchant" }))).toBe(true);
  expect(endsForMerchant(changed({ resolution: "merchant", mode: "test" }))).toBe(false);
  for (const name of ["resolve", "settle"] as const)
    expect(reconItem.operations[name].secondPerson?.(changed({ resolution: "merchant" }))).toBe(true);
});
