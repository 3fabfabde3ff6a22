import type { CardRange, cardRange } from "@countinghouse/contract/gateways/card-range/card-range.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type CardPrefix, rangeOf, rangeReads } from "./card-range.store.ts";

/** The issuing country of a card by the operator's loaded ranges; null where none contains it. */
export async function issuerOf({ db }: Pick<Context, "db">, card: CardPrefix): Promise<string | null> {
  return (await rangeOf(db, card))?.country ?? null;
}

/** The range that decides about a card, among all ranges of the list. */
export async function lookUp(
  ctx: Context,
  { digits }: InputOf<(typeof cardRange.operations)["lookUp"]>,
): Promise<Omit<CardRange, "id" | "createTime"> | null> {
  const found = await rangeOf(ctx.db, { tenantId: ctx.actor.scope.tenantId, digits });
  if (!found) return null;
  const { id: _id, createTime: _createTime, ...range } = await rangeReads.detail(ctx, { id: found.id });
  return range;
}
