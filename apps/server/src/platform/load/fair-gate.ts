/** Bounds of a gate. */
export interface GateBounds {
  /** Most tasks inside. */
  readonly inside: number;
  /** While `applies` answers true, tasks are admitted one after another. */
  readonly oneByOne?: {
    readonly applies: () => boolean;
    /** After so many milliseconds the next task is admitted beside a running one, so that none blocks the others. */
    readonly atMostMs: number;
  };
  /** Most tasks of one caller inside. */
  readonly insideEach: number;
  /** Most tasks waiting; further ones are turned away. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** Longest wait, in milliseconds. */
  readonly waitMs: number;
}

/** Result of entering a gate. */
export type GateEntry =
  /** `leave` releases the place; a second call has no effect. */
  | { readonly isInside: true; readonly leave: () => void }
  /**
   * `isOwnDoing`: the caller's own tasks fill its share of the gate or of the queue. Otherwise the tasks of all
   * callers do.
   */
  | { readonly isInside: false; readonly isOwnDoing: boolean };

interface Waiter {
  readonly since: number;
  letIn(): void;
}

/**
 * Admits a bounded number of tasks and shares places fairly: of the waiting callers, the one with the fewest tasks
 * inside is next, in turns between equals. The queue is bounded in length and in time.
 */
export class FairGate {
  #bounds: GateBounds;
  #inside = 0;
  #waitingCount = 0;
  /** Tasks admitted recently, which count where tasks are admitted one after another. */
  #fresh = 0;
  readonly #held = new Map<string, number>();
  readonly #returning: Waiter[] = [];
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Callers waiting until the gate is empty. */
  readonly #givingWay = new Set<() => void>();

  constructor(bounds: GateBounds) {
    this.#bounds = bounds;
  }

  /** Whether nobody is inside or waits. */
  get isIdle(): boolean {
    return this.#inside + this.#waitingCount + this.#returning.length === 0;
  }

  /** Number of tasks inside. */
  get inside(): number {
    return this.#inside;
  }

  /** Longest current wait in milliseconds; 0 where nobody waits. */
  get longestWaitMs(): number {
    let since = this.#returning[0]?.since ?? Number.POSITIVE_INFINITY;
    // The tasks of one caller are in order of arrival.
    for (const [first] of this.#waiting.values()) since = Math.min(since, first?.since ?? since);
    return Math.max(0, performance.now() - since);
  }

  /** Waits until nobody is inside, at most so many milliseconds. */
  emptied(atMostMs: number): Promise<void> {
    if (this.#inside === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(deadline);
        this.#givingWay.delete(end);
        resolve();
      };
      const deadline = setTimeout(end, atMostMs);
      this.#givingWay.add(end);
    });
  }

  /** Applies new bounds from now on; tasks inside stay. */
  adopt(bounds: GateBounds): void {
    this.#bounds = bounds;
    this.#admit();
  }

  /** Takes a place for `who`, after a wait if need be; stops waiting when `gone` is aborted. */
  enter(who: string, gone?: AbortSignal): Promise<GateEntry> | GateEntry {
    const { waiting, waitingEach, waitMs } = this.#bounds;
    const own = this.#waiting.get(who);
    if (this.#hasPlace && this.#mayEnter(who) && !own) return this.#letIn(who);
    if (this.#waitingCount >= waiting || (own?.size ?? 0) >= waitingEach) return this.#refusal(who);
    return new Promise((resolve) => {
      const end = (entry: GateEntry) => {
        clearTimeout(deadline);
        gone?.removeEventListener("abort", giveUp);
        resolve(entry);
      };
      const waiter: Waiter = { since: performance.now(), letIn: () => end(this.#letIn(who)) };
      const giveUp = () => {
        this.#forget(who, waiter);
        end(this.#refusal(who));
      };
      const deadline = setTimeout(giveUp, waitMs);
      gone?.addEventListener("abort", giveUp);
      this.#waiting.set(who, (own ?? new Set()).add(waiter));
      this.#waitingCount += 1;
    });
  }

  /**
   * Takes a place for a task that was inside before and has to finish: ahead of all new ones, beyond its caller's
   * share if need be, and without a time limit. Answers a function that releases the place.
   */
  reenter(who: string): Promise<() => void> | (() => void) {
    if (this.#hasPlace) return this.#letIn(who).leave;
    return new Promise((resolve) =>
      this.#returning.push({ since: performance.now(), letIn: () => resolve(this.#letIn(who).leave) }),
    );
  }

  get #hasPlace(): boolean {
    const { inside, oneByOne } = this.#bounds;
    return this.#inside < inside && (this.#fresh === 0 || oneByOne?.applies() !== true);
  }

  #heldBy(who: string): number {
    return this.#held.get(who) ?? 0;
  }

  #mayEnter(who: string): boolean {
    return this.#heldBy(who) < this.#bounds.insideEach;
  }

  /**
   * Why a task is turned away: by the caller's own tasks, if it has used up its share of places or queue among the
   * callers present.
   */
  #refusal(who: string): GateEntry {
    const held = this.#heldBy(who);
    const callers = new Set([...this.#held.keys(), ...this.#waiting.keys(), who]).size;
    const share = Math.max(1, Math.floor(this.#bounds.inside / callers));
    const isQueueFull = (this.#waiting.get(who)?.size ?? 0) >= this.#bounds.waitingEach;
    return { isInside: false, isOwnDoing: held >= Math.min(share, this.#bounds.insideEach) || isQueueFull };
  }

  #letIn(who: string): { readonly isInside: true; readonly leave: () => void } {
    this.#inside += 1;
    this.#held.set(who, this.#heldBy(who) + 1);
    const age = this.#ageing();
    let isHeld = true;
    const leave = () => {
      if (!isHeld) return;
      isHeld = false;
      age();
      this.#inside -= 1;
      const left = this.#heldBy(who) - 1;
      if (left > 0) this.#held.set(who, left);
      else this.#held.delete(who);
      this.#admit();
      if (this.#inside === 0) for (const end of this.#givingWay) end();
    };
    return { isInside: true, leave };
  }

  /** Counts a task as recent until its time is over, or until the returned function is called. */
  #ageing(): () => void {
    const { oneByOne } = this.#bounds;
    if (!oneByOne) return () => {};
    this.#fresh += 1;
    let isFresh = true;
    const age = () => {
      clearTimeout(timer);
      if (isFresh) this.#fresh -= 1;
      isFresh = false;
    };
    // The next task must be admitted even if nobody arrives or leaves.
    const timer = setTimeout(() => {
      age();
      this.#admit();
    }, oneByOne.atMostMs).unref();
    return age;
  }

  #forget(who: string, waiter: Waiter): void {
    const own = this.#waiting.get(who);
    if (!own?.delete(waiter)) return;
    this.#waitingCount -= 1;
    // A caller that was served goes to the end of the turn.
    this.#waiting.delete(who);
    if (own.size > 0) this.#waiting.set(who, own);
  }

  #admit(): void {
    while (this.#hasPlace) {
      const next = this.#returning.shift() ?? this.#takeNext();
      if (!next) return;
      next.letIn();
    }
  }

  #takeNext(): Waiter | undefined {
    let next: string | undefined;
    for (const who of this.#waiting.keys())
      if (this.#mayEnter(who) && (next === undefined || this.#heldBy(who) < this.#heldBy(next))) next = who;
    const [waiter] = next === undefined ? [] : (this.#waiting.get(next) ?? []);
    if (next === undefined || !waiter) return undefined;
    this.#forget(next, waiter);
    return waiter;
  }
}
