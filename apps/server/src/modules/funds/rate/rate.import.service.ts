import type { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { formatFxRate } from "@countinghouse/money/fx.ts";
import { sha256Hex } from "../../../platform/crypto/digest.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addPart, lockImport, openImport, readParts } from "./rate.import.store.ts";
import { type PublishedRate, parseReferenceFile } from "./rate.reference.policy.ts";
import { quotesAt } from "./rate.store.ts";

/** Queue of the imports of reference rates. */
export const importQueue = "rate-import";

/** Accepts a part of a file; the last one starts the job. */
export async function takePart(
  ctx: Context,
  { part, parts, runId, text }: InputOf<(typeof sysRate.operations)["import"]>,
): Promise<{ runId: string }> {
  if (!parseReferenceFile(text, ctx.now.getTime())) throw refuse("sysRate.notReferenceFile");
  const id = part === 1 && !runId ? await openImport(ctx, parts) : (runId ?? "");
  const run = await lockImport(ctx, id);
  if (run?.parts !== parts || run.received !== part - 1 || part > parts) throw refuse("sysRate.partOutOfOrder");
  await addPart(ctx, id, part, text);
  if (part < parts) return { runId: id };
  await recordFile(ctx, await readParts(ctx.db, id));
  await ctx.enqueue({ queue: importQueue, data: { runId: id } });
  return { runId: id };
}

/** Records a change request with the file's rates, so that a second person approves exactly that file. */
async function recordFile(ctx: Context, parts: readonly string[]): Promise<void> {
  const days = parts.flatMap((text) => parseReferenceFile(text, ctx.now.getTime())?.days ?? []);
  const sound = days.filter(({ day, problem }) => day !== null && problem === null);
  const newest = new Map<string, PublishedRate>();
  for (const rate of sound.flatMap(({ rates }) => rates)) {
    const known = newest.get(rate.quoteCurrency);
    if (!known || known.effectiveTime < rate.effectiveTime) newest.set(rate.quoteCurrency, rate);
  }
  const told = sound.flatMap(({ day }) => day ?? []).sort();
  const span = { source: "ecb", days: told.length, from: told.at(0) ?? null, to: told.at(-1) ?? null };
  const after = { ...span, fileHash: sha256Hex(JSON.stringify(parts)) };
  ctx.recordChange({ table: "rates", id: "ecb", before: null, after });
  const held = await quotesAt(ctx, ["EUR", ...newest.keys()], ctx.now.toISOString());
  for (const { baseCurrency, quoteCurrency, rate, effectiveTime } of newest.values()) {
    const now = held.find(
      ({ base, quote, origin }) => base === baseCurrency && quote === quoteCurrency && origin === "ecb",
    );
    if (now && (now.effectiveTime > effectiveTime || formatFxRate(now.rate) === rate)) continue;
    const name = `${baseCurrency}/${quoteCurrency}`;
    const before = now ? { name, rate: formatFxRate(now.rate), effectiveTime: now.effectiveTime } : null;
    ctx.recordChange({ table: "rates", id: name, before, after: { name, rate, effectiveTime } });
  }
}
