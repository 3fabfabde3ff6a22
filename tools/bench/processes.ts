import { readdirSync, readFileSync } from "node:fs";

/** Kernel clock ticks per second; Linux reports process times in them on any machine. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly cpuMs: number;
}

/** State of a process; undefined for an ended one. */
function statOf(pid: number): Stat | undefined {
  try {
    // The name may contain spaces and brackets, so fields are counted from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { parent: Number(fields[1]), cpuMs: (ticks * 1000) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** CPU time of a process so far, in milliseconds, in steps of ten. */
export const cpuMsOf = (pid: number): number => statOf(pid)?.cpuMs ?? 0;

/** A process and its running descendants. */
export function familyOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined;
    if (stat) parents.set(pid, stat.parent);
  }
  const family = [root];
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.push(pid);
  return family.filter((pid) => parents.has(pid));
}

/** Memory of processes in MiB, shared pages counted once (proportional set size). */
export function memoryMibOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + kibOf(pid), 0) / 1024;
}

function kibOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return residentKibOf(pid);
  }
}

/** Processes of other users show only their resident size, which counts shared pages for each. */
function residentKibOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
