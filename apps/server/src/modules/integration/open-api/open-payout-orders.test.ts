import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { openScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage({ withdrawFeeFixed: "500", withdrawFeeMode: "on_top" });
  await stage.put(1_000_000);
}, 60_000);
afterAll(() => stage?.close());

const post = (path: string, body: object, key?: string) =>
  stage.shop.send("POST", path, { body, ...(key === undefined ? {} : { key }) });
const get = (path: string, query = "") => stage.shop.send("GET", path, { query });
let made = 0;
const asked = (parts: object = {}, beneficiary: object = {}) => {
  made += 1;
  return {
    merchantPayoutNo: `SHOP-${made}`,
    amount: 25_000,
    currency: "USD",
    method: "bank_local",
    beneficiary: {
      type: "company",
      name: "Paper Mill Inc",
      country: "US",
      bankName: "Paper Bank",
      bankCode: "021000021",
      accountNo: "123456780001",
      ...beneficiary,
    },
    ...parts,
  };
};
const putKey = (values: object) =>
  stage.app.platform.db.updateTable("appKeys").set(values).where("appKey", "=", stage.shop.appKey).execute();
const rowOf = (payoutOrderNo: string) =>
  stage.app.platform.db
    .selectFrom("payoutOrders")
    .selectAll()
    .where("payoutOrderNo", "=", payoutOrderNo)
    .executeTakeFirstOrThrow();
const approve = async (payoutOrderNo: string, userId = 302) => {
  const { id, version } = await rowOf(payoutOrderNo);
  return stage.operator(userId).send(payoutOrder, "approve", { id, version });
};

describe("POST /v1/payout-orders", () => {
  test("asks once for a key, sets the money aside, and shows what became of it to whoever asks again", async () => {
    const before = (await get("/v1/balances")).body.data[0];
    const body = asked({ reference: "INV 118", purpose: "supplier" });
    const first = await post("/v1/payout-orders", body, "p-1");
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: "review",
        amount: 25_000,
        feeAmount: 500,
        debitedAmount: 25_500,
        beneficiaryAccount: "Paper Bank ·· 0001",
      },
    });
    expect(JSON.stringify(first.body)).not.toContain("123456780001");
    const held = (await get("/v1/balances")).body.data[0];
    expect(before.available - held.available).toBe(25_500);
    const { payoutOrderNo } = first.body;
    expect(await approve(payoutOrderNo)).toMatchObject({ result: { status: "processing" } });
    const again = await post("/v1/payout-orders", body, "p-1");
    expect([again.headers["idempotent-replay"], again.body.status]).toEqual(["true", "processing"]);
    const other = await post("/v1/payout-orders", body, "p-2");
    expect(other.body).toMatchObject({ code: 409, bizCode: "duplicate_payout_no", param: "merchantPayoutNo" });
    const moves = (await get("/v1/balance-transactions", "limit=100")).body.data as { type: string }[];
    expect(moves.map(({ type }) => type)).toEqual(expect.arrayContaining(["payout_applied", "payout_approved"]));
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("lets eight repetitions at once make one", async () => {
    const body = asked({ amount: 1_000 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("/v1/payout-orders", body, "p-8")));
    const numbers = answers.filter(({ status }) => status === 200).map(({ body: { payoutOrderNo } }) => payoutOrderNo);
    expect(new Set(numbers).size).toBe(1);
    const { data } = (await get("/v1/payout-orders", `merchantPayoutNo=${body.merchantPayoutNo}`)).body;
    expect(data).toHaveLength(1);
  });

  test("names each detail of the beneficiary that is missing or wrong, and tells before what a country needs", async () => {
    const { body } = await post("/v1/payout-orders", asked({}, { bankCode: "021000022", accountNo: undefined }), "p-w");
    expect(body).toMatchObject({ code: 422, bizCode: "beneficiary_invalid" });
    expect(body.params.map(({ param }: { param: string }) => param)).toEqual([
      "beneficiary.bankCode",
      "beneficiary.accountNo",
    ]);
    expect(body.params[0].message).toMatch(/ABA/);
    const needs = (await get("/v1/beneficiary-requirements", "country=US&method=bank_local")).body.data;
    expect(needs.map(({ field }: { field: string }) => field)).toEqual(["bankName", "bankCode", "accountNo"]);
    const card = await post("/v1/payout-orders", asked({}, { accountNo: "4111111111111111" }), "p-c");
    expect(card.body.bizCode).toBe("card_number_refused");
  });

  test("takes a key that names it: one that may withdraw may not", async () => {
    await putKey({ scopes: ["payouts:write", "balances:read"] });
    expect((await post("/v1/payout-orders", asked(), "p-s")).body).toMatchObject({ code: 403, bizCode: "forbidden" });
    await putKey({ scopes: [] });
    expect((await post("/v1/payout-orders", asked(), "p-t")).body).toMatchObject({ code: 403, bizCode: "forbidden" });
    await putKey({ scopes: [...openScopes] });
  });

  test("is approved by nobody who made the secret of the key, nor once the key may do so no more", async () => {
    await putKey({ secretUserId: 302 });
    const { payoutOrderNo } = (await post("/v1/payout-orders", asked(), "p-k")).body;
    expect((await approve(payoutOrderNo)).bizCode).toBe("payoutOrder.ownKey");
    await putKey({ scopes: ["balances:read"] });
    expect((await approve(payoutOrderNo, 301)).bizCode).toBe("platform.askerGone");
    await putKey({ scopes: [...openScopes], secretUserId: null });
    expect((await approve(payoutOrderNo, 301)).status).toBe(200);
  });

  test("is cancelled by the merchant's server before it is approved", async () => {
    const { payoutOrderNo } = (await post("/v1/payout-orders", asked(), "p-x")).body;
    expect((await post(`/v1/payout-orders/${payoutOrderNo}/cancel`, {}, "p-y")).body.status).toBe("canceled");
    expect((await get(`/v1/payout-orders/${payoutOrderNo}`)).body.status).toBe("canceled");
    expect((await get("/v1/payout-orders/PY20260101AAAAAAAAAA")).body).toMatchObject({
      code: 404,
      bizCode: "not_found",
    });
  });
});
