import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];

/** A witness with an undelivered day. */
export interface PendingHeadDelivery {
  readonly day: string;
  readonly witness: string;
}

/** Publications tried per run; the next run continues. */
const triedAtOnce = 200;

/** Schedules a day for publication to witnesses. Earlier entries stay as they are. */
export async function notePublications(db: Db, day: string, witnesses: readonly string[]): Promise<void> {
  if (witnesses.length === 0) return;
  await db
    .insertInto("ledgerHeadTellings")
    .values(witnesses.map((witness) => ({ day, witness, toldAt: null, lastError: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Undelivered days of these witnesses, oldest first. */
export const waitingPublications = async (db: Db, witnesses: readonly string[]): Promise<PendingHeadDelivery[]> =>
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

/** Records the result of a try: the time of delivery, or the failure's reason. */
export async function recordHeadDelivery(
  db: Db,
  { day, witness }: PendingHeadDelivery,
  outcome: { readonly toldAt: string } | { readonly lastError: string },
): Promise<void> {
  await db
    .updateTable("ledgerHeadTellings")
    .set((row) => ({ tries: row("tries", "+", 1), lastError: null, ...outcome }))
    .where("day", "=", day)
    .where("witness", "=", witness)
    .execute();
}
