import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

/** How long a file is news, in ms; it is kept for longer. */
const freshMs = 86_400_000;

/** Files that were made for the reader since yesterday and can still be fetched. */
export const readyRuns = (ctx: Context): WaitingQuery =>
  from(ctx, "jobRuns")
    .where("state", "=", "done")
    .where("filePath", "is not", null)
    .where("finishedAt", ">", new Date(ctx.now.getTime() - freshMs).toISOString())
    .where("expiresAt", ">", ctx.now.toISOString())
    .select(["id", "fileName as name", sql<string>`finished_at`.as("since"), "rows as count", unowned]);
