import type { Insertable } from "kysely";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { sealedRow } from "./orders.ts";

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
}

/** An account that waits to be verified, as a row: a merchant's, or ours where no merchant is named. */
export async function buildPayoutAccount(
  { platform: { db, secret }, clock }: TestApp,
  owner: Pick<Owner, "tenantId"> & { readonly merchantId: string | null },
  parts: Partial<Insertable<Tables["payoutAccounts"]>> = {},
): Promise<string> {
  const id = newId("poa", clock.now());
  const row = {
    ...owner,
    id,
    kind: owner.merchantId === null ? "funding" : "beneficiary",
    mode: "live",
    holderType: "company",
    holderName: "Shop Limited",
    currency: "USD",
    country: "US",
    bankName: "Harbour Bank",
    numberKind: "account_no",
    numberSealed: "v1.none.none",
    last4: "0001",
    isDefault: false,
    status: "enabled",
    verifyStatus: "pending",
    lastChangeTime: clock.now().toISOString(),
    ...parts,
  };
  await db
    .insertInto("payoutAccounts")
    .values(sealedRow(secret, "payoutAccounts", row) as Insertable<Tables["payoutAccounts"]>)
    .execute();
  return id;
}

/** A withdrawal as a row, and nothing booked for it; rejected unless told otherwise. */
export async function buildCashout(
  app: TestApp,
  owner: Owner,
  parts: Partial<Insertable<Tables["cashouts"]>> = {},
): Promise<string> {
  const now = app.clock.now();
  const id = newId("cso", now);
  await app.platform.db
    .insertInto("cashouts")
    .values({
      ...owner,
      id,
      cashoutNo: businessNumber("CO", now),
      mode: "live",
      currency: "USD",
      amount: "100",
      feeMode: "inside",
      feeAmount: "0",
      debitedAmount: "100",
      sentAmount: "100",
      termsId: "mac_test",
      payoutAccountId: parts.payoutAccountId ?? (await buildPayoutAccount(app, owner, { mode: parts.mode ?? "live" })),
      accountLabel: "Harbour Bank ·· 0001",
      targetCurrency: "USD",
      targetAmount: "100",
      midAmount: "100",
      askedTargetAmount: "100",
      status: "rejected",
      position: JSON.stringify({ pending: "0", available: "0", reserve: "0", frozen: "0", inTransit: "0" }),
      approvalsNeeded: 1,
      applyTime: now.toISOString(),
      finishedTime: now.toISOString(),
      ...parts,
    })
    .execute();
  return id;
}

/** A rate that was held for a merchant and not used, as a row. */
export async function buildFxQuote({ platform: { db }, clock }: TestApp, merchantId: string): Promise<string> {
  const id = newId("fxq", clock.now());
  const amounts = { baseAmount: "100", quoteAmount: "90", midAmount: "90" };
  const createTime = clock.now().toISOString();
  await db
    .insertInto("fxQuotes")
    .values({
      ...{ merchantId, id, mode: "test", baseCurrency: "USD", quoteCurrency: "EUR", side: "sellsBase", ...amounts },
      ...{ mid: "0.9", markup: 0, rate: "0.9", rateIds: "[]", createTime, expireTime: createTime },
    })
    .execute();
  return id;
}

let entries = 0;

/** What a payout order is asked for with: to an account in the United States, under a number of its own. */
export const buildPayoutEntry = (parts: object = {}) => {
  entries += 1;
  return {
    mode: "test",
    currency: "USD",
    amount: "2000",
    merchantPayoutNo: `PAY-${entries}`,
    beneficiaryType: "company",
    beneficiaryName: "Paper Mill Inc",
    country: "US",
    method: "bank_local",
    bankName: "Paper Bank",
    bankCode: "021000021",
    accountNo: "123456780001",
    purpose: "supplier",
    reference: "INV 118",
    ...parts,
  };
};

/** A payout order as a row, and nothing booked for it; rejected unless told otherwise. */
export async function buildPayoutOrder(
  app: TestApp,
  owner: Owner,
  parts: Partial<Insertable<Tables["payoutOrders"]>> = {},
): Promise<string> {
  const now = app.clock.now();
  const id = newId("pyo", now);
  await app.platform.db
    .insertInto("payoutOrders")
    .values({
      ...owner,
      id,
      payoutOrderNo: businessNumber("PY", now),
      merchantPayoutNo: id,
      mode: "live",
      currency: "USD",
      amount: "100",
      feeMode: "inside",
      feeAmount: "0",
      debitedAmount: "100",
      sentAmount: "100",
      termsId: "mac_test",
      method: "bank_local",
      beneficiaryType: "company",
      beneficiaryName: "Paper Mill Inc",
      country: "US",
      accountLabel: "Paper Bank ·· 0001",
      beneficiary: "v1.none.none",
      accountDigest: "none",
      purpose: "supplier",
      status: "rejected",
      position: JSON.stringify({ pending: "0", available: "0", reserve: "0", frozen: "0", inTransit: "0" }),
      approvalsNeeded: 1,
      applyTime: now.toISOString(),
      countedTime: now.toISOString(),
      finishedTime: now.toISOString(),
      ...parts,
    })
    .execute();
  return id;
}
