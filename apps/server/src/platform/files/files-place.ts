import { randomUUID } from "node:crypto";
import { access, constants, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Tables } from "../db/tables.ts";
import { databaseFiles } from "./database-files.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";

/**
 * Where an installation keeps its files: in the database, which all nodes share; in a folder that every node reaches, known
 * by the mark that lies in it; or in the data directory, where the embedded database has one node only.
 */
export type FilesPlace =
  | { readonly kind: "database"; readonly isChosen: boolean }
  | { readonly kind: "dataDirectory"; readonly directory: string }
  | {
      readonly kind: "sharedFolder";
      readonly directory: string;
      /** The folder's mark; undefined in one that was not used yet. */
      readonly mark: string | undefined;
    };

const markName = ".countinghouse-files";

/** Reads the place from the configuration. Refuses, by the variable's name, a folder that is not there or not writable. */
export async function filesPlace({ files, database, dataDir }: Config): Promise<FilesPlace> {
  if (files === "database") return { kind: "database", isChosen: true };
  if (files === undefined) {
    return database.DATABASE_URL === undefined
      ? { kind: "dataDirectory", directory: join(dataDir, "files") }
      : { kind: "database", isChosen: false };
  }
  // Never made here: a folder whose network drive is not mounted has to be noticed.
  await access(files, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `COUNTINGHOUSE_FILES=${files} cannot be written (${error.code}): make or mount the folder that all nodes share, and give this user the right to it.`,
    );
  });
  return { kind: "sharedFolder", directory: files, mark: await readMark(files) };
}

/** Marks a shared folder that has no mark; answers the one that it has now, whoever was first. */
export async function markFolder(directory: string): Promise<string> {
  await writeFile(join(directory, markName), randomUUID(), { flag: "wx", mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  return (await readMark(directory)) ?? "";
}

const readMark = (directory: string): Promise<string | undefined> =>
  readFile(join(directory, markName), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

/** Opens the files of a place. In a folder, what the database still has from before is found as well. */
export function openFiles(place: FilesPlace, db: Kysely<Tables>): FileStore {
  const inDatabase = databaseFiles(db);
  if (place.kind === "database") return inDatabase;
  const inFolder = folderFiles(place.directory);
  return {
    put: inFolder.put,
    read: async (name) => (await inFolder.read(name)) ?? inDatabase.read(name),
    remove: async (name) => {
      await inFolder.remove(name);
      await inDatabase.remove(name);
    },
    removeUnfinished: async (now) => (await inFolder.removeUnfinished(now)) + (await inDatabase.removeUnfinished(now)),
  };
}
