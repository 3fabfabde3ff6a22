import type { World } from "./world.ts";

/** What may be due later. Tasks are data, so that a snapshot keeps them. */
export type TaskKind =
  | "succeedPayment"
  | "expirePage"
  | "expirePayment"
  | "bounceDebit"
  | "acceptRefund"
  | "finishRefund"
  | "reverseRefund"
  | "openDispute"
  | "fraudNotice"
  | "escalateDispute"
  | "ruleDispute"
  | "reopenDispute"
  | "withdrawDispute"
  | "expireDispute"
  | "finishPayout"
  | "deliver"
  | "payPayment"
  | "settleDay";

export interface Task {
  readonly at: number;
  readonly kind: TaskKind;
  /** The object the task is about. */
  readonly id: string;
  /** What the kind needs besides; empty for most. */
  readonly detail: string;
}

export type TaskHandlers = Readonly<Record<TaskKind, (world: World, task: Task) => void | Promise<void>>>;

/** Puts a task on the agenda, `afterMs` from now on the simulator's clock. */
export function later(world: World, afterMs: number, kind: TaskKind, id: string, detail = ""): void {
  world.book.tasks.push({ at: world.clock.now() + afterMs, kind, id, detail });
}

/** Waits on the simulator's clock; zero does not wait at all. */
export const pause = (world: World, ms: number): Promise<void> =>
  ms <= 0
    ? Promise.resolve()
    : new Promise((resolve) => world.sleepers.push({ at: world.clock.now() + ms, wake: resolve }));

const takeWhere = <Item>(items: Item[], isTaken: (item: Item) => boolean): Item[] => {
  const taken = items.filter(isTaken);
  const left = items.filter((item) => !isTaken(item));
  items.splice(0, items.length, ...left);
  return taken;
};

const nextInstant = ({ book, sleepers }: World): number =>
  [...book.tasks, ...sleepers].reduce((soonest, { at }) => Math.min(soonest, at), Number.POSITIVE_INFINITY);

/**
 * Does everything due up to the instant, in order of time and then of entry; tasks of one instant start together, so
 * that two notifications of one instant really race.
 */
export async function runUntil(world: World, handlers: TaskHandlers, instant: number): Promise<void> {
  for (let due = nextInstant(world); due <= instant; due = nextInstant(world)) {
    world.clock.moveTo(due);
    for (const { wake } of takeWhere(world.sleepers, ({ at }) => at <= due)) wake();
    await Promise.all(
      takeWhere(world.book.tasks, ({ at }) => at <= due).map((task) => handlers[task.kind](world, task)),
    );
    world.book.clock = world.clock.now();
  }
  world.clock.moveTo(instant);
  world.book.clock = world.clock.now();
}
