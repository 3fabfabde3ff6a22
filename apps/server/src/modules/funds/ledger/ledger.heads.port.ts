/**
 * A place outside the database that keeps the heads of the chains of each day, once and for all: whoever owns the
 * database cannot reach it, and the product itself cannot write a day again.
 */
export interface HeadStore {
  /** The variable that chose the place. */
  readonly name: string;
  /** The days that are kept, `2026-11-21`, the oldest first. */
  days(): Promise<readonly string[]>;
  /** What was kept first for a day. */
  read(day: string): Promise<string>;
  /** Keeps a day. Throws where it is kept already, and where the place does not promise to keep it. */
  keep(day: string, text: string): Promise<void>;
  /** Days that somebody tried to write again or to remove. */
  disturbed(): Promise<readonly string[]>;
}

/** The heads of a day as they are published. */
export interface DailyHeads {
  readonly day: string;
  readonly text: string;
}

/** A witness outside that is sent the heads of a day and keeps them. */
export interface ChainHeadRecipient {
  /** A person's mail address or a host. */
  readonly name: string;
  /** Throws where it was not taken. */
  tell(telling: DailyHeads): Promise<void>;
}
