import type { Entry } from "@countinghouse/ledger/entry.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { postEntries } from "../ledger/index.ts";
import type { EndedLine } from "./recon.postings.ts";
import type { ItemRow } from "./recon-item.store.ts";

/** One entry that a line books. */
export interface LinePost {
  readonly item: Pick<ItemRow, "id" | "mode" | "orderId" | "version">;
  readonly entry: Entry;
  readonly description: string;
}

/** Books what lines come to, each under its own id: one merchant's book after the other, as everybody locks them. */
export async function bookLines(ctx: Context, posts: readonly LinePost[]): Promise<void> {
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  const inOrder = posts.toSorted((a, b) => (a.entry.merchantId < b.entry.merchantId ? -1 : 1));
  for (const { item, entry, description } of inOrder)
    await postEntries(ctx, {
      merchantId: entry.merchantId,
      book: item.mode,
      entries: [entry],
      eventId: item.id,
      part: String(item.version),
      orderId: entry.event === "J61" ? item.orderId : null,
      effectiveDate,
      description,
    });
}

/** A line as its postings see it. */
export const endedLine = ({
  merchantId: house,
  ourMerchantId: ownerId,
  gatewayAccountId,
  currency,
  difference,
  suspenseAmount,
}: Pick<
  ItemRow,
  "merchantId" | "ourMerchantId" | "gatewayAccountId" | "currency" | "difference" | "suspenseAmount"
>): EndedLine => ({
  house,
  ownerId,
  gatewayAccountId,
  difference: fromWire(difference, currency),
  suspense: fromWire(suspenseAmount ?? "0", currency),
});
