/**
 * A place outside the database that keeps the heads of the chains of each day, once and for all: whoever owns the
 * database cannot reach it, and the product itself cannot write a day again.
 */
export interface HeadStore {
  /** The days that are kept, `2026-11-21`, the oldest first. */
  days(): Promise<readonly string[]>;
  read(day: string): Promise<string>;
  /** Keeps a day. Throws where it is kept already. */
  keep(day: string, text: string): Promise<void>;
}

/** Somebody outside who is told the heads of a day and keeps what was told. */
export interface HeadWitness {
  /** Throws where it was not taken. */
  tell(text: string): Promise<void>;
}
