import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { checkFileName, type FileStore, type StoredFile, unfinishedKeptMs } from "./file-store.ts";

/** Largest file stored in the database, in MiB; larger ones need a folder. */
export const databaseFileMaxMiB = 256;

const pieceBytes = 512 * 1024;

/**
 * Stores files of bounded size in the database, in pieces, so that every node reads what another wrote and a backup
 * includes them. Refuses a larger one with `platform.fileTooLarge`. No transaction stays open while a file is written.
 */
export function databaseFiles(db: Kysely<Tables>, maxBytes = databaseFileMaxMiB * 1024 * 1024): FileStore {
  return {
    put: async (name, content) => {
      checkFileName(name);
      const contentId = randomUUID();
      try {
        const stored = await writePieces(db, contentId, content, maxBytes);
        await nameContent(db, name, contentId, stored.bytes);
        return stored;
      } catch (error) {
        // Pieces that cannot be removed now count as unfinished and are removed after a day.
        await removeContent(db, contentId).catch(() => {});
        throw error;
      }
    },
    read: async (name) => {
      const found = await findFile(db, checkFileName(name));
      return found && { content: Readable.from(piecesOf(db, found), { objectMode: false }), bytes: found.bytes };
    },
    remove: (name) =>
      db.transaction().execute(async (tx) => {
        const found = await findFile(tx, checkFileName(name));
        if (!found) return;
        await tx.deleteFrom("storedFiles").where("contentId", "=", found.contentId).execute();
        await removeContent(tx, found.contentId);
      }),
    removeUnfinished: async (now) => {
      const { numAffectedRows } = await sql`
        DELETE FROM stored_file_pieces AS p WHERE stored_at < ${new Date(now.getTime() - unfinishedKeptMs).toISOString()}
           AND NOT EXISTS (SELECT FROM stored_files AS f WHERE f.content_id = p.content_id)`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

interface Found {
  readonly contentId: string;
  readonly bytes: number;
}

const findFile = (db: Kysely<Tables>, name: string): Promise<Found | undefined> =>
  db.selectFrom("storedFiles").select(["contentId", "bytes"]).where("name", "=", name).executeTakeFirst();

async function writePieces(
  db: Kysely<Tables>,
  contentId: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  let piece = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const flush = async () => {
    piece += 1;
    await db
      .insertInto("storedFilePieces")
      .values({ contentId, piece, content: Buffer.concat(held) })
      .execute();
    held = [];
    heldBytes = 0;
  };
  for await (const part of content) {
    hash.update(part);
    bytes += part.length;
    if (bytes > maxBytes) throw refuse("platform.fileTooLarge", { megabytes: Math.floor(maxBytes / 1024 / 1024) });
    held.push(part);
    heldBytes += part.length;
    if (heldBytes >= pieceBytes) await flush();
  }
  if (heldBytes > 0) await flush();
  return { bytes, checksum: hash.digest("hex") };
}

/** Gives pieces a file's name, replacing the previous content. */
const nameContent = (db: Kysely<Tables>, name: string, contentId: string, bytes: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await findFile(tx, name);
    await tx
      .insertInto("storedFiles")
      .values({ name, contentId, bytes })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ contentId, bytes }))
      .execute();
    if (before) await removeContent(tx, before.contentId);
  });

async function removeContent(db: Kysely<Tables>, contentId: string): Promise<void> {
  await db.deleteFrom("storedFilePieces").where("contentId", "=", contentId).execute();
}

async function* piecesOf(db: Kysely<Tables>, { contentId, bytes }: Found): AsyncGenerator<Buffer> {
  let left = bytes;
  for (let piece = 1; left > 0; piece += 1) {
    const found = await db
      .selectFrom("storedFilePieces")
      .select("content")
      .where("contentId", "=", contentId)
      .where("piece", "=", piece)
      .executeTakeFirst();
    if (!found) throw new Error("the file was replaced or removed while it was read");
    left -= found.content.length;
    yield found.content;
  }
}
