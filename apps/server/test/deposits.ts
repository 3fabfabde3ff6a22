import { captured } from "@countinghouse/ledger/capture.postings.ts";
import { batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { money } from "@countinghouse/money/money.ts";
import { holdReserve } from "../src/modules/funds/mer-deposit/index.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { inTransaction } from "./ledger.ts";

interface Batch {
  readonly merchantId: string;
  readonly book?: "live" | "test";
  readonly currency?: string;
  /** What the batch comes to, and what of it is held; minor units. */
  readonly net: bigint;
  readonly reserve: bigint;
  readonly releaseDate: string;
  readonly holdDate?: string;
}

/** Takes a payment, settles it as a batch and holds a reserve of it, booked and sealed as a settlement does; the hold's id. */
export async function settleHolding(
  app: TestApp,
  { merchantId, book = "live", currency = "USD", net, reserve, releaseDate, holdDate }: Batch,
): Promise<string> {
  const now = app.clock.now();
  const batchId = newId("stl", now);
  const effectiveDate = now.toISOString().slice(0, 10);
  const own = { merchantId, book, effectiveDate, description: "Batch", orderId: null };
  const [whole, held] = [money(net, currency), money(reserve, currency)];
  return inTransaction(app, async (ctx, post) => {
    const taken = captured({ merchantId, gatewayAccountId: "gwa_1", amount: whole });
    await post(ctx, { ...own, entries: [taken], eventId: newId("cap", now) });
    const entries = [batchSettled({ merchantId, net: whole, reserve: held })];
    const [settled] = await post(ctx, { ...own, entries, eventId: batchId });
    const { id } = await holdReserve(ctx, {
      merchantId,
      book,
      currency,
      batchId,
      batchNo: `BT${batchId.slice(-12)}`,
      ratio: 100_000,
      amount: held,
      releaseDate,
      ...(holdDate ? { holdDate } : {}),
      journalId: settled?.journalId ?? "",
    });
    return id;
  });
}
