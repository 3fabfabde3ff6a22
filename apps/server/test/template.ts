import type { DatabaseUrls } from "../src/platform/db/database-url.ts";
import { openPool, queryBuilder } from "../src/platform/db/pool.ts";
import { seedSystem } from "../src/seed/seed.ts";

/** Gives the template the rows of a first start: settings, dictionaries, menus, tenant 1 with organisation 1 and user 1. */
export async function prepareTemplate({ appUrl }: Pick<DatabaseUrls, "appUrl">): Promise<void> {
  const db = queryBuilder(openPool({ url: appUrl, max: 1, onError: () => {} }));
  try {
    await db
      .transaction()
      .execute((tx) => seedSystem({ db: tx, now: new Date("2026-11-21T09:00:00.000Z"), locale: "en" }));
  } finally {
    await db.destroy();
  }
}
