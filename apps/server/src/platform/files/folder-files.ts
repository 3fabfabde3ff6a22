import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkFileName, type FileStore, type StoredFile, unfinishedKeptMs } from "./file-store.ts";

const unfinished = ".part";

/** Stores files of any size in a directory. Several nodes need one that all of them mount. */
export function folderFiles(directory: string): FileStore {
  const pathOf = (name: string): string => join(directory, checkFileName(name));
  return {
    put: async (name, content) => writeWhole(pathOf(name), content),
    read: async (name) => {
      const path = pathOf(name);
      const found = await stat(path).catch(absent);
      return found?.isFile() ? { content: createReadStream(path), bytes: found.size } : undefined;
    },
    remove: async (name) => {
      await rm(pathOf(name), { force: true });
    },
    removeUnfinished: (now) => removeDrafts(directory, now.getTime() - unfinishedKeptMs),
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

async function removeDrafts(directory: string, beforeMs: number): Promise<number> {
  let removed = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(unfinished)) continue;
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs > beforeMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Number of files below a directory, and their total size. */
export async function sizeOfFolder(directory: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
