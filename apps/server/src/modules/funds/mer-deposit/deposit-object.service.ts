import type { OpenDepositView } from "@countinghouse/contract/integration/open-api/open-deposit.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import type { DepositRow } from "./mer-deposit.store.ts";

/** Webhook events of a reserve hold. */
export type DepositEvent = Extract<MerchantEvent["type"], `deposit.${string}`>;

/** A reserve hold in the form of webhooks and the open API. */
export const depositObject = (row: DepositRow): OpenDepositView => ({
  depositNo: row.depositNo,
  mode: row.mode,
  type: row.type,
  source: row.source,
  settlementBatchNo: row.settlementBatchNo,
  currency: row.currency,
  amount: Number(row.amount),
  releasedAmount: Number(row.releasedAmount),
  usedAmount: Number(row.usedAmount),
  remainingAmount: Number(row.remainAmount),
  holdDate: row.holdDate,
  releaseDate: row.releaseDate,
  status: row.status,
});

/** Publishes a reserve hold's webhook event. */
export const publishDepositEvent = (
  ctx: Context,
  row: DepositRow,
  type: DepositEvent,
  before?: DepositRow,
): Promise<void> =>
  recordMerchantEvent(ctx, {
    merchantId: row.merchantId,
    tenantId: row.tenantId,
    appId: null,
    mode: row.mode,
    type,
    objectType: "deposit",
    objectId: row.id,
    objectNo: row.depositNo,
    objectSeq: row.version,
    object: depositObject(row),
    previous: before && previousOf(depositObject(before), depositObject(row)),
  });
