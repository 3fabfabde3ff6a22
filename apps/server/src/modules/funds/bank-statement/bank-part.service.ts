import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { LineRow } from "./bank-line.store.ts";
import type { OurMovement } from "./bank-match.policy.ts";
import { insertParts } from "./bank-part.store.ts";

/** Stores which lines and records are matched together. */
export async function keepCombination(
  ctx: Context,
  lines: readonly LineRow[],
  records: readonly OurMovement[],
): Promise<void> {
  const isWhole = lines.length === 1;
  await insertParts(
    ctx,
    lines.flatMap((line) =>
      records.map((ours) => ({
        merchantId: line.merchantId,
        id: newId("blp", ctx.now),
        tenantId: line.tenantId,
        mode: line.mode,
        lineId: line.id,
        ourMerchantId: ours.merchantId,
        ourRefType: ours.refType,
        ourRefId: ours.id,
        ourRefNo: ours.refNo,
        ourSourceId: ours.sourceId,
        ourSourceNo: ours.sourceNo,
        ourDate: ours.date,
        amount: isWhole ? String(ours.amount) : line.amount,
        isWhole,
        createTime: ctx.now.toISOString(),
      })),
    ),
  );
}
