import { randomUUID } from "node:crypto";
import { access, constants, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Tables } from "../db/tables.ts";
import { bucketFiles, checkBucket, markBucket, readBucketMark } from "./bucket-files.ts";
import { databaseFiles } from "./database-files.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { type ObjectBucket, openBucket } from "./object-bucket.ts";

/**
 * Where an installation stores its files: in the database, which all nodes share; in a folder or bucket that every
 * node reaches, identified by a mark stored in it; or in the data directory, for the embedded database with its single
 * node.
 */
export type FilesPlace =
  | { readonly kind: "database"; readonly isChosen: boolean }
  | { readonly kind: "dataDirectory"; readonly directory: string }
  | SharedPlace;

/** A file store outside the database. The mark is undefined in one that was not used yet. */
export type SharedPlace =
  | { readonly kind: "sharedFolder"; readonly directory: string; readonly mark: string | undefined }
  | { readonly kind: "bucket"; readonly bucket: ObjectBucket; readonly mark: string | undefined };

const markName = ".countinghouse-files";

/** The configured file store. Refuses, by the variable's name, one that does not exist or is not writable. */
export async function filesPlace({ files, filesBucket, database, dataDir }: Config): Promise<FilesPlace> {
  if (files === "database") return { kind: "database", isChosen: true };
  if (filesBucket) {
    const bucket = openBucket(filesBucket);
    await checkBucket(bucket);
    return { kind: "bucket", bucket, mark: await readBucketMark(bucket) };
  }
  if (files === undefined) {
    return database.DATABASE_URL === undefined
      ? { kind: "dataDirectory", directory: join(dataDir, "files") }
      : { kind: "database", isChosen: false };
  }
  // Never created here: a folder whose network drive is not mounted must be noticed.
  await access(files, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `COUNTINGHOUSE_FILES=${files} cannot be written (${error.code}): make or mount the folder that all nodes share, and give this user the right to it.`,
    );
  });
  return { kind: "sharedFolder", directory: files, mark: await readMark(files) };
}

/** Marks a shared store that has no mark; answers the mark it has now. Call it from one node at a time. */
export const markPlace = (place: SharedPlace): Promise<string> =>
  place.kind === "bucket" ? markBucket(place.bucket) : markFolder(place.directory);

/** Marks a shared folder that has no mark; answers the mark it has now, also when another node was first. */
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

/** Opens a file store. Outside the database, files that the database still holds from before are found as well. */
export function openFiles(place: FilesPlace, db: Kysely<Tables>): FileStore {
  const inDatabase = databaseFiles(db);
  if (place.kind === "database") return inDatabase;
  const outside = place.kind === "bucket" ? bucketFiles(place.bucket) : folderFiles(place.directory);
  return {
    put: outside.put,
    read: async (name) => (await outside.read(name)) ?? inDatabase.read(name),
    remove: async (name) => {
      await outside.remove(name);
      await inDatabase.remove(name);
    },
    removeUnfinished: async (now) => (await outside.removeUnfinished(now)) + (await inDatabase.removeUnfinished(now)),
  };
}
