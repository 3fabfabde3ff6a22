import { Buffer } from "node:buffer";
import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { openScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { matchStatement } from "../../src/modules/funds/bank-statement/bank-statement.worker.ts";
import { permissionsOfMerchantRole } from "../../src/modules/system/role/index.ts";
import { seedHouses } from "../../src/seed/seed-house.ts";
import { actor } from "../app.ts";
import { buildCashoutStage, type CashoutStage } from "../cashouts.ts";
import { jobContext } from "../jobs.ts";
import { buildPayoutEntry } from "../payouts.ts";
import { seatAdministrators } from "../people.ts";
import { because } from "../two-people.ts";

let stage: CashoutStage;
beforeAll(async () => {
  stage = await buildCashoutStage({ withdrawFeeFixed: "0" });
}, 120_000);
afterAll(() => stage?.close());

const show = (id: string) => stage.operator(301).call(payoutOrder, "detail", { id });
const approve = async (id: string, userId: number) =>
  stage.operator(userId).send(payoutOrder, "approve", { id, version: (await show(id)).version });

describe("what a bank statement says of a payout order of real money", () => {
  test("is believed by two people where it says that the money came back", async () => {
    const { app, merchantId, place } = stage;
    const { db } = app.platform;
    await seedHouses({ db, now: app.clock.now(), locale: "en" });
    const { id: house } = await db
      .selectFrom("merchants")
      .select("id")
      .where("tenantId", "=", place.tenantId)
      .where("isHouse", "=", true)
      .executeTakeFirstOrThrow();
    const live = { mode: "live", currency: "USD" } as const;
    const fundingId = await stage.addFunding({ mode: "live", accountNo: "998877660001" });
    const asked = { merchantId, ...live, amount: "50000", reason: "Money", evidence: "None" };
    const { id: adjustment } = await stage.operator(301).call(merchantBalance, "adjust", asked);
    await stage.operator(302).call(merchantBalance, "approve", { merchantId, id: adjustment });
    const added = await stage
      .finance()
      .send(payoutOrder, "add", buildPayoutEntry({ mode: "live", amount: "50000" }) as never);
    expect(added, JSON.stringify(added.body)).toMatchObject({ status: 200 });
    const { id } = added.result as { readonly id: string };
    for (const person of [302, 305]) if ((await show(id)).status === "review") await approve(id, person);
    const before = await show(id);
    const payoutNo = before.review?.payout?.payoutNo ?? "";
    const paid = { id, version: before.version, bankReference: "FT-1" };
    await stage.operator(301).call(payoutOrder, "markPaid", paid);
    // By its own door the return takes two people.
    const { version } = await show(id);
    const returned = { id, version, amount: "50000", remark: "Sent back" };
    const byHand = await stage.operator(301).send(payoutOrder, "markReturned", returned, because("Sent back"));
    expect(byHand).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    // A statement that the same person typed brings it back as well.
    const day = app.clock.now().toISOString().slice(2, 10).replaceAll("-", "");
    const text = [
      ":20:S1",
      ":25:998877660001",
      ":28C:1",
      `:60F:C${day}USD1,00`,
      `:61:${day}RD500,00NTRFNONREF`,
      `:86:Account closed ${payoutNo}`,
      `:62F:C${day}USD501,00`,
      "-",
    ].join("\r\n");
    const file = { payoutAccountId: fundingId, fileName: "a.sta", data: Buffer.from(text).toString("base64") };
    const { ids } = (await stage.operator(301).call(bankStatement, "import", file)) as { ids: string[] };
    await matchStatement(jobContext(app), { merchantId: house, statementId: ids[0] ?? "" }, false);
    const page = { mode: "live", statementId: ids[0] ?? "" } as const;
    const [line] = (await stage.operator(301).call(bankLine, "page", page)).items;
    expect(line).toMatchObject({ matchStatus: "returned", ourRefType: "payout_return", ourRefNo: payoutNo });
    const items = [{ id: line?.id ?? "", version: line?.version ?? 0 }];
    const ended = { items, resolution: "confirm", reason: "Came back" } as const;
    const answer = await stage.operator(301).send(bankLine, "resolve", ended, because("Came back"));
    expect([answer.status, answer.bizCode, (await show(id)).status]).toEqual([202, "platform.sentForApproval", "paid"]);
  });
});

describe("a payout order that is asked for anew", () => {
  /** One that failed, made by the merchant's server with a secret of somebody's. */
  const failedByKey = async (maker: number, merchantPayoutNo: string) => {
    const { db } = stage.app.platform;
    const putKey = (values: object) =>
      db.updateTable("appKeys").set(values).where("appKey", "=", stage.shop.appKey).execute();
    await putKey({ secretUserId: maker, scopes: [...openScopes] });
    await stage.put(20_000);
    const beneficiary = { type: "company", name: "Paper Mill Inc", country: "US" };
    const account = { bankName: "Paper Bank", bankCode: "021000021", accountNo: "123456780777" };
    const body = { merchantPayoutNo, amount: 20_000, currency: "USD", method: "bank_local" };
    const { payoutOrderNo } = (
      await stage.shop.send("POST", "/v1/payout-orders", {
        body: { ...body, beneficiary: { ...beneficiary, ...account } },
        key: merchantPayoutNo,
      })
    ).body;
    const { id } = await db
      .selectFrom("payoutOrders")
      .select("id")
      .where("payoutOrderNo", "=", payoutOrderNo)
      .executeTakeFirstOrThrow();
    for (const person of [305, 301]) if ((await show(id)).status === "review") await approve(id, person);
    const { version } = await show(id);
    const failed = { id, version, failureCode: "declined", remark: "The bank did not take it" } as const;
    await stage.operator(305).call(payoutOrder, "markFailed", failed);
    expect((await show(id)).status).toBe("failed");
    return id;
  };

  test("is not approved by whoever made the secret of the key that asked for it first", async () => {
    const id = await failedByKey(302, "FIRST-1");
    const again = { id, version: (await show(id)).version, merchantPayoutNo: "FIRST-2" };
    const { id: next } = await stage.finance().call(payoutOrder, "retry", again);
    expect((await show(next)).status).toBe("review");
    const answer = await approve(next, 302);
    expect([answer.status, answer.bizCode]).toEqual([403, "payoutOrder.ownKey"]);
  });

  test("is not approved by another account of whoever asked for it first", async () => {
    const { db } = stage.app.platform;
    await stage.put(20_000);
    const { id } = await stage
      .finance()
      .call(payoutOrder, "add", buildPayoutEntry({ amount: "20000", accountNo: "123456780778" }) as never);
    for (const person of [305, 301]) if ((await show(id)).status === "review") await approve(id, person);
    const failed = { id, version: (await show(id)).version, failureCode: "declined", remark: "Not taken" } as const;
    await stage.operator(305).call(payoutOrder, "markFailed", failed);
    // A colleague of the merchant's asks for it anew, in good faith.
    await db.updateTable("users").set({ jobNum: "B-1" }).where("id", "in", [201, 302]).execute();
    const { app, place, merchantId } = stage;
    await seatAdministrators(app, place, [202]);
    const colleague = app.as(
      actor({
        ...place,
        userId: 202,
        provenAt: app.clock.now(),
        holdsAll: false,
        permissions: new Set(permissionsOfMerchantRole("merchant_owner")),
        scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [merchantId] },
      }),
    );
    const again = { id, version: (await show(id)).version, merchantPayoutNo: "SECOND-2" };
    const { id: next } = await colleague.call(payoutOrder, "retry", again);
    const answer = await approve(next, 302);
    expect([answer.status, answer.bizCode]).toEqual([403, "platform.samePerson"]);
  });
});
