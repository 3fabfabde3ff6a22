import { Buffer } from "node:buffer";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { reconSource } from "@countinghouse/contract/funds/recon/recon-source.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildGateway } from "../../../../test/gateways.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { findingsOf, sealBook } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildReconStage, passDays, type ReconStage } from "../../../../test/recon.ts";
import { buildReconBatch } from "../../../../test/recon-rows.ts";
import { because, buildDeciders } from "../../../../test/two-people.ts";
import type { JobRequest } from "../../../platform/http/context.ts";
import { askRefund, sendRefund } from "../../payments/refund-processing/index.ts";
import { refOf } from "../../payments/refund-record/index.ts";
import { readAccount } from "./recon.store.ts";
import { fetchFiles, matchFile } from "./recon.worker.ts";

let stage: ReconStage;
let bankId: string;
beforeAll(async () => {
  stage = await buildReconStage();
  const bank = {
    mode: "test",
    currency: "USD",
    holderType: "company",
    holderName: "Countinghouse",
    country: "US",
    bankName: "Harbour Bank",
    swift: "HARBUS33",
    accountNo: "9988 7766",
  } as const;
  bankId = await stage.operator(101).call(payoutAccount, "add", bank);
  const verified = { id: bankId, version: 1, isVerified: true, evidence: "Bank letter" };
  await stage.operator(102).call(payoutAccount, "verify", verified);
}, 60_000);
afterAll(() => stage?.close());

const fileOf = async (batchNo: number): Promise<string> => {
  const { url } = stage.simulator;
  const answer = await fetch(`${url}/v1/settlements/${batchNo}`, {
    headers: { authorization: "Bearer sk_sim_main_0001" },
  });
  return answer.text();
};
const upload = (text: string, fileName = "file.csv") =>
  stage.operator().send(recon, "import", {
    gatewayAccountId: stage.accounts.main,
    fileName,
    data: Buffer.from(text).toString("base64"),
  });
const end = (items: readonly { readonly id: string; readonly version: number }[], resolution: string) =>
  stage.operator().send(reconItem, "resolve", {
    items: items.map(({ id, version }) => ({ id, version })),
    resolution,
    reason: "Looked into",
  });
const refundById = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const withMistake = async (anomaly: string) => {
  await stage.pay("001");
  const [id = ""] = await stage.settle([anomaly]);
  return { id, items: await stage.differing(id) };
};

describe("a settlement file", () => {
  test("comes whole by hand, is read before, and is not doubled by coming twice", async () => {
    const order = await stage.pay("001");
    await stage.simulator.control("POST", "/accounts/sim_main/settlements", {});
    const text = await fileOf(1);
    const preview = await stage.operator().call(recon, "preview", {
      gatewayAccountId: stage.accounts.main,
      fileName: "file.csv",
      data: Buffer.from(text).toString("base64"),
    });
    expect(preview).toMatchObject({
      batchNo: 1,
      lineCount: 2,
      grossAmount: "10000",
      feeAmount: "142",
      netAmount: "9858",
      payoutAmount: "9858",
      addsUp: true,
      knownId: null,
    });
    const first = await upload(text);
    expect(first.status).toBe(200);
    expect(stage.app.jobs.at(-1)).toMatchObject({ queue: "recon.match" });
    await stage.match(first.result as string);
    const again = await upload(text, "again.csv");
    expect(again.result).toBe(first.result);
    expect(await stage.fetch()).toEqual([]);
    const { items } = await stage.operator().call(reconItem, "page", { mode: "test", batchId: first.result as string });
    expect(items.map(({ type, status, orderNo }) => ({ type, status, orderNo }))).toEqual(
      expect.arrayContaining([
        { type: "settled", status: "matched", orderNo: order.orderNo },
        { type: "payout", status: "matched", orderNo: null },
      ]),
    );
    expect(items).toHaveLength(2);
    expect(await stage.detail(first.result as string)).toMatchObject({
      status: "balanced",
      copies: 1,
      differenceAmount: "0",
    });
  });

  test.each([
    [
      "an amount that is none",
      (text: string) => text.replace("9858", "98x8").replace("98.58", "98x8"),
      "recon.unreadable",
    ],
    ["a line whose net is not its own", (text: string) => text.replace("98.58", "98.59"), "recon.unreadable"],
    ["no lines", (text: string) => text.split("\r\n").slice(0, 1).join(""), "recon.emptyFile"],
    ["another account's lines", (text: string) => text.replaceAll("sim_main", "sim_other"), "recon.otherAccount"],
    [
      "another content under a number that came",
      (text: string) => text.replaceAll("98.58", "97.58").replaceAll("100.00", "99.00"),
      "recon.numberTaken",
    ],
  ])("with %s is refused, and changes nothing", async (_what, spoil, bizCode) => {
    const before = await stage.app.platform.db.selectFrom("reconItems").select("id").execute();
    expect((await upload(spoil(await fileOf(1)))).bizCode).toBe(bizCode);
    expect(await stage.app.platform.db.selectFrom("reconItems").select("id").execute()).toHaveLength(before.length);
  });

  test("of refunds stands against them, and one that came back unheard of is found", async () => {
    const order = await stage.pay("403");
    const asked = { orderId: order.id, amount: "4000", reason: "requested_by_customer" } as const;
    const { id: refundId } = await stage.operator().call(orderRefund, "add", asked);
    const refund = await refundById(refundId);
    await sendRefund(stage.node, stage.caller, refOf(refund));
    await stage.pass(60);
    const [first = ""] = await stage.settle();
    expect(await stage.differing(first)).toEqual([]);
    await stage.simulator.advance(3 * 86_400);
    await stage.app.clock.forward(3 * 86_400_000);
    const enqueued: JobRequest[] = [];
    const [second = ""] = await stage.fetch(enqueued);
    const [back] = await stage.differing(second);
    expect(back).toMatchObject({ type: "refund_reversed", matchStatus: "status_mismatch", difference: "4000" });
    // The gateway is asked about it, and the file compared again by what it answers.
    expect(enqueued).toMatchObject([
      { queue: "refund.ask", data: refOf(refund) },
      { queue: "recon.match", data: { batchId: second, isAgain: true }, startAfterSeconds: 900 },
    ]);
    await askRefund(stage.node, stage.caller, refOf(refund));
    const { version } = await stage.detail(second);
    await stage.operator().call(recon, "run", { id: second, version });
    await stage.match(second, true);
    expect(await stage.differing(second)).toEqual([]);
    expect(await stage.detail(second)).toMatchObject({ status: "balanced" });
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
  });
});

describe("a difference", () => {
  test("in a fee is booked to the cost of its payment, as the plan said, and the file balances", async () => {
    const { id, items } = await withMistake("fee_change");
    const [item] = items;
    expect(item).toMatchObject({ matchStatus: "fee_mismatch", difference: "-1", status: "open" });
    const plan = await stage.operator().call(reconItem, "plan", { ids: [item?.id ?? ""], resolution: "adjust_cost" });
    expect(plan).toMatchObject({
      openBefore: "-1",
      openAfter: "0",
      openCountAfter: 0,
      takesTwo: false,
      postings: [{ event: "J61", debitAccount: "plt:cost:gateway_fee:USD", amount: "1" }],
    });
    expect((await end(items, "adjust_cost")).status).toBe(200);
    expect((await end(items, "adjust_cost")).bizCode).toBe("platform.stale");
    const after = await stage.detail(id);
    expect(after).toMatchObject({ status: "balanced", openCount: 0 });
    const { status } = await stage.operator().send(recon, "close", { id, version: after.version });
    expect(status).toBe(200);
  });

  test("nobody explains goes to suspense and out of it by its cause", async () => {
    const { items } = await withMistake("extra_line");
    expect((await end(items, "adjust_cost")).bizCode).toBe("reconItem.noCounterpart");
    expect((await end(items, "ignore_within_tolerance")).bizCode).toBe("reconItem.exceedsTolerance");
    expect((await end(items, "suspense")).status).toBe(200);
    expect((await stage.receivable())?.suspense).toBe(String(-Number(items[0]?.netAmount)));
    expect(await stage.violations()).toEqual([]);
    const [held] = await stage.differing(items[0]?.batchId ?? "");
    expect(held).toMatchObject({ status: "suspended", resolveUserName: "Test Operator" });
    const settled = await stage.operator().send(reconItem, "settle", {
      items: [{ id: held?.id, version: held?.version }],
      cause: "gateway_fee",
      reason: "The gateway will not take it back",
    });
    expect(settled.status).toBe(200);
    expect(await stage.receivable()).toMatchObject({ suspense: "0", unexplained: "0" });
  });

  test("that a later file ends is ended by it, out of suspense as well", async () => {
    const { id } = await withMistake("missing_line");
    await passDays(stage, 5);
    await stage.pay("001");
    const [later = ""] = await stage.settle();
    const [lacking] = await stage.differing(later);
    expect(lacking).toMatchObject({ matchStatus: "missing_upstream", lineNo: null, difference: "-9858" });
    expect((await end(lacking ? [lacking] : [], "suspense")).status).toBe(200);
    expect((await stage.receivable())?.suspense).toBe("9858");
    // The gateway lists it after all, in a file that it sends by hand.
    const own = (await fileOf((await stage.detail(later)).batchNo)).replace(/^\d+,/gm, "99,");
    const sent = own.replaceAll(/(pay_\w+),(OR\w+)/g, `${lacking?.upstreamRef},${lacking?.orderNo}`);
    const { result } = await upload(sent, "late.csv");
    await stage.match(result as string);
    expect(await stage.differing(later)).toMatchObject([
      { status: "resolved", resolution: "arrived", suspenseAmount: "0" },
    ]);
    expect(await stage.receivable()).toMatchObject({ suspense: "0", unexplained: "0" });
    expect(await stage.violations()).toEqual([]);
    expect(id).toMatch(/^rcb_/);
  });

  test("is matched otherwise by whoever finds the record, and no record twice", async () => {
    await stage.pay("001");
    const [id = ""] = await stage.settle();
    const { db } = stage.app.platform;
    const [, line] = await db
      .selectFrom("reconItems")
      .selectAll()
      .where("batchId", "=", id)
      .orderBy("lineNo")
      .execute();
    expect(line?.type).toBe("payout");
    const { items } = await withMistake("extra_line");
    const near = await stage.operator().call(reconItem, "candidates", { id: items[0]?.id ?? "" });
    expect(near).toEqual([]);
    const matched = await db
      .selectFrom("reconItems")
      .selectAll()
      .where("batchId", "=", id)
      .where("type", "=", "settled")
      .executeTakeFirstOrThrow();
    const taken = await stage.operator().send(reconItem, "rematch", {
      id: items[0]?.id,
      version: items[0]?.version,
      ourRefType: "capture",
      ourRefId: matched.ourRefId,
      reason: "Same amount",
    });
    expect(taken.bizCode).toBe("reconItem.counterpartTaken");
    await end(items, "claim");
  });

  test("within what the account tolerates is booked without anybody", async () => {
    const settings = { gatewayAccountId: stage.accounts.main, feeTolerance: 1_000, amountTolerance: "1" };
    const asked = await stage.operator(101).send(reconSource, "add", settings, because("Many small differences"));
    expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    await stage.operator(102).call(changeRequest, "approve", { id: changeRequestId });
    expect((await stage.operator().send(reconSource, "add", settings)).bizCode).toBe("reconSource.duplicate");
    for (const anomaly of ["fee_change", "amount_up"]) {
      const { id, items } = await withMistake(anomaly);
      expect(items).toEqual([]);
      expect((await stage.detail(id)).classes).toEqual([]);
    }
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a difference of real money", () => {
  test("above the limit takes a second person, and one that somebody altered is ended by nobody", async () => {
    const { app } = stage;
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    const { gatewayAccountId } = await buildGateway(app, { tenantId: 1 });
    const { itemId } = await buildReconBatch(app, { tenantId: 1, merchantId, gatewayAccountId });
    const [maker, checker] = await buildDeciders(app, 2, [[reconItem, "resolve"]]);
    const fresh = (who: typeof maker) => app.as({ ...(who as NonNullable<typeof who>), provenAt: app.clock.now() });
    const ended = { items: [{ id: itemId, version: 1 }], resolution: "suspense", reason: "Nobody knows" };
    const alter = (difference: string) =>
      app.platform.db.updateTable("reconItems").set({ difference }).where("id", "=", itemId).execute();
    await alter("99");
    expect((await fresh(maker).send(reconItem, "resolve", ended)).bizCode).toBe("reconItem.altered");
    await alter("100");
    const asked = await fresh(maker).send(reconItem, "resolve", ended);
    expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    const read = () =>
      app.platform.db.selectFrom("reconItems").selectAll().where("id", "=", itemId).executeTakeFirstOrThrow();
    expect(await read()).toMatchObject({ status: "open", suspenseAmount: "0" });
    expect(await fresh(maker).send(changeRequest, "approve", { id: changeRequestId })).toMatchObject({ status: 403 });
    await fresh(checker).call(changeRequest, "approve", { id: changeRequestId });
    expect(await read()).toMatchObject({ status: "suspended", suspenseAmount: "-100" });
    await sealBook(app, merchantId);
    expect(await findingsOf(app, merchantId)).toEqual([]);
  });
});

describe("differences that one person ends alone in a day", () => {
  test("count together against the limit, and those that two people ended do not", async () => {
    const { app } = stage;
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    const { gatewayAccountId } = await buildGateway(app, { tenantId: 1 });
    const [maker, checker] = await buildDeciders(app, 2, [[reconItem, "resolve"]]);
    const fresh = (who: typeof maker) => app.as({ ...(who as NonNullable<typeof who>), provenAt: app.clock.now() });
    const line = async () => {
      const { itemId } = await buildReconBatch(app, {
        tenantId: 1,
        merchantId,
        gatewayAccountId,
        approvalLimit: "150",
      });
      return itemId;
    };
    const end = (id: string) =>
      fresh(maker).send(reconItem, "resolve", {
        items: [{ id, version: 1 }],
        resolution: "suspense",
        reason: "Nobody knows",
      });
    expect((await end(await line())).status).toBe(200);
    const asked = await end(await line());
    expect(asked.status).toBe(202);
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    await fresh(checker).call(changeRequest, "approve", { id: changeRequestId });
    await stage.pass(86_401);
    expect((await end(await line())).status).toBe(200);
    await stage.pass(43_200);
    expect((await end(await line())).status).toBe(202);
  });
});

describe("a file that is being matched", () => {
  test("goes on where a process died, and two rounds at once book nothing twice", async () => {
    await stage.pay("001");
    await stage.simulator.control("POST", "/accounts/sim_main/settlements", { anomalies: ["fee_change"] });
    const account = await readAccount({ db: stage.app.platform.db }, stage.accounts.main);
    await fetchFiles(stage.app.platform, jobContext(stage.app), account);
    const { id } = await stage.app.platform.db
      .selectFrom("reconBatches")
      .select("id")
      .where("status", "=", "imported")
      .executeTakeFirstOrThrow();
    const died = new AbortController();
    died.abort();
    const ref = { merchantId: stage.house, batchId: id };
    await expect(matchFile(jobContext(stage.app, died.signal), ref, false)).rejects.toThrow("stopped");
    expect(await stage.detail(id)).toMatchObject({ status: "matching" });
    await Promise.all([stage.match(id), stage.match(id), stage.match(id, true)]);
    expect((await stage.detail(id)).status).not.toBe("matching");
    expect(await stage.violations()).toEqual([]);
  });
});

describe("what a file says is paid", () => {
  test("is booked as it comes in, never beyond, and explains the receivable", async () => {
    await stage.pay("001");
    const [id = ""] = await stage.settle();
    const receive = async (amount?: string) => {
      const { version } = await stage.detail(id);
      return stage
        .operator()
        .send(recon, "receive", { id, version, payoutAccountId: bankId, amount, reason: "Statement 7" });
    };
    expect((await receive("9859")).bizCode).toBe("recon.exceedsPayout");
    expect((await receive("-1")).bizCode).toBe("recon.exceedsPayout");
    expect((await receive("858")).status).toBe(200);
    expect((await receive()).status).toBe(200);
    expect(await stage.detail(id)).toMatchObject({ receivedAmount: "9858", can: { receive: false } });
    expect((await receive()).bizCode).toBe("recon.exceedsPayout");
    expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
    expect(await stage.violations()).toEqual([]);
  });

  test("and what a line came to is missed where somebody alters it", async () => {
    const { db } = stage.app.platform;
    const one = await db.selectFrom("reconItems").selectAll().where("truedAmount", "<>", "0").executeTakeFirstOrThrow();
    await db.updateTable("reconItems").set({ truedAmount: "77" }).where("id", "=", one.id).execute();
    const found = await stage.violations();
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ law: "backed", table: "recon_items", key: one.id, column: "trued_amount" }),
        expect.objectContaining({ law: "sealed", table: "recon_items", key: one.id }),
      ]),
    );
    await db.updateTable("reconItems").set({ truedAmount: one.truedAmount }).where("id", "=", one.id).execute();
    expect(await stage.violations()).toEqual([]);
  });
});
