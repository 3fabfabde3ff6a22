/**
 * A write-once store outside the database for each day's heads of the chains: somebody with access to the database
 * cannot reach it, and the product itself cannot overwrite a day.
 */
export interface HeadStore {
  /** The variable that configured the store. */
  readonly name: string;
  /** The stored days, `2026-11-21`, oldest first. */
  days(): Promise<readonly string[]>;
  /** The text that was stored first for a day. */
  read(day: string): Promise<string>;
  /** Stores a day. Throws where it is stored already, and where the store does not guarantee retention. */
  keep(day: string, text: string): Promise<void>;
  /** Days that somebody tried to overwrite or delete. */
  disturbed(): Promise<readonly string[]>;
}

/** The published heads of a day. */
export interface DailyHeads {
  readonly day: string;
  readonly text: string;
}

/** An external witness that receives and keeps the heads of a day. */
export interface ChainHeadRecipient {
  /** An e-mail address or a host name. */
  readonly name: string;
  /** Throws where the message was not accepted. */
  tell(telling: DailyHeads): Promise<void>;
}
