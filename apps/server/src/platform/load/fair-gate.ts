/** Bounds of a gate. */
export interface GateBounds {
  /** Works inside at once. */
  readonly inside: number;
  /** Lets works in one after another for as long as it says so. */
  readonly oneByOne?: {
    readonly applies: () => boolean;
    /** The next one comes in beside a work that has been inside for so long, in milliseconds: none holds up the others. */
    readonly atMostMs: number;
  };
  /** Works of one caller inside at once. */
  readonly insideEach: number;
  /** Works that may wait outside; one more is turned away. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** Longest wait, in milliseconds. */
  readonly waitMs: number;
}

/** What became of somebody who came to a gate. */
export type GateEntry =
  /** `leave` gives the place back; called twice it counts once. */
  | { readonly isInside: true; readonly leave: () => void }
  /** `isOwnDoing`: the caller's own works fill its share, or its part of the queue. Otherwise those of all fill the gate. */
  | { readonly isInside: false; readonly isOwnDoing: boolean };

interface Waiter {
  readonly since: number;
  letIn(): void;
}

/**
 * Lets a bounded number of works in, and shares its places fairly: of those who wait, the caller with the fewest works
 * inside comes next, in turns where several have equally few. The queue is bounded in length and in time.
 */
export class FairGate {
  #bounds: GateBounds;
  #inside = 0;
  #waitingCount = 0;
  /** Works that came in a moment ago, by which works come in one after another. */
  #fresh = 0;
  readonly #held = new Map<string, number>();
  readonly #returning: Waiter[] = [];
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Who waits until nobody is inside. */
  readonly #givingWay = new Set<() => void>();

  constructor(bounds: GateBounds) {
    this.#bounds = bounds;
  }

  /** Nobody is inside or waits. */
  get isIdle(): boolean {
    return this.#inside + this.#waitingCount + this.#returning.length === 0;
  }

  /** Works inside now. */
  get inside(): number {
    return this.#inside;
  }

  /** How long the one has waited who waits longest, in milliseconds; 0 where nobody waits. */
  get longestWaitMs(): number {
    let since = this.#returning[0]?.since ?? Number.POSITIVE_INFINITY;
    // Those of one caller stand in the order in which they came.
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

  /** Goes by other bounds from now on; whoever is inside stays. */
  adopt(bounds: GateBounds): void {
    this.#bounds = bounds;
    this.#admit();
  }

  /** Takes a place for `who`, after a wait if need be; whoever is `gone` meanwhile waits no longer. */
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
   * Takes a place for a work that was inside before and has to be ended: ahead of all who are new, beyond the share of
   * its caller if need be, and however long it takes. Answers what gives the place back.
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

  /** Whoever has its share of the places, or of the queue, waits for its own works: the places among all who are here. */
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

  /** Counts a work among the fresh ones until its time is over, or until what is answered is called. */
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
    // Nobody has to come or go for the next one to be let in.
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
    // Whoever was served goes to the end of the turn.
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
