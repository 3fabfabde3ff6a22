import type {
  OpenAvailable,
  OpenSettlementView,
} from "@countinghouse/contract/integration/open-api/open-settlement.ts";
import type { EventType } from "@countinghouse/contract/integration/webhook/event-types.ts";
import type { z } from "zod";
import type { Context } from "../../../platform/http/context.ts";
import { recordMerchantEvent } from "../../integration/webhook/index.ts";
import type { SettlementBatchRow } from "./settlement-batch.store.ts";

/** What of a batch merchants' servers see. */
export type SettlementFacts = Pick<
  SettlementBatchRow,
  | "batchNo"
  | "mode"
  | "status"
  | "holdReason"
  | "currency"
  | "date"
  | "periodFrom"
  | "periodTo"
  | "grossAmount"
  | "feeAmount"
  | "refundAmount"
  | "disputeAmount"
  | "penaltyAmount"
  | "taxAmount"
  | "adjustmentAmount"
  | "amount"
  | "reserveAmount"
  | "reserveReleaseDate"
  | "lineCount"
  | "createTime"
  | "closedTime"
  | "settledTime"
>;

/** A settlement as merchants' servers see it. Of one that collects, the sums have been reckoned by the caller. */
export const settlementObject = (row: SettlementFacts): OpenSettlementView => ({
  batchNo: row.batchNo,
  mode: row.mode,
  status: row.status,
  onHold: row.holdReason !== null,
  currency: row.currency,
  date: row.date,
  periodFrom: row.periodFrom,
  periodTo: row.periodTo,
  grossAmount: Number(row.grossAmount),
  feeAmount: Number(row.feeAmount),
  refundAmount: Number(row.refundAmount),
  disputeAmount: Number(row.disputeAmount),
  penaltyAmount: Number(row.penaltyAmount),
  taxAmount: Number(row.taxAmount),
  adjustmentAmount: Number(row.adjustmentAmount),
  amount: Number(row.amount),
  reserveAmount: Number(row.reserveAmount),
  reserveReleaseDate: row.reserveReleaseDate,
  settlementAmount: Number(row.amount) - Number(row.reserveAmount),
  lineCount: row.lineCount,
  createTime: row.createTime,
  closedTime: row.closedTime,
  settledTime: row.settledTime,
});

type SettlementEvent = Extract<EventType, `settlement.${string}`>;

/** What of a settlement each event changed, as it was before. */
const before: Readonly<Record<SettlementEvent, Partial<OpenSettlementView>>> = {
  "settlement.confirmed": { status: "closed" },
  "settlement.settled": { status: "confirmed", settledTime: null },
};

const about = (row: SettlementBatchRow) => ({
  merchantId: row.merchantId,
  tenantId: row.tenantId,
  // A settlement is over payments of every app of the merchant.
  appId: null,
  mode: row.mode,
  objectId: row.id,
  objectNo: row.batchNo,
  objectSeq: row.eventSeq,
});

/** Tells the merchant's servers how a settlement is now; its `eventSeq` has been counted up for this. */
export const publishBatchEvent = (ctx: Context, row: SettlementBatchRow, type: SettlementEvent): Promise<void> =>
  recordMerchantEvent(ctx, {
    ...about(row),
    type,
    objectType: "settlement",
    object: settlementObject(row),
    previous: before[type],
  });

/** Tells them what became available with it. */
export const publishBalanceAvailable = (ctx: Context, row: SettlementBatchRow): Promise<void> =>
  recordMerchantEvent(ctx, {
    ...about(row),
    type: "balance.available",
    objectType: "balance",
    object: {
      batchNo: row.batchNo,
      mode: row.mode,
      currency: row.currency,
      amount: Number(row.amount) - Number(row.reserveAmount),
    } satisfies z.input<typeof OpenAvailable>,
  });
