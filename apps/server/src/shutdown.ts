const drainMs = 25_000;

/** What has been opened, closed in reverse order. */
export class ShutdownSequence {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #closed: Promise<void> | undefined;
  #began: number | undefined;

  /** Remembers how to close what was opened. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** What is left of the time that draining may take, all steps together. */
  leftMs(): number {
    return Math.max(1_000, drainMs - (performance.now() - (this.#began ?? performance.now())));
  }

  /** Closes everything; a second call waits for the first. */
  run(): Promise<void> {
    this.#began ??= performance.now();
    this.#closed ??= (async () => {
      for (const step of this.#steps.reverse()) await step();
    })();
    return this.#closed;
  }
}
