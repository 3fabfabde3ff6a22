import { type Auditor, auditAtRest, waitForRest } from "./audit.ts";
import { compare } from "./compare.ts";
import { type Findings, findingsOf } from "./findings.ts";
import type { Load } from "./load.ts";
import type { Rig } from "./rig.ts";

/** Longest time in which the product has to have mended everything by itself: twice the longest lease, and a sweep. */
const healSecondsMax = 300;

/** What a run allows that others do not. */
export interface Allowances {
  /** Refusals that the faults themselves explain. */
  readonly expected?: RegExp;
}

/** Lets the load come to an end, waits until nothing moves, and compares everything with everything. */
export async function conclude(
  rig: Rig,
  load: Load,
  auditor: Auditor,
  { expected }: Allowances = {},
): Promise<Findings> {
  rig.timeline.note("no more faults; the load ends and the product mends what is left");
  const began = performance.now();
  await load.finish();
  const rest = await waitForRest(rig, healSecondsMax);
  const seconds = (performance.now() - began) / 1000;
  const healing = { ...rest, healedSeconds: rest.healedSeconds === undefined ? undefined : seconds };
  const left = Object.keys(healing.left).length === 0 ? "nothing is left" : JSON.stringify(healing.left);
  rig.timeline.note(`at rest: ${left}`);
  await auditor.stop();
  const comparison = await compare(rig, load);
  for (const code of load.weathered.surprises.keys()) if (expected?.test(code)) load.weathered.surprises.delete(code);
  const { weathered, heldBack } = load;
  return findingsOf({ comparison, healing, atRest: await auditAtRest(rig), auditor, weathered, heldBack });
}
