import { setTimeout as sleep } from "node:timers/promises";
import { startAuditor } from "./audit.ts";
import { conclude } from "./conclude.ts";
import { type Findings, spread } from "./findings.ts";
import { startLoad } from "./load.ts";
import type { Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";

/** How slow the gateway is meanwhile, so that requests are always under way when a node is told to go. */
const gatewayMs = 400;
const drainMsMax = 25_000;

/** Nodes are restarted one after the other under steady load, the polite way. */
export async function drains(rig: Rig, { seed, rate, kills, warmUpSeconds }: RunOptions): Promise<Findings> {
  const auditor = startAuditor(rig);
  rig.toGateway.weather = { kind: "delay", ms: gatewayMs };
  const load = await startLoad(rig, { rate, seed, name: "drains" });
  await sleep(warmUpSeconds * 1000);
  const drained: number[] = [];
  for (let number = 0; number < kills; number += 1) {
    const node = rig.nodes[number % 2 === 0 ? 0 : 1];
    drained.push(await node.drain());
    await node.start();
    await sleep(2_000);
  }
  const findings = await conclude(rig, load, auditor);
  const cut = load.weathered.seen.get("cut") ?? 0;
  const slow = drained.filter((ms) => ms > drainMsMax).length;
  return {
    figures: [
      ["restarts", kills],
      ["time of a drain", spread(drained)],
      ["requests cut in the middle", cut],
      ["connections that found nobody and went to the other node", load.weathered.seen.get("nobody") ?? 0],
      ...findings.figures,
    ],
    broken: [
      ...findings.broken,
      ...(cut > 0 ? [`requests cut in the middle: ${cut}`] : []),
      ...(slow > 0 ? [`drains that took longer than 25 s: ${slow}`] : []),
    ],
  };
}
