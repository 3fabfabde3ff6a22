import { sql } from "kysely";
import type { Context } from "../http/context.ts";

/** Work in a savepoint that is rolled back records no audit changes. */
const unrecorded = (ctx: Context): Context => ({ ...ctx, recordChange: () => {}, recordReason: () => {} });

/**
 * Runs `work` in a savepoint of the caller's transaction and always rolls it back: rows, events and jobs. Answers its
 * result.
 */
export async function undone<R>(ctx: Context, work: (ctx: Context) => Promise<R>): Promise<R> {
  await sql`SAVEPOINT undone`.execute(ctx.db);
  try {
    return await work(unrecorded(ctx));
  } finally {
    await sql`ROLLBACK TO SAVEPOINT undone`.execute(ctx.db);
    await sql`RELEASE SAVEPOINT undone`.execute(ctx.db);
  }
}

/** Runs `work` in a savepoint of the caller's transaction and rolls it back where it fails; earlier work stands. */
export async function withSavepoint<R>(ctx: Context, work: (ctx: Context) => Promise<R>): Promise<R> {
  const changes: Parameters<Context["recordChange"]>[0][] = [];
  await sql`SAVEPOINT or_undone`.execute(ctx.db);
  try {
    const result = await work({ ...ctx, recordChange: (change) => void changes.push(change) });
    await sql`RELEASE SAVEPOINT or_undone`.execute(ctx.db);
    for (const change of changes) ctx.recordChange(change);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT or_undone`.execute(ctx.db);
    await sql`RELEASE SAVEPOINT or_undone`.execute(ctx.db);
    throw error;
  }
}
