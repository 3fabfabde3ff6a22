import { setTimeout as sleep } from "node:timers/promises";
import { type Invariant, moneyInvariants, neglectedWork, restInvariants, waitsForGateway } from "./invariants.ts";
import { ask, type Rig } from "./rig.ts";

/** A law that did not hold, with one place where. */
export interface Broken {
  readonly id: string;
  readonly count: number;
  readonly example: string;
}

async function check(rig: Pick<Rig, "cluster">, invariants: readonly Invariant[]): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const { id, sql } of invariants) {
    const rows = await ask<{ broken: string }>(rig, sql);
    if (rows.length > 0) broken.push({ id, count: rows.length, example: rows[0]?.broken ?? "" });
  }
  return broken;
}

/** Looks at the money again and again while everything moves, on snapshots of its own. */
export interface Auditor {
  readonly samples: number;
  readonly broken: readonly Broken[];
  stop(): Promise<void>;
}

const everyMs = 500;

/** Starts the auditor; samples that the database could not answer are left out. */
export function startAuditor(rig: Pick<Rig, "cluster">): Auditor {
  const broken: Broken[] = [];
  let samples = 0;
  let isStopped = false;
  const looking = (async () => {
    while (!isStopped) {
      try {
        broken.push(...(await check(rig, moneyInvariants)));
        samples += 1;
      } catch {
        // The database is away; that is what some runs are about.
      }
      await sleep(everyMs);
    }
  })();
  return {
    get samples() {
      return samples;
    },
    broken,
    stop: async () => {
      isStopped = true;
      await looking;
    },
  };
}

/** Every law, once nothing moves. */
export const auditAtRest = (rig: Pick<Rig, "cluster">): Promise<Broken[]> =>
  check(rig, [...moneyInvariants, ...restInvariants]);

/** What is left to do, by what it is; what is done is left out. */
async function leftOf(rig: Pick<Rig, "cluster">, statement: string): Promise<Record<string, number>> {
  const rows = await ask<{ what: string; count: number }>(rig, statement);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]));
}

/** What the product mended by itself after the last fault. */
export interface Healing {
  /** Seconds until nothing was left, or nothing when something stayed. */
  readonly healedSeconds: number | undefined;
  readonly left: Readonly<Record<string, number>>;
  /** Payments whose outcome the gateway is still being asked for. */
  readonly waiting: number;
}

/**
 * Waits until the product has finished everything by itself. A payment that the gateway cannot tell of may wait for the
 * next question, as long as that is planned.
 */
export async function waitForRest(rig: Pick<Rig, "cluster">, maxSeconds: number): Promise<Healing> {
  const began = performance.now();
  for (;;) {
    const left = await leftOf(rig, neglectedWork).catch(() => ({ database: 1 }));
    const seconds = (performance.now() - began) / 1000;
    if (Object.keys(left).length === 0) {
      const [waiting] = await ask<{ count: number }>(rig, waitsForGateway);
      return { healedSeconds: seconds, left: {}, waiting: waiting?.count ?? 0 };
    }
    if (seconds > maxSeconds) return { healedSeconds: undefined, left, waiting: 0 };
    await sleep(1_000);
  }
}
