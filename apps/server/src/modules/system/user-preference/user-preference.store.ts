import { sql } from "kysely";
import { from, remove } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

export const readPreferences = (ctx: Context) =>
  from(ctx, "userPreferences").select(["key", "value"]).orderBy("key").execute();

/** Number of the caller's preferences under other keys. */
export async function countOthers(ctx: Context, key: string): Promise<number> {
  const row = await from(ctx, "userPreferences")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key", "<>", key)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Sets a preference; of two concurrent saves the later one stays. */
export async function savePreference(ctx: Context, key: string, value: unknown): Promise<void> {
  await sql`
    INSERT INTO user_preferences (user_id, key, value, update_time)
    VALUES (${ctx.actor.userId}, ${key}, ${JSON.stringify(value)}::jsonb, ${ctx.now.toISOString()})
    ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value, update_time = excluded.update_time`.execute(
    ctx.db,
  );
}

export async function forgetPreference(ctx: Context, key: string): Promise<void> {
  await remove(ctx, "userPreferences").where("key", "=", key).execute();
}
