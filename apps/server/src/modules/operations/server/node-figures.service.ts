import { statfs } from "node:fs/promises";
import { cpus, freemem, hostname, release, totalmem, type } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { NodeUse } from "@countinghouse/contract/operations/server/server.ts";
import { findPool } from "../../../platform/db/pool.ts";
import type { Platform } from "../../../platform/platform.ts";
import { releaseVersion } from "../../../platform/release.ts";
import type { NodeFacts } from "./server.table.ts";

/** Facts about a node that do not change while it runs. */
export const nodeFacts = ({ config }: Pick<Platform, "config">): NodeFacts => ({
  version: releaseVersion,
  host: hostname(),
  pid: process.pid,
  runtime: `Node ${process.versions.node}`,
  system: `${type()} ${release()}`,
  arch: process.arch,
  cpus: cpus().length,
  memoryBytes: totalmem(),
  isProduction: config.isProduction,
});

/** CPU times of the machine, idle and total, in ms. */
function machineTimes() {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.map((one) => sum(Object.values(one)))),
  };
}

/** Minimum interval of load measurements, in milliseconds. */
const readEveryMs = 1_000;

const thousandths = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(1_000, Math.max(0, Math.round((1_000 * part) / whole)));

/** Metrics of a node, measured on it. */
export interface NodeFigures {
  read(): Promise<NodeUse>;
}

/** Starts measuring. Loads are averages since the previous reading, at least a second ago. */
export function measureNode({ config, db }: Pick<Platform, "config" | "db">): NodeFigures {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  let before = { at: performance.now(), machine: machineTimes(), own: process.cpuUsage() };
  let loads = { machineCpu: 0, processCpu: 0 };
  return {
    read: async () => {
      const at = performance.now();
      if (at - before.at >= readEveryMs) {
        const machine = machineTimes();
        const own = process.cpuUsage();
        const ownMs = (own.user + own.system - before.own.user - before.own.system) / 1_000;
        loads = {
          machineCpu: thousandths(
            machine.all - machine.idle - (before.machine.all - before.machine.idle),
            machine.all - before.machine.all,
          ),
          processCpu: thousandths(ownMs, (at - before.at) * cpus().length),
        };
        before = { at, machine, own };
      }
      const { rss, heapUsed, heapTotal } = process.memoryUsage();
      const disk = await statfs(config.dataDir).catch(() => undefined);
      const pool = findPool(db);
      const loopDelay = Math.round(Math.max(0, loop.max / 1e6));
      loop.reset();
      return {
        ...loads,
        memoryTotal: totalmem(),
        memoryUsed: totalmem() - freemem(),
        rss,
        heapUsed,
        heapTotal,
        diskTotal: disk ? disk.blocks * disk.bsize : 0,
        diskUsed: disk ? (disk.blocks - disk.bfree) * disk.bsize : 0,
        loopDelay: Number.isFinite(loopDelay) ? loopDelay : 0,
        uptime: Math.round(process.uptime()),
        poolSize: pool?.totalCount ?? 0,
        poolIdle: pool?.idleCount ?? 0,
        poolWaiting: pool?.waitingCount ?? 0,
      };
    },
  };
}
