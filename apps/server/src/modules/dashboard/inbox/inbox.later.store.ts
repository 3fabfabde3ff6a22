import type { InboxKind } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Key of an inbox item. */
export interface ItemRef {
  readonly kind: InboxKind;
  readonly id: string;
}

const keyOf = ({ kind, id }: ItemRef): string => `${kind}:${id}`;

/** Items deferred by the reader, with the end of each deferral. */
export async function readDeferrals({ db, actor, now }: Context): Promise<(item: ItemRef) => string | null> {
  const rows = await db
    .selectFrom("inboxDeferrals")
    .select(["kind", "itemId as id", "until"])
    .where("userId", "=", actor.userId)
    .where("until", ">", now.toISOString())
    .execute();
  const until = new Map(rows.map((row) => [keyOf(row as ItemRef), row.until]));
  return (item) => until.get(keyOf(item)) ?? null;
}

/** Defers an item for the reader; expired deferrals are deleted. */
export async function saveDeferral({ db, actor, now }: Context, { kind, id }: ItemRef, until: string): Promise<void> {
  const createTime = now.toISOString();
  await db.deleteFrom("inboxDeferrals").where("userId", "=", actor.userId).where("until", "<=", createTime).execute();
  await db
    .insertInto("inboxDeferrals")
    .values({ userId: actor.userId, kind, itemId: id, until, createTime })
    .onConflict((conflict) => conflict.columns(["userId", "kind", "itemId"]).doUpdateSet({ until, createTime }))
    .execute();
}

/** Ends a deferral. */
export async function removeDeferral({ db, actor }: Context, { kind, id }: ItemRef): Promise<void> {
  await db
    .deleteFrom("inboxDeferrals")
    .where("userId", "=", actor.userId)
    .where("kind", "=", kind)
    .where("itemId", "=", id)
    .execute();
}
