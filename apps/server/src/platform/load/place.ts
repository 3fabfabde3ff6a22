import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as yielded } from "node:timers/promises";
import type { FairGate } from "./fair-gate.ts";

/** The place of the work that is under way here. */
const current = new AsyncLocalStorage<Place>();

/** A place inside a gate, kept while a request is worked on. */
export class Place {
  readonly #gate: FairGate;
  readonly #who: string;
  #leave: () => void;
  #waits = 0;

  constructor(gate: FairGate, who: string, leave: () => void) {
    this.#gate = gate;
    this.#who = who;
    this.#leave = leave;
  }

  /** Does a work in this place; {@link waitOutside} finds it from within. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, work);
  }

  /** Gives the place back for good. */
  leave(): void {
    this.#leave();
  }

  /**
   * Gives the place back while something is waited for, and takes one again before anything else is done. Whoever came
   * meanwhile is heard first.
   */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    this.#leave();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) {
        this.#leave = await this.#gate.reenter(this.#who);
        await yielded();
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
