import { returnsRefund } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockOrder } from "../../payments/order-record/index.ts";
import { planReturn, type ReturnTold, returnRefund } from "../../payments/refund-processing/index.ts";
import type { RefundRef } from "../../payments/refund-record/index.ts";
import { entryOfCause, trueUpOf } from "./recon.postings.ts";
import { bookLines, type LinePost, resolvedLine } from "./recon-booking.service.ts";
import { madeNoOf, refundIdOf } from "./recon-counterpart.store.ts";
import type { ReconItemChange, ReconItemRow } from "./recon-item.store.ts";

const lineOf = ({ lineNo, merchantRef }: ReconItemRow): string => (lineNo === null ? merchantRef : String(lineNo));
const netCurrencyOf = ({ foreignCurrency, currency }: ReconItemRow) => foreignCurrency ?? currency;

/** Our refund that a line reports as returned; refuses any other line. */
export function refundOfLine(item: ReconItemRow): RefundRef {
  const { ourMerchantId: merchantId, orderId, ourRefId } = item;
  const refundId = ourRefId && refundIdOf(ourRefId);
  const isWhole = returnsRefund({ ...item, netCurrency: netCurrencyOf(item) });
  if (!isWhole || !merchantId || !orderId || !refundId) throw refuse("reconItem.noRefund", { line: lineOf(item) });
  return { merchantId, orderId, refundId };
}

/** Which of the refunds that a gateway made is returned by a line. */
const returnedOf = ({ ourRefId, modificationRef, grossAmount, currency }: ReconItemRow): ReturnTold => ({
  upstreamRefundId: modificationRef || null,
  no: madeNoOf(ourRefId ?? ""),
  amount: fromWire(grossAmount, currency),
});

/** The amount that the gateway deducted from the return. */
const keptOf = ({ grossAmount, netAmount }: ReconItemRow): bigint => BigInt(grossAmount) - BigInt(netAmount);

/** Further entries of a returned refund's line: suspense is cleared, and the deduction is a cost of that payment. */
function ownPosts(item: ReconItemRow, description: string): LinePost[] {
  const kept = keptOf(item) - BigInt(item.truedAmount);
  const ended = resolvedLine({ ...item, difference: String(-kept) });
  return [
    ...(BigInt(item.suspenseAmount) === 0n
      ? []
      : [{ item, entry: entryOfCause(resolvedLine(item), "receivable"), description }]),
    ...(kept === 0n ? [] : [{ item, entry: trueUpOf(ended), description }]),
  ];
}

/** The entries that returning a line's money to its merchant would post; refuses where our books contradict it. */
export async function planGivingBack(ctx: Context, item: ReconItemRow, description: string): Promise<LinePost[]> {
  const refund = await planReturn(ctx, refundOfLine(item), returnedOf(item));
  if (!refund) throw refuse("reconItem.refundNotPaid", { refundNo: item.ourRefNo ?? "" });
  const own = ownPosts(item, description);
  return [
    ...own.filter(({ entry }) => entry.event === "J63"),
    ...refund.filter(({ postings }) => postings.length > 0).map((entry) => ({ item, entry, description })),
    ...own.filter(({ entry }) => entry.event !== "J63"),
  ];
}

/**
 * Returns the money of lines to the merchants whose refunds bounced: as if the gateway had reported it, with order,
 * timeline and webhook. Orders are locked before books, and books in the common order.
 */
export async function giveBack(
  ctx: Context,
  items: readonly ReconItemRow[],
  describe: (item: ReconItemRow) => string,
): Promise<void> {
  const refunds = items
    .map((item) => ({ item, ref: refundOfLine(item) }))
    .toSorted(({ ref: a }, { ref: b }) => (`${a.merchantId} ${a.orderId}` < `${b.merchantId} ${b.orderId}` ? -1 : 1));
  for (const { ref } of refunds) await lockOrder(ctx, ref);
  const posts = items.flatMap((item) => ownPosts(item, describe(item)));
  const owners = [...refunds.map(({ ref }) => ref.merchantId), ...posts.map(({ entry }) => entry.merchantId)];
  for (const merchantId of [...new Set(owners)].toSorted()) {
    for (const { item, ref } of refunds.filter((one) => one.ref.merchantId === merchantId))
      if (!(await returnRefund(ctx, ref, { ...returnedOf(item), message: describe(item) })))
        throw refuse("reconItem.refundNotPaid", { refundNo: item.ourRefNo ?? "" });
    await bookLines(
      ctx,
      posts.filter(({ entry }) => entry.merchantId === merchantId),
    );
  }
}

/** The line's values after it. */
export const givenBack = (item: ReconItemRow): ReconItemChange => ({
  status: "resolved",
  resolution: "merchant",
  suspenseAmount: "0",
  truedAmount: String(keptOf(item)),
});
