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

/** What takes money of batches, and by what people know it. */
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
 * Notes of which batches the money is that leaves for good: the oldest that something is left of first. The caller holds
 * the merchant's book, so that of two who take at once neither takes what the other did.
 */
export async function allocateToBatches(ctx: Context, taking: BatchAllocation, amount: Money): Promise<void> {
  const { merchantId, mode } = taking;
  const before = await batchPartsOf(ctx, taking);
  const left = await unallocatedByBatch(ctx, { merchantId, mode, currency: amount.currency });
  await write(ctx, taking, amount.currency, before.length, allocateOldestFirst(amount.amountMinor, left));
}

/** Whether it was noted of which batches something is. */
export const isAllocated = async (ctx: Context, source: AllocationSource): Promise<boolean> =>
  (await batchPartsOf(ctx, source)).length > 0;

/** Notes that money came back: to the batches that it was of, the last one first. The caller holds the merchant's book. */
export async function releaseAllocations(ctx: Context, taking: BatchAllocation, amount: Money): Promise<void> {
  const before = await batchPartsOf(ctx, taking);
  await write(ctx, taking, amount.currency, before.length, releaseNewestFirst(amount.amountMinor, before));
}
