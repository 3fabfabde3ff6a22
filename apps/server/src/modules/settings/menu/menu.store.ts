import { type Selectable, sql } from "kysely";

import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { fillablePages } from "./menu.policy.ts";

export type StoredMenu = Selectable<Tables["menus"]>;

/** Every entry, in display order. There are some hundreds, so trees are built in memory. */
export const readMenus = (ctx: Pick<Context, "db" | "actor">): Promise<StoredMenu[]> =>
  from(ctx, "menus").selectAll().orderBy("orderNo").orderBy("id").execute();

export const findMenuIfAny = (ctx: Context, id: number): Promise<StoredMenu | undefined> =>
  from(ctx, "menus").selectAll().where("id", "=", id).executeTakeFirst();

/** Serialises changes of the tree: two valid moves together could form a cycle. */
export async function lockMenus(ctx: Context): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('menus', 0))`.execute(ctx.db);
}

/** Deletes entries with their grants and shortcuts. */
export async function removeMenus(ctx: Context, rows: readonly StoredMenu[]): Promise<void> {
  await ctx.db
    .deleteFrom("menus")
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  for (const row of rows) ctx.recordChange({ table: "menus", id: row.id, before: row, after: null });
}

// The menu reads other modules' rows, as reports do, through the same data scope.

/** Pages whose table has no row in the caller's scope. */
export async function emptyPages(
  ctx: Context,
  pages: readonly (keyof typeof fillablePages)[],
): Promise<ReadonlySet<string>> {
  const empty = new Set<string>();
  for (const page of pages) {
    const row = await from(ctx, fillablePages[page]).select(sql`1`.as("one")).limit(1).executeTakeFirst();
    if (!row) empty.add(page);
  }
  return empty;
}
