import { createHmac } from "node:crypto";
import type { Book } from "./book.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** What every rule of the simulator works on. */
export interface World {
  readonly book: Book;
  readonly clock: Clock;
  readonly random: Random;
  /** Callers waiting for the clock. */
  readonly sleepers: { readonly at: number; readonly wake: () => void }[];
  /** Where payers' pages are reached, without a final slash. */
  readonly publicUrl: () => string;
  readonly mayNotify: (url: string) => boolean;
  readonly say: (line: string) => void;
}

/** A new identifier: unique over restarts by its instant, repeated exactly by a manual clock. */
export function newId(world: World, prefix: string): string {
  world.book.lastNumber += 1;
  return `${prefix}_${world.clock.now().toString(36)}${world.book.lastNumber.toString(36).padStart(6, "0")}`;
}

/** A keyed hash of what must be recognised again and never read. */
export const fingerprint = (world: World, text: string): string =>
  createHmac("sha256", world.book.salt).update(text).digest("hex");

/** Counts one more try of the key and says how many there were, this one included. */
export function countTry(world: World, key: string): number {
  const count = (world.book.tries.get(key) ?? 0) + 1;
  world.book.tries.set(key, count);
  return count;
}
