import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { HeadStore } from "./ledger.heads.port.ts";

const fileForm = /^heads-(\d{4}-\d\d-\d\d)\.json$/;

/**
 * Stores heads in a folder, one file a day, that only its owner's operating system can overwrite: on a write-once file
 * system, of another account, or of a bucket with object lock. Nodes share one folder.
 */
export function createHeadFolder(folder: string): HeadStore {
  const pathOf = (day: string): string => join(folder, `heads-${day}.json`);
  return {
    name: "COUNTINGHOUSE_LEDGER_HEADS",
    days: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      return names.flatMap((name) => fileForm.exec(name)?.[1] ?? []).sort();
    },
    read: (day) => readFile(pathOf(day), "utf8"),
    keep: async (day, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeOnce(pathOf(day), text);
    },
    // A folder keeps no versions.
    disturbed: async () => [],
  };
}

async function writeOnce(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o444);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
