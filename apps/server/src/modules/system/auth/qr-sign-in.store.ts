import type { Selectable, Updateable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];
export type QrSignIn = Selectable<Tables["qrSignIns"]>;

export async function insertQr(db: Db, qr: Omit<QrSignIn, "state" | "userId" | "scannedBy">): Promise<void> {
  await db.insertInto("qrSignIns").values(qr).execute();
}

export const findQr = (db: Db, hash: string): Promise<QrSignIn | undefined> =>
  db.selectFrom("qrSignIns").selectAll().where("hash", "=", hash).executeTakeFirst();

interface Move {
  readonly hash: string;
  readonly from: QrSignIn["state"];
  readonly now: Date;
  /** The user who scanned it; only they may answer. */
  readonly scannedBy?: number;
  readonly set: Updateable<Tables["qrSignIns"]>;
}

/** Advances a waiting sign-in, once; undefined when it expired or its state changed. */
export function moveQr(db: Db, { hash, from, now, scannedBy, set }: Move): Promise<QrSignIn | undefined> {
  let update = db
    .updateTable("qrSignIns")
    .set(set)
    .where("hash", "=", hash)
    .where("state", "=", from)
    .where("expiresAt", ">", now.toISOString());
  if (scannedBy !== undefined) update = update.where("scannedBy", "=", scannedBy);
  return update.returningAll().executeTakeFirst();
}

/** Removes a confirmed sign-in; of two waiting pages one gets it. */
export const takeConfirmedQr = (db: Db, hash: string, waitHash: string, now: Date): Promise<QrSignIn | undefined> =>
  db
    .deleteFrom("qrSignIns")
    .where("hash", "=", hash)
    .where("waitHash", "=", waitHash)
    .where("state", "=", "confirmed")
    .where("expiresAt", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();
