import { sql } from "kysely";
import type { Context } from "../http/context.ts";

/** What was tried has no history: it did not happen. */
const unrecorded = (ctx: Context): Context => ({ ...ctx, recordChange: () => {}, recordReason: () => {} });

/** Does some work in the caller's transaction and undoes it, whatever came of it: rows, events and jobs. */
export async function undone<R>(ctx: Context, work: (ctx: Context) => Promise<R>): Promise<R> {
  await sql`SAVEPOINT undone`.execute(ctx.db);
  try {
    return await work(unrecorded(ctx));
  } finally {
    await sql`ROLLBACK TO SAVEPOINT undone`.execute(ctx.db);
    await sql`RELEASE SAVEPOINT undone`.execute(ctx.db);
  }
}

/** Does some work in the caller's transaction, and undoes it where it fails: what was done before it stands. */
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
