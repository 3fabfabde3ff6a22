import type { Selectable } from "kysely";
import type { StoredPassword } from "../../../platform/crypto/password-hash.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { passwordsRemembered } from "./password.policy.ts";

type Db = Context["db"];
export type CredentialRow = Selectable<Tables["credentials"]>;

export const findCredential = (db: Db, userId: number): Promise<CredentialRow | undefined> =>
  db.selectFrom("credentials").selectAll().where("userId", "=", userId).executeTakeFirst();

export const storedOf = (credential: CredentialRow | undefined): StoredPassword | undefined =>
  credential && { hash: credential.passwordHash, pepperId: credential.pepperId };

/** Previous passwords, the latest first. */
export async function earlierPasswords(db: Db, userId: number): Promise<StoredPassword[]> {
  const rows = await db
    .selectFrom("passwordHistory")
    .select(["passwordHash", "pepperId"])
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .limit(passwordsRemembered - 1)
    .execute();
  return rows.map(({ passwordHash, pepperId }) => ({ hash: passwordHash, pepperId }));
}

interface NewPassword {
  readonly userId: number;
  readonly stored: StoredPassword;
  readonly mustChange: boolean;
  readonly expiresAt: Date | null;
  readonly now: Date;
}

/** Sets a password; the previous one is remembered, and the oldest remembered one is deleted. */
export async function savePassword(db: Db, { userId, stored, mustChange, expiresAt, now }: NewPassword): Promise<void> {
  const before = await db
    .selectFrom("credentials")
    .selectAll()
    .where("userId", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (before && !before.mustChange) {
    const { passwordHash, pepperId, changedAt } = before;
    await db.insertInto("passwordHistory").values({ userId, passwordHash, pepperId, createdAt: changedAt }).execute();
    const kept = db
      .selectFrom("passwordHistory")
      .select("id")
      .where("userId", "=", userId)
      .orderBy("id", "desc")
      .limit(passwordsRemembered - 1);
    await db.deleteFrom("passwordHistory").where("userId", "=", userId).where("id", "not in", kept).execute();
  }
  const values = {
    passwordHash: stored.hash,
    pepperId: stored.pepperId,
    changedAt: now.toISOString(),
    mustChange,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
  await db
    .insertInto("credentials")
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

/** Replaces the hash of the same password, unless it was changed meanwhile. */
export async function rehashPassword(db: Db, credential: CredentialRow, stored: StoredPassword): Promise<void> {
  await db
    .updateTable("credentials")
    .set({ passwordHash: stored.hash, pepperId: stored.pepperId })
    .where("userId", "=", credential.userId)
    .where("passwordHash", "=", credential.passwordHash)
    .execute();
}
