import type { Kysely } from "kysely";
import type pg from "pg";
import { type FilesPlace, markPlace, type SharedPlace } from "../files/files-place.ts";
import { SetupError } from "./setup-error.ts";
import type { Tables } from "./tables.ts";

/** Facts that all nodes of an installation share, as configured on this node. */
export interface InstallationFacts {
  /** Keyed fingerprint of the secret, and of the previous one during rotation. */
  readonly fingerprint: string;
  readonly previousFingerprint: string | undefined;
  /** Ids of the password peppers derived from these secrets. */
  readonly pepperIds: readonly string[];
  readonly files: FilesPlace;
}

interface Recorded {
  readonly secret_fingerprint: string;
  readonly files_mark: string | null;
}

/**
 * Refuses a node whose secret or file store differs from the installation's. Read only. A database older than this
 * record is recognised by the pepper ids of its passwords.
 */
export async function refuseForeign(client: pg.ClientBase, facts: InstallationFacts): Promise<void> {
  const recorded = await readRecord(client);
  if (recorded === undefined) return refuseForeignPasswords(client, facts);
  if (![facts.fingerprint, facts.previousFingerprint].includes(recorded.secret_fingerprint)) throw foreignSecret();
  const { files } = facts;
  const { files_mark: mark } = recorded;
  if (mark === null || (files.kind === "database" && files.isChosen)) return;
  if (!isShared(files)) {
    throw new SetupError(
      "foreignFiles",
      "The other nodes of this installation keep files in a shared folder or bucket: set COUNTINGHOUSE_FILES to it, or to database to leave that place.",
    );
  }
  if (files.mark !== mark) {
    throw new SetupError(
      "foreignFiles",
      "COUNTINGHOUSE_FILES names another folder or bucket than the one that the other nodes of this installation share: name the same one, or copy all of it, its mark included.",
    );
  }
}

/**
 * Records the facts of the first node, and follows a change of secret or folder. Call it inside the set-up
 * transaction.
 */
export async function recordInstallation(client: pg.ClientBase, facts: InstallationFacts): Promise<void> {
  await refuseForeign(client, facts);
  const { files } = facts;
  const mark = isShared(files) ? await markPlace(files) : null;
  await client.query(
    `INSERT INTO public.installation (secret_fingerprint, files_mark) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET secret_fingerprint = excluded.secret_fingerprint, files_mark = excluded.files_mark
     WHERE (installation.secret_fingerprint, installation.files_mark) IS DISTINCT FROM (excluded.secret_fingerprint, excluded.files_mark)`,
    [facts.fingerprint, mark],
  );
}

const isShared = (files: FilesPlace): files is SharedPlace => files.kind === "sharedFolder" || files.kind === "bucket";

/** Fingerprint of the secret that the database was last started with; null where none was recorded. */
export async function recordedFingerprint(client: pg.ClientBase): Promise<string | null> {
  return (await readRecord(client))?.secret_fingerprint ?? null;
}

/** Mark of the folder or bucket that stores the installation's files; null where the database stores them. */
export async function recordedFilesMark(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom("installation").select("filesMark").executeTakeFirst();
  return row?.filesMark ?? null;
}

async function readRecord(client: pg.ClientBase): Promise<Recorded | undefined> {
  if (!(await exists(client, "public.installation"))) return undefined;
  const { rows } = await client.query<Recorded>("SELECT secret_fingerprint, files_mark FROM public.installation");
  return rows[0];
}

async function refuseForeignPasswords(client: pg.ClientBase, { pepperIds }: InstallationFacts): Promise<void> {
  if (!(await exists(client, "public.credentials"))) return;
  const { rows } = await client.query<{ foreign: boolean }>(
    "SELECT count(*) > 0 AND count(*) FILTER (WHERE pepper_id = ANY ($1)) = 0 AS foreign FROM public.credentials",
    [pepperIds],
  );
  if (rows[0]?.foreign) throw foreignSecret();
}

async function exists(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  return rows[0]?.found === true;
}

function foreignSecret(): SetupError {
  return new SetupError(
    "foreignSecret",
    "The secret of this node is not the one that this database was set up with, so nothing was changed: give every node the same COUNTINGHOUSE_SECRET, or bring back the file secret of the data directory.",
  );
}
