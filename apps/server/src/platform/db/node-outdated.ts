import { type Kysely, sql } from "kysely";
import type { KeyRing } from "../crypto/key-ring.ts";
import { newestMigration } from "../release.ts";
import type { Tables } from "./tables.ts";

/** What an installation went on to without a node of it: another secret, or a later release. */
export type OutdatedReason = "secret" | "release";

/**
 * This node met a seal that it cannot judge, since the installation went on without it. It is neither genuine nor altered
 * to this node, which leaves what it covers to the others. No refusal of the payment's own: nobody takes it for a missing
 * price.
 */
export class NodeOutdated extends Error {
  readonly by: OutdatedReason;
  constructor(by: OutdatedReason) {
    super(
      by === "secret"
        ? "the secret of this installation was replaced: this node runs under the one before and leaves to the others what they sealed"
        : "a later release runs on this database: this node leaves to the others what they sealed",
    );
    this.name = "NodeOutdated";
    this.by = by;
  }
}

/**
 * By what the installation overtook this node, as it stands where no seal is asked: the fingerprint of its secret, and the
 * migrations, are written by the owner of the tables when a node starts, before it seals anything.
 */
export async function outdatedReasonOf(db: Kysely<Tables>, ring: KeyRing): Promise<OutdatedReason | undefined> {
  const { rows } = await sql<{ fingerprint: string | null; migration: string | null }>`
    SELECT (SELECT secret_fingerprint FROM installation) AS fingerprint,
           (SELECT max(name) FROM schema_migrations) AS migration`.execute(db);
  const [{ fingerprint = null, migration = null } = {}] = rows;
  if (fingerprint !== null && !ring.fingerprints.includes(fingerprint)) return "secret";
  return migration !== null && migration > newestMigration ? "release" : undefined;
}
