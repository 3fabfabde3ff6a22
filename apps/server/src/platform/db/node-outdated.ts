import { type Kysely, sql } from "kysely";
import type { KeyRing } from "../crypto/key-ring.ts";
import { newestMigration } from "../release.ts";
import type { Tables } from "./tables.ts";

/** Why a node is outdated: the installation has moved to another secret or a later release. */
export type OutdatedReason = "secret" | "release";

/**
 * This node cannot verify a seal, because the installation has moved on without it. The row is neither genuine nor
 * altered to this node, which leaves it to the others. It is not a refusal of the payment: nobody may take it for a
 * missing price.
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
 * Why this node is outdated, without a seal to check: each node writes the fingerprint of its secret and the
 * migrations as the schema's owner when it starts, before it seals anything.
 */
export async function outdatedReasonOf(db: Kysely<Tables>, ring: KeyRing): Promise<OutdatedReason | undefined> {
  const { rows } = await sql<{ fingerprint: string | null; migration: string | null }>`
    SELECT (SELECT secret_fingerprint FROM installation) AS fingerprint,
           (SELECT max(name) FROM schema_migrations) AS migration`.execute(db);
  const [{ fingerprint = null, migration = null } = {}] = rows;
  if (fingerprint !== null && !ring.fingerprints.includes(fingerprint)) return "secret";
  return migration !== null && migration > newestMigration ? "release" : undefined;
}
