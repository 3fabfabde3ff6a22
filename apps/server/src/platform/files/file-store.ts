import type { Readable } from "node:stream";

/** A stored file. */
export interface StoredFile {
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
}

/** Stores generated and uploaded files. Names are the platform's own, `folder/name.ext`, never a caller's. */
export interface FileStore {
  /** Stores a file completely or not at all, holding one piece of it in memory. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Opens a file; undefined when there is none. */
  read(name: string): Promise<{ readonly content: Readable; readonly bytes: number } | undefined>;
  /** Removes a file; does nothing where it is gone already. */
  remove(name: string): Promise<void>;
  /** Removes unfinished files of killed processes, older than a day. Answers how many pieces. */
  removeUnfinished(now: Date): Promise<number>;
}

/** Age in milliseconds after which an unfinished file is abandoned. */
export const unfinishedKeptMs = 86_400_000;

const nameForm = /^[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,8})?$/;

/** Refuses a name that is not one of a stored file, such as a path that leads elsewhere. */
export function checkFileName(name: string): string {
  if (!nameForm.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a stored file`);
  return name;
}
