import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import type { OpenCaptureView } from "@countinghouse/contract/integration/open-api/open-capture.ts";
import { openCaptureStates } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import type { CaptureRow } from "./capture.store.ts";

const open = (minor: string | null): number | null => (minor === null ? null : Number(minor));

/** A capture's price for its merchant. A capture booked gross has no price yet, and the members are absent. */
const priceOf = (row: CaptureRow) => ({
  settleCurrency: row.isPriced ? row.settleCurrency : null,
  settleAmount: row.isPriced ? open(row.settleAmount) : null,
  feeAmount: open(row.feeAmount),
  feeTaxAmount: open(row.feeTaxAmount),
  netAmount: open(row.netAmount),
  fxRate: row.fxRate,
  dueDate: row.dueDate,
});

/** A capture in the open API's form; the state of our own call to the gateway is not part of it. */
export const captureObject = (row: CaptureRow): OpenCaptureView => ({
  captureNo: row.captureNo,
  orderNo: row.orderNo,
  seq: row.seq,
  status: openCaptureStates.includes(row.status) ? "pending" : (row.status as "succeeded" | "failed"),
  amount: Number(row.amount),
  currency: row.currency,
  final: row.isFinal,
  upstreamId: row.upstreamId,
  failureCode: row.failureCode,
  failureMessage: row.failureCode === null ? null : (DeclineCode.memberOf(row.failureCode)?.text.en ?? null),
  ...priceOf(row),
  createTime: row.askedTime,
  finishedTime: row.finishedTime,
});
