import type { TestApp } from "./app.ts";
import { buildCashout, buildPayoutAccount, buildPayoutEntry, buildPayoutOrder } from "./payouts.ts";

/** One record of each resource of money out, with an input that its operations take. */
export const moneyOutOfEach = async (
  app: TestApp,
  owner: { readonly tenantId: number; readonly merchantId: string },
) => ({
  cashout: {
    id: await buildCashout(app, owner),
    input: {
      version: 1,
      reason: "r",
      remark: "r",
      ...{ cause: "provider", note: "r", bankReference: "FT-1", failureCode: "declined" },
      amount: "1",
      currency: "USD",
      payoutAccountId: await buildPayoutAccount(app, owner),
    },
    row: "cashouts",
  },
  payoutOrder: {
    id: await buildPayoutOrder(app, owner),
    input: {
      ...buildPayoutEntry(),
      version: 1,
      reason: "r",
      remark: "r",
      ...{ cause: "provider", note: "r", bankReference: "FT-1", failureCode: "declined" },
      fileName: "a.csv",
      data: "YQ==",
    },
    row: "payout_orders",
  },
  payoutAccount: {
    id: await buildPayoutAccount(app, { tenantId: owner.tenantId, merchantId: null }),
    input: {
      version: 1,
      currency: "USD",
      holderType: "company",
      holderName: "H",
      country: "US",
      bankName: "B",
      accountNo: "12345678",
      isVerified: true,
      evidence: "e",
      status: "disabled",
    },
    row: "payout_accounts",
  },
});
