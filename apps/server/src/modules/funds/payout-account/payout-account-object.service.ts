import type { OpenPayoutAccountView } from "@countinghouse/contract/integration/open-api/open-payout-account.ts";
import { currency as codeOf } from "@countinghouse/money/currency.ts";
import type { Context } from "../../../platform/http/context.ts";
import { recordMerchantEvent } from "../../integration/webhook/index.ts";
import { coolingEndsAt } from "./payout-account.policy.ts";
import type { PayoutAccountRow } from "./payout-account.store.ts";

/** A merchant's account in the open API's form, with only the end of its number. */
export const payoutAccountObject = (row: PayoutAccountRow): OpenPayoutAccountView => ({
  id: row.id,
  mode: row.mode,
  currency: codeOf(row.currency),
  country: row.country,
  holderType: row.holderType,
  holderName: row.holderName,
  bankName: row.bankName,
  swift: row.swift,
  last4: row.last4,
  isDefault: row.isDefault,
  status: row.status,
  verifyStatus: row.verifyStatus,
  usableFrom: coolingEndsAt(row.lastChangeTime).toISOString(),
  createTime: row.createTime,
});

/** Publishes the webhook event that a merchant's account was verified. For our own accounts there is none. */
export async function publishAccountVerified(ctx: Context, row: PayoutAccountRow): Promise<void> {
  const { merchantId, tenantId, mode, id } = row;
  if (merchantId === null) return;
  await recordMerchantEvent(ctx, {
    merchantId,
    tenantId,
    appId: null,
    mode,
    type: "payout_account.verified",
    objectType: "payout_account",
    objectId: id,
    objectNo: id,
    objectSeq: row.version,
    object: payoutAccountObject(row),
  });
}
