import { sql } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";

type Db = Context["db"];

/** An attempt by a card. */
export type CardAttempt = Pick<AttemptRow, "merchantId" | "id" | "mode" | "nextQueryTime"> & {
  readonly cardFingerprint: string;
};

/**
 * Gives an attempt its card's turn in one statement, shared by all nodes, unless another attempt has it without a
 * recorded outcome. Answers how many had the turn so far, this one included; undefined where it is not given.
 */
export async function takeTurn(db: Db, attempt: CardAttempt, now: Date): Promise<number | undefined> {
  const { merchantId, mode, cardFingerprint, id, nextQueryTime } = attempt;
  const at = now.toISOString();
  const { rows } = await sql<{ turns: number }>`
    INSERT INTO card_turns AS held (merchant_id, mode, card_fingerprint, attempt_id, lapse_time)
    VALUES (${merchantId}, ${mode}, ${cardFingerprint}, ${id}, ${nextQueryTime ?? at}::timestamptz)
    ON CONFLICT (merchant_id, card_fingerprint, mode) DO UPDATE
    SET attempt_id = excluded.attempt_id, lapse_time = excluded.lapse_time, turns = held.turns + 1
    -- An attempt that is not seen was written after this statement began, and has just set out. Its own turn is had by
    -- whoever asks again because the answer was lost.
    WHERE held.attempt_id = excluded.attempt_id OR held.lapse_time <= ${at}::timestamptz OR EXISTS (
      SELECT FROM payment_attempts AS a
       WHERE a.merchant_id = held.merchant_id AND a.id = held.attempt_id AND a.status <> 'submitting')
    RETURNING turns`.execute(prepared(db));
  return rows[0]?.turns;
}

/** Whether no attempt holds the card's turn. */
export async function isTurnOver(db: Db, attempt: CardAttempt, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("cardTurns as t")
    .innerJoin("paymentAttempts as a", (join) =>
      join.onRef("a.merchantId", "=", "t.merchantId").onRef("a.id", "=", "t.attemptId"),
    )
    .select("t.attemptId")
    .where("t.merchantId", "=", attempt.merchantId)
    .where("t.cardFingerprint", "=", attempt.cardFingerprint)
    .where("t.mode", "=", attempt.mode)
    .where("t.lapseTime", ">", now.toISOString())
    .where("a.status", "=", "submitting")
    .executeTakeFirst();
  return row === undefined;
}

/** Removes turns that nobody waits for and that no earlier admitted payment can still reach. */
export async function forgetTurns(db: Db, now: Date): Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  await db.deleteFrom("cardTurns").where("lapseTime", "<", anHourAgo).execute();
}
