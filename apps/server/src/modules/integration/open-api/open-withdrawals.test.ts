import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { openScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { buildShop } from "../../../../test/open-shop.ts";
import { publishRate } from "../../../../test/rates.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: CashoutStage;
let yuanId: string;

beforeAll(async () => {
  stage = await buildCashoutStage({ withdrawFeeFixed: "500", fxMarkup: 6_000 });
  const yuan = { currency: "CNY", country: "CN", bankName: "Bund Bank", swift: "BUNDCNSH" };
  yuanId = await stage.addPayee(yuan);
  await stage.addFunding(yuan);
  await stage.put(1_000_000);
}, 60_000);
beforeEach(async () => {
  await stage.pass(86_400);
  await publishRate(stage.app, "7.1234", { baseCurrency: "USD", quoteCurrency: "CNY" });
});
afterAll(() => stage?.close());

const post = (path: string, body: object, key?: string) =>
  stage.shop.send("POST", path, { body, ...(key === undefined ? {} : { key }) });
const get = (path: string, query = "") => stage.shop.send("GET", path, { query });
const dollars = (amount = 100_000) => ({ amount, currency: "USD", payoutAccountId: stage.payeeId });
const yuans = (amount = 100_000) => ({ amount, currency: "USD", payoutAccountId: yuanId });
const rowOf = (withdrawalNo: string) =>
  stage.app.platform.db
    .selectFrom("cashouts")
    .selectAll()
    .where("cashoutNo", "=", withdrawalNo)
    .executeTakeFirstOrThrow();
const approve = async (withdrawalNo: string, userId = 302) => {
  const { id, version } = await rowOf(withdrawalNo);
  return stage.operator(userId).send(cashout, "approve", { id, version });
};
const putKey = (values: object) =>
  stage.app.platform.db.updateTable("appKeys").set(values).where("appKey", "=", stage.shop.appKey).execute();
const countAll = async () =>
  Number(
    (
      await stage.app.platform.db
        .selectFrom("cashouts")
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("POST /v1/withdrawals", () => {
  test("asks once for a key, sets the money aside, and shows what became of it to whoever asks again", async () => {
    const before = (await get("/v1/balances")).body.data[0];
    const body = { ...dollars(), remark: "Rent" };
    const first = await post("/v1/withdrawals", body, "w-1");
    expect(first).toMatchObject({
      status: 200,
      body: { status: "approving", amount: 100_000, feeAmount: 500, targetAmount: 99_500, remark: "Rent" },
    });
    const { withdrawalNo } = first.body;
    const held = (await get("/v1/balances")).body.data[0];
    expect([before.available - held.available, held.frozen - before.frozen]).toEqual([100_000, 100_000]);
    expect(await approve(withdrawalNo)).toMatchObject({ result: { status: "processing" } });
    const again = await post("/v1/withdrawals", body, "w-1");
    expect([again.headers["idempotent-replay"], again.body.withdrawalNo, again.body.status]).toEqual([
      "true",
      withdrawalNo,
      "processing",
    ]);
    const entries = await stage.app.platform.db
      .selectFrom("auditEntries")
      .select("operation")
      .where("operation", "=", "openApi.createWithdrawal")
      .execute();
    expect(entries).toHaveLength(1);
    const moves = (await get("/v1/balance-transactions", "limit=100")).body.data as { type: string }[];
    expect(moves.map(({ type }) => type)).toEqual(expect.arrayContaining(["cashout_applied", "cashout_approved"]));
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("lets eight repetitions at once make one", async () => {
    const before = await countAll();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("/v1/withdrawals", dollars(1_000), "w-8")));
    expect((await countAll()) - before).toBe(1);
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.withdrawalNo);
    expect(new Set(made).size).toBe(1);
  });

  test("says in numbers what could be taken out, where an amount could not", async () => {
    const { body } = await post("/v1/withdrawals", dollars(900_000_000));
    expect(body).toMatchObject({ code: 422, bizCode: "amount_invalid", reason: "balance", param: "amount" });
    expect([body.min, body.step].map((one) => typeof one)).toEqual(["number", "number"]);
    expect(body.withdrawable).toBe((await get("/v1/balances")).body.data[0].available);
  });

  test("goes to no account of somebody else, of the other mode, or that is not verified", async () => {
    for (const payoutAccountId of [stage.fundingId, `poa_${"0".repeat(26)}`])
      expect((await post("/v1/withdrawals", { ...dollars(1_000), payoutAccountId })).body.bizCode).toBe("not_found");
    const details = { mode: "test", currency: "USD", holderType: "company", holderName: "Shop Limited" } as const;
    const fresh = await stage
      .finance()
      .call(payoutAccount, "add", { ...details, country: "US", bankName: "New Bank", accountNo: "12345678" });
    const asked = await post("/v1/withdrawals", { ...dollars(1_000), payoutAccountId: fresh });
    expect(asked.body).toMatchObject({ code: 409, bizCode: "account_not_verified", param: "payoutAccountId" });
  });

  test("takes a key that names paying out: one without scopes may do everything but that", async () => {
    await putKey({ scopes: [] });
    expect((await get("/v1/withdrawals")).status).toBe(200);
    expect((await post("/v1/withdrawals", dollars())).body).toMatchObject({ code: 403, bizCode: "forbidden" });
    await putKey({ scopes: ["payouts:write", "balances:read"] });
    expect((await post("/v1/withdrawals", dollars(2_000))).status).toBe(200);
    await putKey({ scopes: [...openScopes] });
  });

  test("is approved by nobody who made the secret of the key, nor once the key may do so no more", async () => {
    await putKey({ secretUserId: 302 });
    const { body } = await post("/v1/withdrawals", dollars(3_000));
    expect(await approve(body.withdrawalNo, 302)).toMatchObject({ status: 403, bizCode: "cashout.ownKey" });
    await putKey({ scopes: ["orders:read"] });
    expect(await approve(body.withdrawalNo, 301)).toMatchObject({ status: 409, bizCode: "platform.askerGone" });
    await putKey({ scopes: [...openScopes], secretUserId: null });
    expect((await approve(body.withdrawalNo, 301)).status).toBe(200);
  });
});

describe("withdrawals of a merchant's server", () => {
  test("are read, listed page by page, cancelled once and told of", async () => {
    const { body } = await post("/v1/withdrawals", dollars(4_000));
    const { withdrawalNo } = body;
    expect((await get(`/v1/withdrawals/${withdrawalNo}`)).body).toEqual(body);
    const { body: page } = await get("/v1/withdrawals", "limit=1");
    expect(page).toMatchObject({ data: [{ withdrawalNo }], hasMore: true });
    const next = await get("/v1/withdrawals", `limit=1&cursor=${page.nextCursor}`);
    expect(next.body.data[0].withdrawalNo).not.toBe(withdrawalNo);
    expect((await get("/v1/withdrawals", "currency=EUR")).body.data).toEqual([]);
    const cancel = (key: string) => post(`/v1/withdrawals/${withdrawalNo}/cancel`, {}, key);
    expect((await cancel("c-1")).body).toMatchObject({ withdrawalNo, status: "canceled" });
    expect((await cancel("c-1")).headers["idempotent-replay"]).toBe("true");
    expect((await cancel("c-2")).body.bizCode).toBe("invalid_transition");
    expect((await get("/v1/withdrawals", "status=canceled")).body.data).toMatchObject([{ withdrawalNo }]);
    const events = await stage.app.platform.db
      .selectFrom("merchantEvents")
      .select("type")
      .where("objectNo", "=", withdrawalNo)
      .orderBy("objectSeq")
      .execute();
    expect(events.map(({ type }) => type)).toEqual(["cashout.applied", "cashout.canceled"]);
    expect(await violationsOf(stage)).toEqual([]);
  });
});

describe("a held rate", () => {
  test("is the withdrawal's, once, and shown to whoever asks again (V09)", async () => {
    const { body: quote } = await post("/v1/fx-quotes", yuans(), "q-1");
    expect(quote).toMatchObject({
      sellCurrency: "USD",
      sellAmount: 99_500,
      buyCurrency: "CNY",
      buyAmount: 704_526,
      midAmount: 708_778,
      usedTime: null,
    });
    expect(Number(quote.rate)).toBe(7.08066);
    expect((await post("/v1/fx-quotes", yuans(), "q-1")).body).toEqual(quote);
    const { quoteId } = quote;
    expect((await post("/v1/withdrawals", { ...yuans(50_000), quoteId })).body.bizCode).toBe("quote_unfit");
    const made = await post("/v1/withdrawals", { ...yuans(), quoteId });
    expect(made.body).toMatchObject({ targetAmount: 704_526, targetCurrency: "CNY" });
    expect((await get(`/v1/fx-quotes/${quoteId}`)).body.usedTime).not.toBeNull();
    expect((await post("/v1/withdrawals", { ...yuans(), quoteId })).body.bizCode).toBe("quote_used");
  });

  test("ends after half an hour, is not made for nothing, and is nobody else's", async () => {
    const { body: quote } = await post("/v1/fx-quotes", yuans());
    const other = await buildShop(stage.app);
    expect((await other.test.send("GET", `/v1/fx-quotes/${quote.quoteId}`)).body.bizCode).toBe("not_found");
    await stage.pass(1_801);
    expect((await post("/v1/withdrawals", { ...yuans(), quoteId: quote.quoteId })).body.bizCode).toBe("quote_expired");
    expect((await post("/v1/fx-quotes", dollars())).body).toMatchObject({ code: 422, bizCode: "nothing_to_exchange" });
    const unknown = `fxq_${"0".repeat(26)}`;
    expect((await post("/v1/withdrawals", { ...yuans(), quoteId: unknown })).body.bizCode).toBe("not_found");
  });
});

describe("GET /v1/payout-accounts", () => {
  test("tells where money can go, and never a number", async () => {
    const { body, text } = await get("/v1/payout-accounts", "currency=CNY");
    expect(body.data).toMatchObject([{ id: yuanId, last4: "0001", verifyStatus: "verified" }]);
    expect(text).not.toContain("12345678");
    expect((await get(`/v1/payout-accounts/${yuanId}`)).body).toEqual(body.data[0]);
    // Our own funding account is not the merchant's.
    expect((await get(`/v1/payout-accounts/${stage.fundingId}`)).body.bizCode).toBe("not_found");
    const event = stage.app.platform.db
      .selectFrom("merchantEvents")
      .select("type")
      .where("objectId", "in", [yuanId, stage.fundingId]);
    expect(await event.execute()).toEqual([{ type: "payout_account.verified" }]);
  });
});

test("a withdrawal whose asker somebody altered is not approved", async () => {
  await putKey({ secretUserId: 302 });
  const { body } = await post("/v1/withdrawals", dollars(3_000));
  await putKey({ secretUserId: null });
  const altered = stage.app.platform.db.updateTable("cashouts").set({ keyMakerIds: null } as never);
  await altered.where("cashoutNo", "=", body.withdrawalNo).execute();
  expect((await approve(body.withdrawalNo, 302)).bizCode).toBe("cashout.altered");
});
