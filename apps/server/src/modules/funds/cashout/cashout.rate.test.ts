import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { publishRate } from "../../../../test/rates.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: CashoutStage;
let yuanFundingId: string;
let yuanId: string;

beforeAll(async () => {
  stage = await buildCashoutStage({ withdrawFeeFixed: "500", fxMarkup: 6_000 });
  const yuan = { currency: "CNY", country: "CN", bankName: "Bund Bank", swift: "BUNDCNSH" };
  yuanId = await stage.addPayee(yuan);
  yuanFundingId = await stage.addFunding(yuan);
  await stage.put(1_000_000);
}, 60_000);
beforeEach(async () => {
  await stage.pass(86_400);
  await publish("7.1234");
});
afterAll(() => stage?.close());

const publish = async (rate: string) => {
  const { db } = stage.app.platform;
  await stage.pass(1);
  await publishRate(stage.app, rate, { baseCurrency: "USD", quoteCurrency: "CNY" });
  return db;
};
const asked = () => ({ mode: "test" as const, currency: "USD", amount: "100000", payoutAccountId: yuanId });
const finance = () => stage.finance();
const show = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const approve = async (id: string) =>
  stage.operator(302).send(cashout, "approve", { id, version: (await show(id)).version });
const pay = async (id: string) =>
  stage.operator(301).call(cashout, "markPaid", { id, version: (await show(id)).version, bankReference: `FT-${id}` });
const legsOf = async (id: string, event: string) => {
  const { db } = stage.app.platform;
  const rows = await db
    .selectFrom("ledgerPostings as p")
    .innerJoin("ledgerJournals as j", (on) =>
      on.onRef("j.id", "=", "p.journalId").onRef("j.merchantId", "=", "p.merchantId"),
    )
    .select(["p.debitAccount", "p.creditAccount", "p.amount"])
    .where("j.eventId", "=", id)
    .where("j.event", "=", event)
    .orderBy("p.line")
    .execute();
  const short = (account: string) =>
    account
      .split(":")
      .filter((part) => !/^(mer_|poa_)/.test(part))
      .slice(1)
      .join(":");
  return rows.map(
    ({ debitAccount, creditAccount, amount }) => `${short(debitAccount)} ${short(creditAccount)} ${amount}`,
  );
};
const figures = {
  feeAmount: "500",
  sentAmount: "99500",
  fxMid: "7.1234",
  fxRate: "7.08066",
  targetCurrency: "CNY",
  targetAmount: "704526",
  midAmount: "708778",
} as const;

test("V09: 1,000.00 USD less 5.00 pay 7,045.26 CNY, at the rate that was quoted, promised and locked", async () => {
  expect(await finance().call(cashout, "preview", asked())).toMatchObject({ ...figures, availableAfter: "900000" });
  const { quoteId, expireTime } = await finance().call(cashout, "quote", asked());
  // What the market does meanwhile is not the merchant's concern.
  await publish("6.9");
  const { id } = await finance().call(cashout, "add", { ...asked(), quoteId });
  expect(await show(id)).toMatchObject({ ...figures, status: "approving", quoteExpireTime: expireTime });
  expect(await approve(id)).toMatchObject({ result: { status: "processing" } });
  await pay(id);
  expect(await legsOf(id, "J46")).toEqual([
    "in_transit:USD fx_position:USD 99500",
    "in_transit:USD rev:withdrawal_fee:USD 500",
    "fx_position:CNY bank:CNY 704526",
    "fx_position:CNY rev:fx_markup:CNY 4252",
  ]);
  expect(await violationsOf(stage)).toEqual([]);
  const used = await finance().send(cashout, "add", { ...asked(), quoteId });
  expect(used.bizCode).toBe("merchantAccountCfg.quoteUsed");
});

test("a rate that was held for another amount, or for half an hour by now, is none", async () => {
  const { quoteId } = await finance().call(cashout, "quote", asked());
  const other = await finance().send(cashout, "add", { ...asked(), amount: "90000", quoteId });
  expect(other.bizCode).toBe("cashout.quoteUnfit");
  await stage.pass(1_801);
  expect((await finance().send(cashout, "add", { ...asked(), quoteId })).bizCode).toBe(
    "merchantAccountCfg.quoteExpired",
  );
});

test("approved after the quote ended, it is paid by the rate of then, unless that is more than 1 % worse", async () => {
  const { id } = await finance().call(cashout, "add", asked());
  await stage.pass(1_801);
  await publish("7.06");
  expect(await show(id)).toMatchObject({ review: { isRateWorse: false, targetAmount: "698255", fxRate: "7.01764" } });
  await publish("7.05");
  expect(await show(id)).toMatchObject({ review: { isRateWorse: true } });
  expect(await approve(id)).toMatchObject({ result: { status: "applied", returnCause: "rate_worse" } });
  await finance().call(cashout, "submit", { id, version: (await show(id)).version });
  expect(await approve(id)).toMatchObject({ result: { status: "processing" } });
  expect(await show(id)).toMatchObject({ fxMid: "7.05" });
  await pay(id);
  expect(await violationsOf(stage)).toEqual([]);
});

test("handed back, it can be turned down by the operator", async () => {
  const { id } = await finance().call(cashout, "add", asked());
  await stage.pass(1_801);
  await publish("6");
  expect(await approve(id)).toMatchObject({ result: { status: "applied" } });
  const { version, abilities } = await show(id);
  expect(abilities.reject).toBe(true);
  await stage.operator(305).call(cashout, "reject", { id, version, reason: "Not asked again" });
  expect(await show(id)).toMatchObject({ status: "rejected", returnCause: null });
  expect(await violationsOf(stage)).toEqual([]);
});

test("twice a little worse than agreed is not paid: what the merchant asked for counts", async () => {
  const ours = (isDefault: boolean) => stage.setDefault(yuanFundingId, isDefault);
  await ours(false);
  const { id } = await finance().call(cashout, "add", asked());
  await stage.pass(1_801);
  await publish("7.06");
  expect(await approve(id)).toMatchObject({ result: { status: "approved" } });
  await stage.pass(1_801);
  await publish("7.0");
  await ours(true);
  const paid = await stage.operator(301).send(cashout, "execute", { id, version: (await show(id)).version });
  expect(paid.bizCode).toBe("cashout.rateWorse");
});

test("so little that it comes to nothing is refused", async () => {
  await publish("0.1");
  const little = await finance().send(cashout, "add", { ...asked(), amount: "501" });
  expect(little.bizCode).toBe("cashout.amountInvalid");
});

test("sent back, it is taken back at its own rate: the merchant has what was sold, and no position stays open", async () => {
  const before = await finance().call(cashout, "terms", { mode: "test", currency: "USD" });
  const { id } = await finance().call(cashout, "add", asked());
  await approve(id);
  await pay(id);
  await publish("6");
  const version = (await show(id)).version;
  await stage.operator(301).call(cashout, "markReturned", { id, version, amount: "704026", remark: "Account closed" });
  expect(await legsOf(id, "J45")).toEqual([
    "bank:CNY fx_position:CNY 704526",
    "rev:fx_markup:CNY fx_position:CNY 4252",
    "cost:payout_fee:CNY bank:CNY 500",
    "fx_position:USD available:USD 99500",
  ]);
  const after = await finance().call(cashout, "terms", { mode: "test", currency: "USD" });
  expect(Number(before.available) - Number(after.available)).toBe(500);
  expect(await violationsOf(stage)).toEqual([]);
});
