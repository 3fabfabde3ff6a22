import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];
export type TotpFactor = Selectable<Tables["totpFactors"]>;
export type StoredPasskey = Selectable<Tables["passkeys"]>;
type ChallengePurpose = Tables["webauthnChallenges"]["purpose"];

export const findTotp = (db: Db, userId: number): Promise<TotpFactor | undefined> =>
  db.selectFrom("totpFactors").selectAll().where("userId", "=", userId).executeTakeFirst();

/** Stores an unconfirmed secret, replacing an earlier unconfirmed one. */
export async function startTotp(db: Db, userId: number, sealed: string, now: Date): Promise<void> {
  const values = { sealed, createdAt: now.toISOString(), confirmedAt: null, lastStep: 0 };
  await db
    .insertInto("totpFactors")
    .values({ userId, ...values })
    .onConflict((conflict) =>
      conflict.column("userId").doUpdateSet(values).where("totpFactors.confirmedAt", "is", null),
    )
    .execute();
}

export async function confirmTotp(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable("totpFactors").set({ confirmedAt: now.toISOString() }).where("userId", "=", userId).execute();
}

/** Re-encrypts the same secret under a newer key. */
export async function resealTotp(db: Db, userId: number, sealed: string): Promise<void> {
  await db.updateTable("totpFactors").set({ sealed }).where("userId", "=", userId).execute();
}

/** Accepts a time step once; codes of this or an earlier step are used up. */
export async function useTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const used = await db
    .updateTable("totpFactors")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where("lastStep", "<", step)
    .returning("userId")
    .executeTakeFirst();
  return used !== undefined;
}

export async function removeTotp(db: Db, userId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom("totpFactors")
    .where("userId", "=", userId)
    .returning("userId")
    .executeTakeFirst();
  return removed !== undefined;
}

export const passkeysOf = (db: Db, userId: number): Promise<StoredPasskey[]> =>
  db.selectFrom("passkeys").selectAll().where("userId", "=", userId).orderBy("createdAt").orderBy("id").execute();

export const findPasskey = (db: Db, id: string): Promise<StoredPasskey | undefined> =>
  db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();

export async function insertPasskey(db: Db, passkey: Insertable<Tables["passkeys"]>): Promise<StoredPasskey> {
  return db.insertInto("passkeys").values(passkey).returningAll().executeTakeFirstOrThrow();
}

export async function usePasskey(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await db.updateTable("passkeys").set({ counter, lastUsedAt: now.toISOString() }).where("id", "=", id).execute();
}

export async function removePasskey(db: Db, userId: number, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("passkeys")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

interface Challenge {
  /** A session id or the hash of a ticket. */
  readonly owner: string;
  readonly purpose: ChallengePurpose;
  readonly challenge: string;
  readonly now: Date;
}

const challengeMs = 300_000;

/** Stores an owner's latest challenge; an earlier one for the same purpose becomes invalid. */
export async function keepChallenge(db: Db, { owner, purpose, challenge, now }: Challenge): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs).toISOString();
  await db
    .insertInto("webauthnChallenges")
    .values({ owner, purpose, challenge, expiresAt })
    .onConflict((conflict) => conflict.columns(["owner", "purpose"]).doUpdateSet({ challenge, expiresAt }))
    .execute();
}

/** Removes a challenge: it allows one answer. */
export async function takeChallenge(
  db: Db,
  owner: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string | undefined> {
  const taken = await db
    .deleteFrom("webauthnChallenges")
    .where("owner", "=", owner)
    .where("purpose", "=", purpose)
    .returningAll()
    .executeTakeFirst();
  return taken && Date.parse(taken.expiresAt) > now.getTime() ? taken.challenge : undefined;
}

export async function replaceRecoveryCodes(db: Db, userId: number, codes: readonly string[]): Promise<void> {
  await db.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
  if (codes.length > 0)
    await db
      .insertInto("recoveryCodes")
      .values(codes.map((code) => ({ userId, code })))
      .execute();
}

/** Uses up a code; of two calls with the same code, one gets true. */
export async function useRecoveryCode(db: Db, userId: number, digests: readonly string[]): Promise<boolean> {
  const used = await db
    .deleteFrom("recoveryCodes")
    .where("userId", "=", userId)
    .where("code", "in", [...digests])
    .returning("code")
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const rows = await db.selectFrom("recoveryCodes").select("code").where("userId", "=", userId).execute();
  return rows.length;
}

/** Removes every factor of a user, for a reset by an administrator who verified the person. */
export async function removeFactors(db: Db, userId: number): Promise<void> {
  await removeTotp(db, userId);
  await db.deleteFrom("passkeys").where("userId", "=", userId).execute();
  await replaceRecoveryCodes(db, userId, []);
}
