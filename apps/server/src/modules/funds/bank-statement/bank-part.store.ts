import type { BankPart } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { type Insertable, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findLine, type LineRow } from "./bank-line.store.ts";

/** Stores the parts of lines matched to records, each with its seal. */
export async function insertParts(
  ctx: Context,
  parts: readonly Omit<Insertable<Tables["bankLineParts"]>, "seal">[],
): Promise<void> {
  const rows = parts.map((part) => ({ ...part, seal: ctx.seals.made("bankLineParts", part) }));
  await ctx.db.insertInto("bankLineParts").values(rows).execute();
  if (ctx.actor.userId > 0)
    for (const after of rows) ctx.recordChange({ table: "bankLineParts", id: after.id, before: null, after });
}

/** The parts of a line in the actor's scope that was matched together with others. */
export async function readParts(ctx: Context, { id }: { readonly id: string }): Promise<BankPart[]> {
  const { merchantId, currency } = await findLine(ctx, id);
  const rows = await from(ctx, "bankLineParts")
    .select(["ourRefType", "ourRefId", "ourRefNo", "ourSourceId", "ourSourceNo", "amount", "ourDate as date"])
    .select(
      sql<string>`(SELECT m.name FROM merchants m WHERE m.id = bank_line_parts.our_merchant_id)`.as("merchantName"),
    )
    .where("merchantId", "=", merchantId)
    .where("lineId", "=", id)
    .orderBy("ourSourceNo")
    .execute();
  return rows.map((row) => ({ ...row, currency }));
}

/** Most lines suggested beside another. */
const besideMax = 50;

/** Other open lines of the same account and direction within some days, nearest first. */
export const openBeside = (ctx: Context, line: LineRow, days: number) =>
  from(ctx, "bankLines")
    .select(["id", "version", "lineNo", "bookingDate", "partyName", "currency", "amount"])
    .select(
      sql<string>`(SELECT s.statement_no FROM bank_statements s
        WHERE s.merchant_id = bank_lines.merchant_id AND s.id = bank_lines.statement_id)`.as("statementNo"),
    )
    .where("merchantId", "=", line.merchantId)
    .where("payoutAccountId", "=", line.payoutAccountId)
    .where("mode", "=", line.mode)
    .where("status", "=", "open")
    .where("id", "<>", line.id)
    .where(sql<boolean>`sign(amount) = sign(${line.amount}::numeric)`)
    .where("bookingDate", ">=", addDays(line.bookingDate, -days))
    .where("bookingDate", "<=", addDays(line.bookingDate, days))
    .orderBy(sql`abs(booking_date - ${line.bookingDate}::date)`)
    .orderBy("id")
    .limit(besideMax)
    .execute();
