import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { Context } from "../http/context.ts";
import { newId } from "../db/new-id.ts";
import { insert } from "../db/scoped.ts";

/** What an export is to hold: see `exportOf` in the contract kit. */
export interface ExportRequest {
  readonly format: "csv" | "xlsx";
  readonly columns: readonly string[];
  readonly timeZone: string;
  readonly filter: object;
}

/** Queue of the exports of every resource. */
export const exportQueue = "export";

/** Starts the background export of a list and answers with the run to follow. */
export async function startExport(ctx: Context, resource: Resource, input: ExportRequest): Promise<{ jobId: string }> {
  const id = newId("run", ctx.now);
  await insert(ctx, "jobRuns", {
    id,
    kind: `${resource.name}.export`,
    tenantId: ctx.actor.tenantId,
    userId: ctx.actor.userId,
    input: JSON.stringify({ ...input, locale: ctx.request.locale }),
    createdAt: ctx.now.toISOString(),
  });
  await ctx.enqueue({ queue: exportQueue, data: { runId: id } });
  return { jobId: id };
}
