import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { change } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RetainedLog } from "../../../platform/jobs/log-archive.ts";
import type { NotificationState } from "./inbound.policy.ts";

type Row = Selectable<Tables["inboundNotifications"]>;

/** A notification as it is kept. */
export type NewNotification = Omit<Insertable<Tables["inboundNotifications"]>, "id" | "createTime">;

/** A stored notification, and whether it existed before. */
export interface KeptNotification {
  readonly id: string;
  readonly bodySha256: string;
  readonly isNew: boolean;
}

/** Stores a notification once per account and key; duplicates are counted. */
export async function keepNotification({ db, now }: Context, notification: NewNotification): Promise<KeptNotification> {
  const at = now.toISOString();
  return (
    db
      .insertInto("inboundNotifications")
      .values({ ...notification, id: newId("inb", now), createTime: at })
      .onConflict((conflict) =>
        conflict.columns(["gatewayAccountId", "dedupeKey"]).doUpdateSet({
          copies: sql`inbound_notifications.copies + 1`,
          lastCopyTime: at,
        }),
      )
      // `xmax` is 0 for a row that this statement inserted.
      .returning(["id", "bodySha256", sql<boolean>`xmax = 0`.as("isNew")])
      .executeTakeFirstOrThrow()
  );
}

/** A verified notification to apply. `again` includes failed and finished ones. */
export const openNotification = (db: Kysely<Tables>, id: string, again: boolean): Promise<Row | undefined> =>
  db
    .selectFrom("inboundNotifications")
    .selectAll()
    .where("id", "=", id)
    .where("verdict", "=", "valid")
    .where("status", "in", again ? ["received", "parked", "ignored", "failed"] : ["received", "parked"])
    .executeTakeFirst();

/** Stores the state of a notification after a try. */
export async function settleNotification(
  { db, now }: Context,
  id: string,
  tries: number,
  to: NotificationState,
): Promise<void> {
  const isOver = to.status !== "parked";
  await db
    .updateTable("inboundNotifications")
    .set({
      status: to.status,
      reason: to.reason?.slice(0, 500) ?? null,
      attemptCount: tries,
      nextAttemptTime: to.waitSeconds === null ? null : new Date(now.getTime() + to.waitSeconds * 1_000).toISOString(),
      doneTime: isOver ? now.toISOString() : null,
    })
    .where("id", "=", id)
    .execute();
}

/** Queues notifications in the actor's scope again with their tries reset; answers which. */
export async function reopenNotifications(ctx: Context, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await change(ctx, "inboundNotifications")
    .set({ status: "received", reason: null, attemptCount: 0, nextAttemptTime: null, doneTime: null })
    .where("id", "in", [...ids])
    .where("verdict", "=", "valid")
    .where("status", "in", ["parked", "ignored", "failed"])
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Notifications overdue since `before`: their job was lost. */
export async function overdueNotifications(db: Kysely<Tables>, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("inboundNotifications")
    .select("id")
    .where("status", "in", ["received", "parked"])
    .where((where) => where(where.fn.coalesce("nextAttemptTime", "createTime"), "<", before))
    .orderBy("createTime")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const keptMs = 180 * 86_400_000;

/** Notifications past their retention. Their effects are in the history of the payments. */
export const oldNotifications: RetainedLog = {
  name: "gateway notifications",
  table: "inboundNotifications",
  key: ["id"],
  isOver: (_db, now) => sql`
    create_time < ${new Date(now.getTime() - keptMs).toISOString()} AND status NOT IN ('received', 'parked')`,
};
