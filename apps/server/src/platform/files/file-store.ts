import type { Readable } from "node:stream";

/** A file as it was stored. */
export interface StoredFile {
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
}

/** Where made and uploaded files are kept. Names are the platform's own, `folder/name.ext`, never a caller's. */
export interface FileStore {
  /** Stores a file whole or not at all, without ever holding more of it than one piece. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Opens a file; undefined when there is none. */
  read(name: string): Promise<{ readonly content: Readable; readonly bytes: number } | undefined>;
  /** Removes a file; one that is gone already is fine. */
  remove(name: string): Promise<void>;
  /** Removes what processes left unfinished when they were killed, older than a day. Answers how many pieces. */
  removeUnfinished(now: Date): Promise<number>;
}

/** What is unfinished for longer than this belongs to nobody any more. */
export const unfinishedKeptMs = 86_400_000;

const nameForm = /^[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,8})?$/;

/** Refuses what is no name of a stored file, such as a path that leads elsewhere. */
export function checkFileName(name: string): string {
  if (!nameForm.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a stored file`);
  return name;
}
