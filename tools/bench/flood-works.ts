import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { startProgram } from "./child.ts";
import type { Course } from "./course.ts";
import { sendOperation } from "./http-client.ts";
import { cpuMsOf } from "./processes.ts";
import { say, table, verdict } from "./report.ts";
import { makePositions } from "./rows.ts";
import { overRounds, type Sample, sample } from "./sampling.ts";
import { type Stage, signIn } from "./stage.ts";

/** Calls per second; the second sign-in rate exceeds what two cores can hash. */
interface Flood {
  readonly perSecond: number;
  /** Sends cheap requests instead: the cost of that many calls and of their client. */
  readonly isIdle: boolean;
}

const floods: readonly Flood[] = [
  { perSecond: 20, isIdle: false },
  { perSecond: 200, isIdle: false },
  { perSecond: 200, isIdle: true },
];
const rounds = 5;
const roundMs = 2_000;
/** Other calls may become 20 % slower at the 95th percentile. */
const slowerMax = 1.2;

interface FloodResult extends Flood {
  readonly quietP50: number;
  readonly quietP95: number;
  readonly floodP50: number;
  readonly floodP95: number;
  readonly ratio: number;
  readonly nodeCpuShare: number;
}

type Session = Readonly<Record<string, string>>;

async function measureFlood(stage: Stage, session: Session, flood: Flood): Promise<FloodResult> {
  const call = () => sendOperation(stage.api.send, sysPos, "page", { page: 1, pageSize: 20 }, session);
  const flooder = await startProgram({
    command: process.execPath,
    args: [join(import.meta.dirname, "flooder.ts")],
    env: {
      BENCH_ADDRESS: stage.node.address,
      BENCH_PER_SECOND: String(flood.perSecond),
      BENCH_IDLE: String(flood.isIdle),
    },
  });
  const quiet: Sample[] = [];
  const flooded: Sample[] = [];
  let cpuMs = 0;
  try {
    await sample(call, { concurrency: 1, ms: 1_000, callsMin: 50 });
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await sample(call, { concurrency: 1, ms: roundMs, callsMin: 100 }));
      process.kill(flooder.pid, "SIGUSR1");
      await pause(300);
      const before = cpuMsOf(stage.node.pid);
      flooded.push(await sample(call, { concurrency: 1, ms: roundMs, callsMin: 100 }));
      cpuMs += cpuMsOf(stage.node.pid) - before;
      process.kill(flooder.pid, "SIGUSR1");
      await pause(700);
    }
  } finally {
    await flooder.stop();
  }
  const [quietP95, floodP95] = [overRounds(quiet, 0.95), overRounds(flooded, 0.95)];
  return {
    ...flood,
    quietP50: overRounds(quiet, 0.5),
    quietP95,
    floodP50: overRounds(flooded, 0.5),
    floodP95,
    ratio: floodP95 / quietP95,
    nodeCpuShare: cpuMs / flooded.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
  };
}

/** Effect of a flood of failing sign-ins on other calls. */
export async function floodWorks({ stage }: Course): Promise<object> {
  await makePositions(stage.owner, stage.tenantId);
  const session = await signIn(stage.api);
  const results: FloodResult[] = [];
  for (const flood of floods) results.push(await measureFlood(stage, session, flood));
  say(
    `\nA list page of 20 while sign-ins with wrong passwords pour in from many addresses (ms; budget: p95 at most ${slowerMax} × the quiet one)`,
  );
  const headings = ["calls/s", "quiet p50", "quiet p95", "flood p50", "flood p95", "× quiet", "node's cores"];
  say(
    table(
      [{ heading: "calls" }, ...headings.map((heading) => ({ heading })), { heading: "verdict" }],
      results.map((f) => [
        f.isIdle ? "next to nothing" : "sign-ins",
        f.perSecond,
        f.quietP50,
        f.quietP95,
        f.floodP50,
        f.floodP95,
        f.ratio,
        f.nodeCpuShare,
        f.isIdle ? "" : verdict({ p95: f.ratio > slowerMax }),
      ]),
    ),
  );
  return { floods: results };
}
