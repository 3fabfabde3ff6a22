import type { OpenDepositView } from "@countinghouse/contract/integration/open-api/open-deposit.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import type { DepositRow } from "./mer-deposit.store.ts";

/** What merchants' servers are told of a hold. */
export type DepositEvent = Extract<MerchantEvent["type"], `deposit.${string}`>;

/** A hold as merchants' servers see it. */
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

/** Tells the merchant's servers how a hold is now. */
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
