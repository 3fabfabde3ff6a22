import type { HashFunction } from "@countinghouse/ledger/seal.ts";
import { type Kysely, sql } from "kysely";
import { hmacSha256Hex, sha256Hex } from "../crypto/digest.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { isSealedByOldKey, open, seal } from "../crypto/sealing.ts";
import { NodeOutdated, outdatedReasonOf } from "../db/node-outdated.ts";
import type { Tables } from "../db/tables.ts";
import type { ChainDigests } from "./chain.policy.ts";

type Db = Kysely<Tables>;

/** Keys of seals: the current one, and every earlier one that a seal names. */
export interface SealKeys extends ChainDigests {
  readonly active: { readonly id: string; readonly hmac: HashFunction };
}

/** Key purpose of seals. */
export const sealPurpose = "ledger-seal";
const purpose = sealPurpose;
const bindingOf = (id: string): string => `ledger-seal-key:${id}`;
const hmacBy =
  (key: Buffer): HashFunction =>
  (text) =>
    hmacSha256Hex(key, text);

/**
 * Loads the keys: those derived from the current and the previous secret, and earlier ones, which are stored
 * encrypted. A stored key that was altered, or encrypted under a secret that is gone, cannot be decrypted and counts
 * as unknown. Throws {@link NodeOutdated} on a node whose secret was replaced: seals of the other nodes would look
 * altered to it.
 */
export async function readSealKeys(db: Db, ring: KeyRing): Promise<SealKeys> {
  if ((await outdatedReasonOf(db, ring)) === "secret") throw new NodeOutdated("secret");
  const rows = await db.selectFrom("ledgerSealKeys").select(["id", "wrapped"]).execute();
  const known = new Map<string, HashFunction>();
  for (const { id, wrapped } of rows) {
    const key = unwrapped(ring, id, wrapped);
    if (key) known.set(id, hmacBy(key));
  }
  for (const { id, key } of ring.all(purpose)) known.set(id, hmacBy(key));
  const { id, key } = ring.active(purpose);
  return { active: { id, hmac: hmacBy(key) }, sha256: sha256Hex, hmacOf: (name) => known.get(name) };
}

function unwrapped(ring: KeyRing, id: string, wrapped: string): Buffer | undefined {
  try {
    return Buffer.from(open(ring, wrapped, bindingOf(id)), "base64url");
  } catch {
    return undefined;
  }
}

/**
 * Stores the keys of the configured secrets, encrypted under the current one, so that seals still verify after the
 * secret was replaced twice. Answers whether none had been stored before. Concurrent callers wait until the end of the
 * transaction.
 */
export async function keepSealKeys(db: Db, ring: KeyRing, now: Date): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger seal keys', 0))`.execute(db);
  const kept = await db.selectFrom("ledgerSealKeys").select(["id", "wrapped"]).execute();
  for (const { id, key } of ring.all(purpose)) {
    if (kept.some((one) => one.id === id)) continue;
    const wrapped = seal(ring, key.toString("base64url"), bindingOf(id));
    await db.insertInto("ledgerSealKeys").values({ id, wrapped, createdAt: now.toISOString() }).execute();
  }
  for (const { id, wrapped } of kept) {
    const key = isSealedByOldKey(ring, wrapped) ? unwrapped(ring, id, wrapped) : undefined;
    if (!key) continue;
    const again = seal(ring, key.toString("base64url"), bindingOf(id));
    await db.updateTable("ledgerSealKeys").set({ wrapped: again }).where("id", "=", id).execute();
  }
  return kept.length === 0;
}
