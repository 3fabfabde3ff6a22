import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
}

/** A merchant's account that waits to be verified, as a row. */
export async function buildPayoutAccount({ platform: { db }, clock }: TestApp, owner: Owner): Promise<string> {
  const id = newId("poa", clock.now());
  await db
    .insertInto("payoutAccounts")
    .values({
      ...owner,
      id,
      kind: "beneficiary",
      mode: "live",
      holderType: "company",
      holderName: "Shop Limited",
      currency: "USD",
      country: "US",
      bankName: "Harbour Bank",
      numberKind: "account_no",
      numberSealed: "v1.none.none",
      last4: "0001",
      lastChangeTime: clock.now().toISOString(),
    })
    .execute();
  return id;
}

/** A withdrawal that was rejected, as a row: nothing is set aside for it. */
export async function buildCashout(app: TestApp, owner: Owner): Promise<string> {
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
      payoutAccountId: await buildPayoutAccount(app, owner),
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
    })
    .execute();
  return id;
}
