import type { Selectable } from "kysely";
import { sql } from "kysely";
import { sha256 } from "../../../platform/crypto/digest.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];
export type SignInTicket = Selectable<Tables["signInTickets"]>;

const lifeSeconds = 300;
const mostTries = 5;

/** Purpose of a ticket. */
export type TicketPurpose = Pick<SignInTicket, "step" | "userId" | "method" | "secondFactor">;

/** Issues a ticket: a random token of which only the hash is stored. Valid for five minutes by default. */
export async function issueTicket(
  db: Db,
  made: TicketPurpose,
  now: Date,
  expiresAt = new Date(now.getTime() + lifeSeconds * 1000),
): Promise<{ ticket: string; expirySeconds: number }> {
  const ticket = randomSecret(32);
  await db
    .insertInto("signInTickets")
    .values({ ...made, hash: sha256(ticket), expiresAt: expiresAt.toISOString(), sealed: null })
    .execute();
  return { ticket, expirySeconds: Math.round((expiresAt.getTime() - now.getTime()) / 1000) };
}

export const findTicket = (
  db: Db,
  ticket: string,
  step: SignInTicket["step"],
  now: Date,
): Promise<SignInTicket | undefined> =>
  db
    .selectFrom("signInTickets")
    .selectAll()
    .where("hash", "=", sha256(ticket))
    .where("step", "=", step)
    .where("tries", "<", mostTries)
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst();

/** Counts a try of a ticket before it is judged; undefined when the ticket is used, expired or tried too often. */
export const tryTicket = (
  db: Db,
  ticket: string,
  step: SignInTicket["step"],
  now: Date,
): Promise<SignInTicket | undefined> =>
  db
    .updateTable("signInTickets")
    .set({ tries: sql<number>`tries + 1` })
    .where("hash", "=", sha256(ticket))
    .where("step", "=", step)
    .where("tries", "<", mostTries)
    .where("expiresAt", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();

/** Uses up a ticket; of two calls that finish the same step, one gets true. */
export async function spendTicket(db: Db, ticket: Pick<SignInTicket, "hash">): Promise<boolean> {
  const spent = await db
    .deleteFrom("signInTickets")
    .where("hash", "=", ticket.hash)
    .returning("hash")
    .executeTakeFirst();
  return spent !== undefined;
}

export async function sealIntoTicket(db: Db, ticket: Pick<SignInTicket, "hash">, sealed: string): Promise<void> {
  await db.updateTable("signInTickets").set({ sealed }).where("hash", "=", ticket.hash).execute();
}

/** Revokes the tickets of a user whose password or factors changed. */
export async function dropTickets(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("signInTickets").where("userId", "=", userId).execute();
}
