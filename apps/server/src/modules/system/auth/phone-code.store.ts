import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];
type Code = Selectable<Tables["oneTimeCodes"]>;

const mostTries = 5;

interface NewCode {
  readonly phone: string;
  readonly code: string;
  readonly device: string;
  readonly now: Date;
  readonly lifeMs: number;
}

/** Stores a code; the previous one becomes invalid. */
export async function keepCode(db: Db, { phone, code, device, now, lifeMs }: NewCode): Promise<void> {
  const expiresAt = new Date(now.getTime() + lifeMs).toISOString();
  const values = { code, device, tries: 0, sentAt: now.toISOString(), expiresAt };
  await db
    .insertInto("oneTimeCodes")
    .values({ phone, purpose: "signIn", ...values })
    .onConflict((conflict) => conflict.columns(["phone", "purpose"]).doUpdateSet(values))
    .execute();
}

/** Counts a try before it is judged; undefined when there is no code, or it expired or was tried too often. */
export const tryCode = (db: Db, phone: string, now: Date): Promise<Code | undefined> =>
  db
    .updateTable("oneTimeCodes")
    .set({ tries: sql<number>`tries + 1` })
    .where("phone", "=", phone)
    .where("purpose", "=", "signIn")
    .where("tries", "<", mostTries)
    .where("expiresAt", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();

/** Uses up a code; of two calls with the right one, one gets true. */
export async function spendCode(db: Db, phone: string, code: string): Promise<boolean> {
  const spent = await db
    .deleteFrom("oneTimeCodes")
    .where("phone", "=", phone)
    .where("purpose", "=", "signIn")
    .where("code", "=", code)
    .returning("phone")
    .executeTakeFirst();
  return spent !== undefined;
}
