import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as heard } from "node:timers/promises";
import type { FairGate } from "./fair-gate.ts";

/** The place of the work that is under way here. */
const current = new AsyncLocalStorage<GatePlace>();

/** Who goes first. */
export interface GatePriority {
  /** Those inside go before the works of a place. */
  readonly gate: FairGate;
  /** Longest wait of one work in all, in milliseconds: others may wait for what it has locked. */
  readonly atMostMs: number;
  /** Whether somebody waits too long for a place of these works already: then they go on. */
  readonly isBehind?: () => boolean;
}

/** A place inside a gate, kept while a request is worked on. */
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

  /** Does a work in this place; {@link waitOutside} and {@link giveWay} find it from within. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, async () => {
      await this.giveWay();
      return work();
    });
  }

  /** Waits while somebody is inside whom this work gives way to; answers nothing where there is nobody. */
  giveWay(): Promise<void> | undefined {
    const first = this.#priority;
    if (!first || first.gate.inside === 0 || this.#gaveWayMs >= first.atMostMs) return undefined;
    if (first.isBehind?.()) return undefined;
    const began = performance.now();
    return first.gate.emptied(first.atMostMs - this.#gaveWayMs).then(() => {
      this.#gaveWayMs += performance.now() - began;
    });
  }

  /** Gives the place back for good. */
  leave(): void {
    this.#leave();
  }

  /** Gives the place back while something is waited for, and takes one again before anything else is done. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    this.#leave();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) {
        this.#leave = await this.#gate.reenter(this.#who);
        // Whoever came meanwhile is heard first.
        await heard();
        await this.giveWay();
      }
    }
  }
}

/**
 * Waits for somebody else, such as a gateway, without keeping the place of the work that waits: those who only work are
 * not held up by those who wait. Where no place is held, as in a job, it only waits.
 */
export const waitOutside = <T>(wait: () => Promise<T>): Promise<T> => {
  const place = current.getStore();
  return place ? place.outside(wait) : wait();
};

/**
 * Gives way to those who are only answered, such as a read, between two steps of a work that may take longer. Answers
 * nothing where there is nobody to give way to, so that nothing is waited for.
 */
export const giveWay = (): Promise<void> | undefined => current.getStore()?.giveWay();
