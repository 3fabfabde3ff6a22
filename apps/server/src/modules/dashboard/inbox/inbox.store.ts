import { type InboxKind, inboxCountMax, inboxKindMax } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { type RawBuilder, sql } from "kysely";
import type { WaitingQuery, WaitingRow } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A kind with its waiting items. */
export type WaitingKind = readonly [InboxKind, WaitingQuery];

/** Items of one kind, by expiry and then the oldest first. */
export const readWaiting = ({ db }: Pick<Context, "db">, query: WaitingQuery): Promise<WaitingRow[]> =>
  db
    .selectFrom(query.as("waiting"))
    .selectAll()
    .orderBy(sql`coalesce(to_jsonb(waiting) ->> 'due', '9999')`)
    .orderBy(sql`waiting.since`)
    .limit(inboxKindMax)
    .execute() as Promise<WaitingRow[]>;

const dayMs = 86_400_000;

/** Number of items per kind that the reader may handle, each counted up to the limit and one more. */
export async function countWaiting(
  { db, actor, now }: Pick<Context, "db" | "actor" | "now">,
  kinds: readonly WaitingKind[],
): Promise<{ kind: InboxKind; count: number }[]> {
  if (kinds.length === 0) return [];
  const dueAfter = new Date(now.getTime() + dayMs).toISOString();
  const parts = kinds.map(([kind, query]): RawBuilder<unknown> => {
    const others = db
      .selectFrom(query.as("waiting"))
      .select(sql`1`.as("one"))
      .where(sql<boolean>`NOT waiting.is_own`)
      .where(
        sql<boolean>`NOT EXISTS (SELECT 1 FROM inbox_deferrals d
          WHERE d.user_id = ${actor.userId} AND d.kind = ${kind} AND d.item_id = waiting.id AND d.until > ${now.toISOString()}
            AND coalesce((to_jsonb(waiting) ->> 'due')::timestamptz > ${dueAfter}::timestamptz, true))`,
      );
    return sql`SELECT ${kind}::text AS kind, count(*)::integer AS count FROM (${others.limit(inboxCountMax + 1)}) AS few`;
  });
  const { rows } = await sql<{ kind: InboxKind; count: number }>`
    SELECT kind, count FROM (${sql.join(parts, sql` UNION ALL `)}) AS counted WHERE count > 0`.execute(db);
  return rows;
}
