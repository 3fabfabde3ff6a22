import type { Context } from "../../../platform/http/context.ts";
import type { CaptureRow } from "../capture/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";

/** Names a capture. */
export interface BookedCaptureRef {
  readonly merchantId: string;
  readonly captureId: string;
}

/** Priced captures with their attempts, in no particular order. */
export async function pricedCaptures(
  { db }: Pick<Context, "db">,
  refs: readonly BookedCaptureRef[],
): Promise<{ capture: CaptureRow; attempt: AttemptRow }[]> {
  if (refs.length === 0) return [];
  const merchantIds = [...new Set(refs.map(({ merchantId }) => merchantId))];
  const captures = await db
    .selectFrom("captures")
    .selectAll()
    .where("merchantId", "in", merchantIds)
    .where(
      "id",
      "in",
      refs.map(({ captureId }) => captureId),
    )
    .where("isPriced", "=", true)
    .execute();
  if (captures.length === 0) return [];
  const attempts = await db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "in", merchantIds)
    .where(
      "id",
      "in",
      captures.map(({ attemptId }) => attemptId),
    )
    .execute();
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  return captures.flatMap((capture) => {
    const attempt = byId.get(capture.attemptId);
    return attempt ? [{ capture, attempt }] : [];
  });
}
