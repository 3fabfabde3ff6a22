import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

/** How long a finished file is listed in the inbox, in ms; it is stored for longer. */
const freshMs = 86_400_000;

/** Files completed for the reader since yesterday, still available. */
export const readyRuns = (ctx: Context): WaitingQuery =>
  from(ctx, "jobRuns")
    .where("state", "=", "done")
    .where("filePath", "is not", null)
    .where("finishedAt", ">", new Date(ctx.now.getTime() - freshMs).toISOString())
    .where("expiresAt", ">", ctx.now.toISOString())
    .select(["id", "fileName as name", sql<string>`finished_at`.as("since"), "rows as count", unowned]);
