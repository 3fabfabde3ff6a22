import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];
type Captcha = Tables["captchas"];

export async function insertCaptcha(db: Db, captcha: Insertable<Captcha>): Promise<void> {
  await db.insertInto("captchas").values(captcha).execute();
}

/** Removes a captcha's answer, so that of two calls only one can succeed. */
export const takeCaptcha = (db: Db, id: string): Promise<Selectable<Captcha> | undefined> =>
  db.deleteFrom("captchas").where("id", "=", id).returningAll().executeTakeFirst();
