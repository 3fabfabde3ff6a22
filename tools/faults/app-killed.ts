import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { startAuditor } from "./audit.ts";
import { conclude } from "./conclude.ts";
import { type Findings, spread } from "./findings.ts";
import { startLoad } from "./load.ts";
import type { Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";

/** Nodes are killed at random moments under mixed writes and started again. */
export async function appKilled(rig: Rig, { seed, rate, kills, warmUpSeconds }: RunOptions): Promise<Findings> {
  const random = new SeededRandom(seed);
  const auditor = startAuditor(rig);
  const load = await startLoad(rig, { rate, seed, name: "app-killed" });
  await sleep(warmUpSeconds * 1000);
  const recoveries: number[] = [];
  for (let number = 0; number < kills; number += 1) {
    await sleep(random.between(2_000, 5_000));
    const node = random.pick(rig.nodes);
    const began = performance.now();
    await node.kill();
    await node.start();
    recoveries.push(performance.now() - began);
  }
  const findings = await conclude(rig, load, auditor);
  return { ...findings, figures: [["kills", kills], ["killed to ready", spread(recoveries)], ...findings.figures] };
}
