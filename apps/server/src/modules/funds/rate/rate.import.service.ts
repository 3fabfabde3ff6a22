import type { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addPart, lockImport, openImport } from "./rate.import.store.ts";
import { parseReferenceFile } from "./rate.reference.policy.ts";

/** Queue of the imports of reference rates. */
export const importQueue = "rate-import";

/** Takes a part of a file; the last one starts the job. */
export async function takePart(
  ctx: Context,
  { part, parts, runId, text }: InputOf<(typeof sysRate.operations)["import"]>,
): Promise<{ runId: string }> {
  if (!parseReferenceFile(text, ctx.now.getTime())) throw refuse("sysRate.notReferenceFile");
  const id = part === 1 && !runId ? await openImport(ctx, parts) : (runId ?? "");
  const run = await lockImport(ctx, id);
  if (run?.parts !== parts || run.received !== part - 1 || part > parts) throw refuse("sysRate.partOutOfOrder");
  await addPart(ctx, id, part, text);
  if (part === parts) await ctx.enqueue({ queue: importQueue, data: { runId: id } });
  return { runId: id };
}
