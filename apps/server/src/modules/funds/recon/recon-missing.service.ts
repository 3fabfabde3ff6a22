import { addDays } from "@countinghouse/money/plain-date.ts";
import { systemActor } from "../../../platform/access/actor.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { businessCalendarOf } from "../calendar/index.ts";
import { firstFileDate, type ReconAccount, type ReconBatchRow } from "./recon.store.ts";
import { type OurRecord, unlistedRecords } from "./recon-counterpart.store.ts";
import { inSettlementCurrency, lastDay } from "./recon-import.service.ts";
import { insertItems, type NewReconItem, type ReconItemRow } from "./recon-item.store.ts";
import { listingDeadline } from "./recon-match.policy.ts";
import { ourSide } from "./recon-our-side.service.ts";

/** Days before a file in which missing records are searched. */
const noteDays = 100;

/** Lists records that the gateway should have reported by a file's date and did not, in any file. */
export async function recordMissingItems(ctx: Context, batch: ReconBatchRow, account: ReconAccount): Promise<void> {
  const calendars = account.businessCalendar
    ? [
        await businessCalendarOf(
          { db: ctx.db, actor: { ...systemActor, tenantId: batch.tenantId } },
          account.businessCalendar,
        ),
      ]
    : [];
  const cutoff = {
    time: account.cutoffTime,
    zone: account.cutoffTimezone,
    lagDays: account.settlementLagDays,
    calendars,
  };
  // Payments from before the account's first file were settled in another way.
  const first = (await firstFileDate(ctx, batch)) ?? batch.fileDate;
  const begun = addDays(first, -account.settlementLagDays);
  // Each file lists what is due by its date: nothing older than a few weeks is left.
  const since = new Date(lastDay([begun, addDays(batch.fileDate, -noteDays)]));
  const until = new Date(addDays(batch.fileDate, 1));
  const of = { gatewayAccountId: account.id, mode: batch.mode };
  const found = await unlistedRecords(ctx.db, of, { currency: batch.currency, since, until });
  const due = found.flatMap((ours) => {
    const expected = listingDeadline(new Date(ours.toTime), cutoff);
    return expected <= batch.fileDate ? [{ ours, expected }] : [];
  });
  const limit = inSettlementCurrency(account, batch.currency, account.approvalLimit);
  await insertItems(
    ctx,
    due.map(({ ours, expected }) => lackingItem(ctx, batch, ours, { expected, limit })),
  );
}

const nothingListed = {
  grossAmount: "0",
  interchangeAmount: "0",
  schemeFeeAmount: "0",
  markupAmount: "0",
  feeAmount: "0",
  netAmount: "0",
  modificationRef: "",
} as const;

const typeOf: Readonly<Record<OurRecord["refType"], ReconItemRow["type"]>> = {
  capture: "settled",
  due: "settled",
  refund: "refunded",
  refund_reversal: "refund_reversed",
};

/** A missing record, as a line of the file. */
const lackingItem = (
  ctx: Context,
  batch: ReconBatchRow,
  ours: OurRecord,
  { expected, limit }: { readonly expected: string; readonly limit: string },
): NewReconItem => ({
  ...nothingListed,
  ...ourSide(ours),
  merchantId: batch.merchantId,
  id: newId("rci", ctx.now),
  tenantId: batch.tenantId,
  batchId: batch.id,
  mode: batch.mode,
  gatewayAccountId: batch.gatewayAccountId,
  lineNo: null,
  type: typeOf[ours.refType],
  upstreamRef: ours.upstreamRef ?? "",
  merchantRef: typeOf[ours.refType] === "settled" ? ours.orderNo : ours.refNo,
  bookingDate: batch.fileDate,
  currency: batch.currency,
  lineCurrency: batch.currency,
  expectedDate: expected,
  matchStatus: "missing_upstream",
  difference: String(BigInt(ours.fee ?? 0) - BigInt(ours.gross)),
  status: "open",
  approvalLimit: limit,
  since: `${expected}T00:00:00.000Z`,
  createTime: ctx.now.toISOString(),
});
