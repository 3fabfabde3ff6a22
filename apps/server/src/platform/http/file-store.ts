import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
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
}

const nameForm = /^[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,8})?$/;
const unfinished = ".part";

/** Keeps files below a directory of this machine. Several nodes need a directory that all of them see. */
export function createLocalFileStore(directory: string): FileStore {
  const pathOf = (name: string): string => {
    if (!nameForm.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a stored file`);
    return join(directory, name);
  };
  return {
    put: (name, content) => writeWhole(pathOf(name), content),
    read: async (name) => {
      const path = pathOf(name);
      const found = await stat(path).catch(absent);
      return found?.isFile() ? { content: createReadStream(path), bytes: found.size } : undefined;
    },
    remove: async (name) => {
      await rm(pathOf(name), { force: true });
    },
  };
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = path + unfinished;
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(draft, "w", 0o600);
  try {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      await file.write(piece);
    }
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
  return { bytes, checksum: hash.digest("hex") };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Removes drafts that a process left behind when it was killed, older than a day. Answers how many. */
export async function removeAbandonedDrafts(directory: string, nowMs: number): Promise<number> {
  let removed = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(unfinished)) continue;
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs > nowMs - 86_400_000) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
