import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];

/** A witness who has not taken the heads of a day yet. */
export interface PendingHeadDelivery {
  readonly day: string;
  readonly witness: string;
}

/** Publications that one run tries; the next run goes on. */
const triedAtOnce = 200;

/** Notes that a day is to be published to witnesses. Earlier notes stay as they are. */
export async function notePublications(db: Db, day: string, witnesses: readonly string[]): Promise<void> {
  if (witnesses.length === 0) return;
  await db
    .insertInto("ledgerHeadTellings")
    .values(witnesses.map((witness) => ({ day, witness, toldAt: null, lastError: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The days that were not published to these witnesses yet, the oldest first. */
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

/** Notes what came of a try: taken at an instant, or the reason why not. */
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
