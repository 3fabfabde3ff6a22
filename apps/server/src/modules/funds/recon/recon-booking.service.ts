import type { Entry } from "@countinghouse/ledger/entry.ts";
import { negate } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { costPassedOn } from "../../payments/capture-booking/index.ts";
import { postEntries } from "../ledger/index.ts";
import type { ResolvedLine } from "./recon.postings.ts";
import type { ReconItemRow } from "./recon-item.store.ts";

/** One entry to book for a line. */
export interface LinePost {
  readonly item: Pick<ReconItemRow, "id" | "mode" | "orderId" | "version">;
  readonly entry: Entry;
  readonly description: string;
  /** The capture whose cost it corrects. */
  readonly captureId?: string | undefined;
}

/** The capture that a line is matched to. */
export const captureOf = ({ ourRefType, ourRefId }: Pick<ReconItemRow, "ourRefType" | "ourRefId">) =>
  ourRefType === "capture" && ourRefId !== null ? ourRefId : undefined;

/** The entries of lines, plus the part of each cost that a merchant bears (J61p). */
export async function withPassedOn(ctx: Context, posts: readonly LinePost[]): Promise<LinePost[]> {
  const costs = posts.flatMap((post) => {
    const { captureId, entry } = post;
    const [posting] = entry.postings;
    if (captureId === undefined || !posting) return [];
    const difference = posting.debit.startsWith("plt:cost:") ? posting.amount : negate(posting.amount);
    return [{ post, captureId, merchantId: entry.merchantId, difference }];
  });
  const passed = await costPassedOn(ctx, costs);
  return [
    ...posts,
    ...costs.flatMap(({ post: { item, description } }, index) => {
      const entry = passed[index];
      return entry ? [{ item, entry, description }] : [];
    }),
  ];
}

/** Events of a line that count towards its order; others are between the house account and the gateway. */
const ofOrders: readonly Entry["event"][] = ["J61", "J61p"];

/** Books the entries of lines, each under the line's id, in the common lock order of merchants' books. */
export async function bookLines(ctx: Context, posts: readonly LinePost[]): Promise<void> {
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  const inOrder = (await withPassedOn(ctx, posts)).toSorted((a, b) =>
    a.entry.merchantId < b.entry.merchantId ? -1 : 1,
  );
  for (const { item, entry, description } of inOrder)
    await postEntries(ctx, {
      merchantId: entry.merchantId,
      book: item.mode,
      entries: [entry],
      eventId: item.id,
      part: String(item.version),
      orderId: ofOrders.includes(entry.event) ? item.orderId : null,
      effectiveDate,
      description,
    });
}

/** A line in the form of its postings. */
export const resolvedLine = ({
  merchantId: house,
  ourMerchantId: ownerId,
  gatewayAccountId,
  currency,
  difference,
  suspenseAmount,
}: Pick<
  ReconItemRow,
  "merchantId" | "ourMerchantId" | "gatewayAccountId" | "currency" | "difference" | "suspenseAmount"
>): ResolvedLine => ({
  house,
  ownerId,
  gatewayAccountId,
  difference: fromWire(difference, currency),
  suspense: fromWire(suspenseAmount ?? "0", currency),
});
