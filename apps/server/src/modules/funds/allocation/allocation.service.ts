import type { Money } from "@countinghouse/money/money.ts";
import { newPlacedId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { allocateOldestFirst, type BatchPart, releaseNewestFirst } from "./allocation.policy.ts";
import {
  type AllocationRow,
  type AllocationSource,
  batchPartsOf,
  insertParts,
  unallocatedByBatch,
} from "./allocation.store.ts";

/** A withdrawal or payout order that takes money of batches, with its number. */
export type BatchAllocation = AllocationSource & Pick<AllocationRow, "tenantId" | "mode" | "sourceNo">;

async function write(
  ctx: Context,
  taking: BatchAllocation,
  currency: string,
  before: number,
  parts: readonly BatchPart[],
) {
  const rows = parts.map(({ batchId, amount }, at) => ({
    ...taking,
    id: newPlacedId("sal", ctx.now, before + at + 1),
    currency,
    seq: before + at + 1,
    batchId,
    amount: String(amount),
    createTime: ctx.now.toISOString(),
  }));
  await insertParts(ctx, rows);
}

/**
 * Records which batches the money of a paid withdrawal or payout order comes from, oldest with a remainder first. The
 * caller holds the lock on the merchant's book, so that concurrent callers do not take the same money.
 */
export async function allocateToBatches(ctx: Context, taking: BatchAllocation, amount: Money): Promise<void> {
  const { merchantId, mode } = taking;
  const before = await batchPartsOf(ctx, taking);
  const left = await unallocatedByBatch(ctx, { merchantId, mode, currency: amount.currency });
  await write(ctx, taking, amount.currency, before.length, allocateOldestFirst(amount.amountMinor, left));
}

/** Whether allocations were recorded for a source. */
export const isAllocated = async (ctx: Context, source: AllocationSource): Promise<boolean> =>
  (await batchPartsOf(ctx, source)).length > 0;

/**
 * Records that money came back, to the batches it was taken from, last one first. The caller holds the lock on the
 * merchant's book.
 */
export async function releaseAllocations(ctx: Context, taking: BatchAllocation, amount: Money): Promise<void> {
  const before = await batchPartsOf(ctx, taking);
  await write(ctx, taking, amount.currency, before.length, releaseNewestFirst(amount.amountMinor, before));
}
