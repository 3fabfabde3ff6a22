import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { startAuditor } from "./audit.ts";
import { conclude } from "./conclude.ts";
import type { Findings } from "./findings.ts";
import { startLoad } from "./load.ts";
import type { Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";

/** Statements whose answer is an acknowledgement: the end of a transaction, and what is one by itself. */
const isAcknowledged = (statement: string): boolean =>
  /^\s*commit\b/i.test(statement) || /\bidempotency_keys\b/.test(statement);

/** So many of a hundred acknowledgements are lost; the others let the product get on. */
const lostPercent = 10;

/** The database carries a commit out, and whoever asked for it never hears of it; over and over. */
export async function lostAnswers(rig: Rig, { seed, rate, kills, warmUpSeconds }: RunOptions): Promise<Findings> {
  const random = new SeededRandom(seed);
  const auditor = startAuditor(rig);
  const load = await startLoad(rig, { rate, seed, name: "lost-answers" });
  await sleep(warmUpSeconds * 1000);
  rig.timeline.note(`${lostPercent} % of the answers to commits are lost from now on`);
  const { toDatabase } = rig;
  toDatabase.cutsAnswerTo = (statement) => isAcknowledged(statement) && random.chance(lostPercent / 100);
  while (toDatabase.cuts < kills) {
    await sleep(5_000);
    rig.timeline.note(`${toDatabase.cuts} answers lost`);
  }
  toDatabase.cutsAnswerTo = undefined;
  const findings = await conclude(rig, load, auditor);
  return { ...findings, figures: [["answers lost", toDatabase.cuts], ...findings.figures] };
}
