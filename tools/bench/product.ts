import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type Running, startProgram } from "./child.ts";
import { familyOf, memoryMibOf } from "./processes.ts";
import { password, root } from "./stage.ts";

/** The product as a user starts it, with its own data directory. */
export interface Product {
  readonly address: string;
  /** Memory of every process behind `npm start`, npm included, in MiB. */
  memoryMib(): number;
  stop(): Promise<void>;
}

/** A folder and port for repeated starts of the product. */
export interface Place {
  start(): Promise<Product>;
  remove(): Promise<void>;
}

const endMsMax = 30_000;

/** Makes an empty data directory and finds a port. */
export async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "countinghouse-budgets-"));
  const env = {
    COUNTINGHOUSE_DATA: dataDir,
    COUNTINGHOUSE_ADMIN_PASSWORD: password,
    PORT: String(await freePort()),
  };
  return {
    start: async () => follow(await startProgram({ command: "npm", args: ["start"], env, cwd: root })),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

function follow(running: Running): Product {
  return {
    address: running.address,
    memoryMib: () => memoryMibOf(familyOf(running.pid)),
    stop: async () => {
      // npm ends before the product, so the end of npm is not the end.
      const family = familyOf(running.pid);
      await running.stop();
      const deadline = performance.now() + endMsMax;
      while (family.some(isAlive) && performance.now() < deadline) await sleep(50);
      for (const pid of family.filter(isAlive)) process.kill(pid, "SIGKILL");
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
