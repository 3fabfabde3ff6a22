import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as heard } from "node:timers/promises";
import type { FairGate } from "./fair-gate.ts";

/** The place of the current task. */
const current = new AsyncLocalStorage<GatePlace>();

/** Tasks to give way to. */
export interface GatePriority {
  /** Tasks inside this gate go first. */
  readonly gate: FairGate;
  /** Longest total wait of one task in milliseconds: others may wait for its locks. */
  readonly atMostMs: number;
  /** Whether tasks of this place's own gate already wait too long: then it does not give way. */
  readonly isBehind?: () => boolean;
}

/** A place inside a gate, held while a request is processed. */
export class GatePlace {
  readonly #gate: FairGate;
  readonly #who: string;
  readonly #priority: GatePriority | undefined;
  #leave: () => void;
  #waits = 0;
  #gaveWayMs = 0;

  constructor(gate: FairGate, who: string, leave: () => void, priority?: GatePriority) {
    this.#gate = gate;
    this.#who = who;
    this.#leave = leave;
    this.#priority = priority;
  }

  /** Runs a task in this place; {@link waitOutside} and {@link giveWay} find it from within. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, async () => {
      await this.giveWay();
      return work();
    });
  }

  /** Waits while a task with priority is inside; undefined where there is none. */
  giveWay(): Promise<void> | undefined {
    const first = this.#priority;
    if (!first || first.gate.inside === 0 || this.#gaveWayMs >= first.atMostMs) return undefined;
    if (first.isBehind?.()) return undefined;
    const began = performance.now();
    return first.gate.emptied(first.atMostMs - this.#gaveWayMs).then(() => {
      this.#gaveWayMs += performance.now() - began;
    });
  }

  /** Releases the place for good. */
  leave(): void {
    this.#leave();
  }

  /** Releases the place while waiting, and takes one again before continuing. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    this.#leave();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) {
        this.#leave = await this.#gate.reenter(this.#who);
        // Notifications that arrived meanwhile are handled first.
        await heard();
        await this.giveWay();
      }
    }
  }
}

/**
 * Waits for an external party, such as a gateway, without holding the task's place, so that waiting tasks do not block
 * computing ones. Without a place, as in a job, it only waits.
 */
export const waitOutside = <T>(wait: () => Promise<T>): Promise<T> => {
  const place = current.getStore();
  return place ? place.outside(wait) : wait();
};

/**
 * Gives way to tasks with priority, such as payments before reads, between two steps of a longer task. Undefined where
 * there are none, so that nothing is awaited.
 */
export const giveWay = (): Promise<void> | undefined => current.getStore()?.giveWay();
