import { metadataKeysMax } from "@countinghouse/contract/integration/open-api/open-metadata.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { moveOrder } from "./order-move.service.ts";
import { findParticulars, lockOrder, type OrderRef, type OrderRow, updateParticulars } from "./order-record.store.ts";

type Metadata = Readonly<Record<string, string>>;

/** Keys to set; null removes one. */
type MetadataChange = Readonly<Record<string, string | null>>;

const isChangeOf =
  (before: Metadata) =>
  ([key, text]: readonly [string, string | null]): boolean =>
    text !== (before[key] ?? null);

/**
 * Changes an order's metadata, in whatever status. Keys that are not named stay, so that concurrent changes of
 * different keys both take effect. Refuses with `coinOrder.metadataFull` more than an order may hold; sends no webhook
 * where nothing changes.
 */
export async function changeMetadata(ctx: Context, ref: OrderRef, change: MetadataChange): Promise<OrderRow> {
  const order = await lockOrder(ctx, ref);
  const before: Metadata = (await findParticulars(ctx, ref))?.metadata ?? {};
  const changed = Object.entries(change).filter(isChangeOf(before));
  if (changed.length === 0) return order;
  const entries = Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, text]) => text !== null);
  if (entries.length > metadataKeysMax) throw refuse("coinOrder.metadataFull", { max: metadataKeysMax });
  const metadata = Object.fromEntries(entries);
  await updateParticulars(ctx, ref, { metadata: JSON.stringify(metadata) });
  ctx.recordChange({
    table: "coinOrderParticulars",
    id: order.id,
    before: { metadata: before },
    after: { metadata },
  });
  const keys = changed.map(([key]) => key).join(", ");
  return moveOrder(ctx, order, {
    change: {},
    timeline: [{ kind: "note", title: "eventMetadataChanged", detail: { keys } }],
    event: "order.updated",
    previous: { metadata: before },
  });
}
