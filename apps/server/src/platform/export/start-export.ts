import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../db/new-id.ts";
import { from, insert } from "../db/scoped.ts";
import type { Context } from "../http/context.ts";

/** What an export is to hold: see `exportOf` in the contract kit. */
export interface ExportRequest {
  readonly format: "csv" | "xlsx";
  readonly columns: readonly string[];
  readonly timeZone: string;
  readonly filter: object;
}

/** Queue of the exports of every resource. */
export const exportQueue = "export";

/** Exports that one user may have waiting or running at a time. */
const unfinishedMax = 5;

/** Starts the background export of a list and answers with the run to follow. */
export async function startExport(ctx: Context, resource: Resource, input: ExportRequest): Promise<{ jobId: string }> {
  if (!isTimeZone(input.timeZone)) {
    throw refuse("sysJobRun.unknownTimeZone", { timeZone: input.timeZone });
  }
  const unfinished = await from(ctx, "jobRuns")
    .select("id")
    .where("state", "in", ["waiting", "running"])
    .limit(unfinishedMax)
    .execute();
  if (unfinished.length === unfinishedMax) throw refuse("sysJobRun.tooMany", { max: unfinishedMax });
  const id = newId("run", ctx.now);
  await insert(ctx, "jobRuns", {
    id,
    kind: `${resource.name}.export`,
    tenantId: ctx.actor.tenantId,
    userId: ctx.actor.userId,
    input: JSON.stringify({ ...input, locale: ctx.request.locale, titles: titlesOf(resource) }),
    createdAt: ctx.now.toISOString(),
  });
  await ctx.enqueue({ queue: exportQueue, data: { runId: id } });
  return { jobId: id };
}

/** Titles of a list in every language: the reader's language may change after the request. */
const titlesOf = ({ messages }: Resource): Readonly<Record<Locale, string>> => ({
  en: messages.en.title,
  "zh-cn": messages["zh-cn"].title,
  "zh-tw": messages["zh-tw"].title,
});

/** Whether the platform's zone data knows the zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
