import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage, payoutOwners } from "../../../../test/cashouts.ts";
import { buildPayoutEntry } from "../../../../test/payouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { applyPayoutFact, askPayout } from "./index.ts";

let stage: CashoutStage;
beforeAll(async () => {
  stage = await buildCashoutStage({ withdrawFeeFixed: "100", withdrawFeeMode: "on_top" });
  await stage.payOverProvider();
  await stage.put(1_000_000);
}, 60_000);
beforeEach(() => stage.pass(86_400));
afterAll(() => stage?.close());

const show = (id: string) => stage.operator(301).call(payoutOrder, "detail", { id });
const named = async (id: string) => ({ id, version: (await show(id)).version });
const asked = async (): Promise<string> => {
  const { id } = await stage.finance().call(payoutOrder, "add", buildPayoutEntry({ amount: "5000" }) as never);
  if ((await show(id)).status === "review") await stage.operator(302).call(payoutOrder, "approve", await named(id));
  return id;
};
const sent = async (): Promise<string> => {
  const id = await asked();
  await stage.follow();
  return id;
};
const payoutFor = (id: string) =>
  stage.app.platform.db.selectFrom("payouts").selectAll().where("sourceId", "=", id).executeTakeFirstOrThrow();
const available = async () =>
  Number((await stage.finance().call(cashout, "terms", { mode: "test", currency: "USD" })).available);
const exceptionsOf = async (objectId: string) => {
  const { db } = stage.app.platform;
  const rows = await db.selectFrom("eventExceptions").select("eventType").where("objectId", "=", objectId).execute();
  return rows.map(({ eventType }) => eventType).toSorted();
};

type Said = { readonly kind: string; readonly amount?: Money | null };

/** Takes in what the provider says of a transfer unasked. */
const tell = async (id: string, said: Said) => {
  const { payoutNo, providerReference, gatewayAccountId } = await payoutFor(id);
  const outcome = { payoutNo, providerReference, amount: null, failureCode: null, occurredAt: null, exchanges: [] };
  const told = { subject: "payout", payoutNo, outcome: { ...outcome, ...said } } as never;
  return applyPayoutFact(payoutOwners)(stage.node, stage.caller, gatewayAccountId ?? "", told);
};
/** Asks the provider, which answers what it is told to. */
const told = async (id: string, said: Said) => {
  const { id: payoutId } = await payoutFor(id);
  const answering = (code: string) => {
    const connector = stage.node.connectorOf(code);
    const answer = { providerReference: null, amount: null, failureCode: null, exchanges: [], ...said };
    return { ...connector, payouts: { ...connector.payouts, query: async () => answer } };
  };
  const ref = { merchantId: stage.merchantId, payoutId };
  await askPayout({ ...stage.node, connectorOf: answering } as never, stage.caller, payoutOwners, ref);
};
const resolve = async (id: string, cause: "provider" | "merchant" | "house") =>
  stage.operator(301).send(payoutOrder, "resolveDifference", { ...(await named(id)), cause, note: "Told" });

describe("paid otherwise than asked and sent back", () => {
  test.each([
    ["less, which the merchant was given back", usd(4_000), "merchant", null, "4000"],
    ["more, which the merchant bore", usd(5_500), "merchant", usd(5_500), "5500"],
    ["more, which we bore", usd(5_500), "house", usd(5_400), "5400"],
    ["less, which we bore", usd(4_000), "house", usd(4_000), "4000"],
  ] as const)("%s, it is measured by what was paid: the merchant lost the fee alone", async (...row) => {
    const [, paid, cause, back, returnedAmount] = row;
    const before = await available();
    const id = await sent();
    await told(id, { kind: "paid", amount: paid });
    expect((await resolve(id, cause)).status).toBe(200);
    await tell(id, { kind: "returned", amount: back });
    expect(await show(id)).toMatchObject({ status: "returned", returnedAmount });
    expect(before - (await available())).toBe(100);
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("more, and nobody said yet who bears it, it ends with the house that has it again", async () => {
    const before = await available();
    const id = await sent();
    await told(id, { kind: "paid", amount: usd(5_500) });
    await tell(id, { kind: "returned", amount: usd(5_500) });
    expect(await show(id)).toMatchObject({ status: "returned", returnedAmount: "5500" });
    expect((await resolve(id, "merchant")).bizCode).toBe("payoutOrder.otherCurrency");
    expect((await resolve(id, "house")).status).toBe(200);
    expect(before - (await available())).toBe(100);
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("more than was paid is not booked, by a provider's word or by people's", async () => {
    const id = await sent();
    await told(id, { kind: "paid", amount: usd(4_000) });
    await tell(id, { kind: "returned", amount: usd(4_500) });
    expect(await show(id)).toMatchObject({ status: "paid", returnedAmount: null });
    expect(await exceptionsOf(id)).toContain("payout.returnUnsound");
    const more = { ...(await named(id)), amount: "4500", remark: "Sent back" };
    const answer = await stage.operator(301).send(payoutOrder, "markReturned", more);
    expect(answer.bizCode).toBe("payoutOrder.returnExceeds");
    await stage.operator(301).call(payoutOrder, "markReturned", { ...more, amount: "4000" });
    expect((await resolve(id, "house")).status).toBe(200);
    expect(await violationsOf(stage)).toEqual([]);
  });
});

describe("a payout order that somebody altered", () => {
  const rename = (id: string, beneficiaryName: string) =>
    stage.app.platform.db.updateTable("payoutOrders").set({ beneficiaryName }).where("id", "=", id).execute();

  test("is not sent, though its transfer is as it was written", async () => {
    const id = await asked();
    await rename(id, "Somebody Else");
    await stage.follow();
    expect(await payoutFor(id)).toMatchObject({ status: "created", attempts: 0 });
    expect(await exceptionsOf(id)).toEqual(["payout.altered"]);
    await rename(id, "Paper Mill Inc");
    await stage.follow();
    expect(await payoutFor(id)).toMatchObject({ status: "submitted", attempts: 1 });
  });

  test("is not booked by what its provider says, until that is explained", async () => {
    const id = await sent();
    await rename(id, "Somebody Else");
    await told(id, { kind: "paid" });
    expect(await tell(id, { kind: "failed" })).toEqual({ failed: "payout_altered" });
    expect((await show(id)).status).toBe("processing");
    await rename(id, "Paper Mill Inc");
    await told(id, { kind: "paid" });
    expect((await show(id)).status).toBe("paid");
  });

  test("meanwhile is not booked by the answer to the call that sent it", async () => {
    const id = await sent();
    const { id: payoutId } = await payoutFor(id);
    const { connectorOf } = stage.node;
    const altering = (code: string) => {
      const connector = connectorOf(code);
      const query = async () => {
        await rename(id, "Somebody Else");
        return { kind: "paid", providerReference: null, amount: null, exchanges: [] };
      };
      return { ...connector, payouts: { ...connector.payouts, query } };
    };
    const ref = { merchantId: stage.merchantId, payoutId };
    const asking = askPayout({ ...stage.node, connectorOf: altering } as never, stage.caller, payoutOwners, ref);
    await expect(asking).rejects.toMatchObject({ code: "payoutOrder.altered" });
    expect((await show(id)).status).toBe("processing");
    await rename(id, "Paper Mill Inc");
  });
});
