import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { checkAccount } from "./account-check.service.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage();
  const { db } = stage.app.platform;
  const capabilities = ["authorize", "capture", "refund", "query", "payout"];
  await db.updateTable("upstreamGateways").set({ capabilities }).execute();
  await db
    .updateTable("merchants")
    .set({ legalName: "Shop Limited" } as never)
    .where("id", "=", stage.merchantId)
    .execute();
}, 60_000);
afterAll(() => stage?.close());

const details = {
  mode: "test",
  currency: "USD",
  holderType: "company",
  holderName: "Shop Limited",
  country: "US",
  bankName: "Harbour Bank",
} as const;
const show = (id: string) => stage.operator(301).call(payoutAccount, "detail", { id });
/** Adds an account, and has its provider asked as the job does. */
const checked = async (accountNo: string, parts: object = {}) => {
  const id = await stage.finance().call(payoutAccount, "add", { ...details, accountNo, ...parts });
  await checkAccount(stage.node, stage.caller, { id, version: 1 });
  return show(id);
};

test("a currency that is paid by hand has its accounts verified by people alone", async () => {
  expect(await checked("12345600")).toMatchObject({ verifyStatus: "pending", providerCheck: null });
});

test("a provider that pays a currency says whose an account is, and is believed where it matches", async () => {
  await stage.payOverProvider();
  expect(await checked("12345610")).toMatchObject({ verifyStatus: "verified", providerCheck: "match" });
  expect(await checked("12345607")).toMatchObject({ verifyStatus: "pending", providerCheck: "mismatch" });
  expect(await checked("12345608")).toMatchObject({ verifyStatus: "pending", providerCheck: "unknown" });
  // The account is of the name that was given, which is not the merchant's own.
  const other = await checked("12345611", { holderName: "Somebody Quite Different" });
  expect(other).toMatchObject({ verifyStatus: "pending", providerCheck: "match" });
});

test("a change forgets what the provider said, and a word about what was before the change is not taken", async () => {
  const account = await checked("12345612");
  const { id, version } = account;
  await stage.finance().call(payoutAccount, "update", { id, version, ...details, accountNo: "12345607" } as never);
  expect(await show(id)).toMatchObject({ verifyStatus: "pending", providerCheck: null });
  await checkAccount(stage.node, stage.caller, { id, version });
  expect(await show(id)).toMatchObject({ verifyStatus: "pending", providerCheck: null });
});

test("a merchant is not told what its provider said", async () => {
  const { id } = await checked("12345613");
  expect(await stage.finance().call(payoutAccount, "detail", { id })).toMatchObject({
    verifyStatus: "verified",
    providerCheck: null,
  });
});

test("an account that somebody refused, or that money came back from, is verified by people alone from then on", async () => {
  const { id, version } = await checked("12345607");
  const naming = { id, version, isVerified: false, evidence: "Stolen identity" };
  await stage.operator(302).call(payoutAccount, "verify", naming);
  await stage
    .finance()
    .call(payoutAccount, "update", { id, version: version + 1, ...details, accountNo: "12345601" } as never);
  await checkAccount(stage.node, stage.caller, { id, version: version + 2 });
  expect(await show(id)).toMatchObject({ verifyStatus: "pending", providerCheck: "match" });
});
