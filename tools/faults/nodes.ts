import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type Running, startProgram } from "../bench/child.ts";
import { root } from "../bench/stage.ts";
import type { Timeline } from "./timeline.ts";

const main = join(root, "apps/server/src/main.ts");
const drainMsMax = 40_000;
/** A machine that runs everything at once is slow; how slow is measured and told. */
const readyMsMax = 180_000;

/** One node of the product: its API and its workers in one process. */
export interface Node {
  readonly name: string;
  readonly address: string;
  readonly isUp: boolean;
  start(): Promise<void>;
  /** Ends it without a warning, as a lost machine does. */
  kill(): Promise<void>;
  /** Asks it to stop; answers how long it took to be gone. */
  drain(): Promise<number>;
  /** Whether it still is the process that was started, and nobody had to start it again. */
  readonly pid: number;
}

export interface NodeOptions {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where its log is kept for whoever looks for a cause. */
  readonly logFile: string;
  readonly timeline: Timeline;
  readonly role?: "api" | "worker" | "all";
}

/** A node that is not started yet, on a port of its own. */
export async function openNode({ name, env, logFile, timeline, role = "all" }: NodeOptions): Promise<Node> {
  const port = await freePort();
  let running: Running | undefined;
  const node: Node = {
    name,
    address: `http://127.0.0.1:${port}`,
    get isUp() {
      return running !== undefined;
    },
    get pid() {
      return running?.pid ?? 0;
    },
    start: async () => {
      const started = await startProgram({
        command: process.execPath,
        args: [main, `--role=${role}`],
        env: { ...env, PORT: String(port) },
        cwd: root,
        readyMsMax,
        hear: (line) => appendFileSync(logFile, `${line}\n`),
      });
      running = started;
      timeline.note(`${name} is ready after ${Math.round(started.readyMs)} ms`);
      started.ended.then(() => {
        if (running === started) running = undefined;
      });
    },
    kill: async () => {
      const victim = running;
      running = undefined;
      if (!victim) return;
      timeline.note(`kill -9 ${name}`);
      process.kill(victim.pid, "SIGKILL");
      await victim.ended;
    },
    drain: async () => {
      const leaving = running;
      if (!leaving) return 0;
      const began = performance.now();
      timeline.note(`SIGTERM ${name}`);
      process.kill(leaving.pid, "SIGTERM");
      await Promise.race([leaving.ended, sleep(drainMsMax)]);
      if (running === leaving) await node.kill();
      return performance.now() - began;
    },
  };
  return node;
}
