import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];

/** A witness who has not taken the heads of a day yet. */
export interface Waiting {
  readonly day: string;
  readonly witness: string;
}

/** Tellings that one run tries; the next run goes on. */
const triedAtOnce = 200;

/** Notes that witnesses have to be told a day. What was noted before stays as it is. */
export async function noteTellings(db: Db, day: string, witnesses: readonly string[]): Promise<void> {
  if (witnesses.length === 0) return;
  await db
    .insertInto("ledgerHeadTellings")
    .values(witnesses.map((witness) => ({ day, witness, toldAt: null, lastError: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What these witnesses have not been told, the oldest day first. */
export const waitingTellings = async (db: Db, witnesses: readonly string[]): Promise<Waiting[]> =>
  witnesses.length === 0
    ? []
    : db
        .selectFrom("ledgerHeadTellings")
        .select(["day", "witness"])
        .where("toldAt", "is", null)
        .where("witness", "in", witnesses)
        .orderBy("day")
        .orderBy("witness")
        .limit(triedAtOnce)
        .execute();

/** Notes what came of a try: taken at an instant, or the reason why not. */
export async function noteTry(
  db: Db,
  { day, witness }: Waiting,
  outcome: { readonly toldAt: string } | { readonly lastError: string },
): Promise<void> {
  await db
    .updateTable("ledgerHeadTellings")
    .set((row) => ({ tries: row("tries", "+", 1), lastError: null, ...outcome }))
    .where("day", "=", day)
    .where("witness", "=", witness)
    .execute();
}
