import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage();
  await stage.put(1_000_000);
}, 60_000);
afterAll(() => stage?.close());

const funded = (isDefault: boolean) => stage.setDefault(stage.fundingId, isDefault);
const version = async (id: string) => (await stage.operator(301).call(cashout, "detail", { id })).version;
const accountVersion = async (id: string) =>
  (
    await stage.app.platform.db
      .selectFrom("payoutAccounts")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).version;
/** One that is approved, and cannot be paid yet. */
const approved = async (accountNo: string) => {
  await funded(false);
  const payee = await stage.addPayee({ accountNo });
  const asked = { mode: "test", currency: "USD", amount: "50000", payoutAccountId: payee } as const;
  const { id } = await stage.finance().call(cashout, "add", asked);
  const { status } = await stage.operator(302).call(cashout, "approve", { id, version: await version(id) });
  expect(status).toBe("approved");
  return { id, payee };
};
const execute = async (id: string) => {
  await funded(true);
  return stage.operator(301).send(cashout, "execute", { id, version: await version(id) });
};
const changed = {
  holderType: "company",
  holderName: "Mallory Limited",
  country: "US",
  bankName: "Other Bank",
  swift: "OTHRUS33",
  accountNo: "9999 8888 7777",
} as const;

test("an account that was changed after approval is not paid, not even once it is verified and rested", async () => {
  const { id, payee } = await approved("1111 2222 3301");
  await stage.finance().call(payoutAccount, "update", { id: payee, version: await accountVersion(payee), ...changed });
  expect((await execute(id)).bizCode).toBe("cashout.accountNotVerified");
  const evidence = { isVerified: true, evidence: "Bank letter" };
  await stage
    .operator(302)
    .call(payoutAccount, "verify", { id: payee, version: await accountVersion(payee), ...evidence });
  await stage.pass(86_400 + 60);
  expect((await execute(id)).bizCode).toBe("cashout.accountChanged");
});

test("an account that was blocked after approval is not paid", async () => {
  const { id, payee } = await approved("1111 2222 4401");
  const blocked = { id: payee, version: await accountVersion(payee), status: "disabled" } as const;
  await stage.operator(301).call(payoutAccount, "setStatus", blocked);
  expect((await execute(id)).bizCode).toBe("cashout.accountNotUsable");
});

test("an account that was altered by hand after approval is not paid", async () => {
  const { id, payee } = await approved("1111 2222 5501");
  await stage.app.platform.db
    .updateTable("payoutAccounts")
    .set({ holderName: "Mallory" })
    .where("id", "=", payee)
    .execute();
  expect((await execute(id)).bizCode).toBe("cashout.accountNotUsable");
});

test("a merchant that may not withdraw any more is not paid what was approved before", async () => {
  const { id } = await approved("1111 2222 6601");
  const allow = (canWithdraw: boolean, status: "active" | "suspended") =>
    stage.app.platform.db
      .updateTable("merchants")
      .set({ canWithdraw, status } as never)
      .where("id", "=", stage.merchantId)
      .execute();
  await allow(false, "suspended");
  const refused = await execute(id);
  await allow(true, "active");
  expect(refused.bizCode).toBe("cashout.withdrawalsSuspended");
});
