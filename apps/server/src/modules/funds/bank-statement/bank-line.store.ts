import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { StatementRef } from "./bank-statement.store.ts";

type Db = Kysely<Tables>;
export type LineRow = Selectable<Tables["bankLines"]>;
export type NewLine = Omit<Insertable<Tables["bankLines"]>, "seal">;
export type LineChange = Updateable<Tables["bankLines"]>;

/** Lines in the actor's scope, as lists show them. */
export const describedLines = (ctx: Context) =>
  from(ctx, "bankLines")
    .selectAll("bankLines")
    .select([
      sql<string>`(SELECT m.name FROM merchants m WHERE m.id = bank_lines.our_merchant_id)`.as("merchantName"),
      sql<string>`(SELECT a.bank_name || ' ·· ' || a.last4 FROM payout_accounts a
        WHERE a.id = bank_lines.payout_account_id)`.as("accountName"),
      sql<string>`(SELECT s.statement_no FROM bank_statements s
        WHERE s.merchant_id = bank_lines.merchant_id AND s.id = bank_lines.statement_id)`.as("statementNo"),
    ]);

/** Answers page, detail and export. */
export const lineReads = recordReads({ table: "bankLines", resource: bankLine, describe: describedLines });

/** What a line carries before it was compared with anything. */
const unjudged = {
  ourMerchantId: null,
  ourRefType: null,
  ourRefId: null,
  ourRefNo: null,
  ourSourceId: null,
  ourSourceNo: null,
  ourAmount: null,
  ourDate: null,
  matchStatus: null,
  difference: "0",
  chargeAmount: "0",
  lossAmount: "0",
  suspenseAmount: "0",
  resolution: null,
  remark: null,
  resolveUserId: null,
  resolveUserName: null,
  resolveTime: null,
} as const;

/** Rows of one statement of SQL. */
const chunk = 500;

/** Adds lines, each sealed. */
export async function insertLines(ctx: Context, lines: readonly NewLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += chunk) {
    const rows = lines.slice(at, at + chunk).map((line) => {
      const whole = { ...unjudged, ...line };
      return { ...whole, seal: ctx.seals.made("bankLines", whole) };
    });
    await ctx.db.insertInto("bankLines").values(rows).execute();
  }
}

/** Changes a line whose statement the caller has locked. The audit trail is told where people did it. */
export async function updateLine(ctx: Context, before: LineRow, values: LineChange): Promise<LineRow> {
  const sealed = await ctx.seals.changed(ctx.db, "bankLines", before, values);
  const after = await ctx.db
    .updateTable("bankLines")
    .set({ ...values, ...sealed, version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (ctx.actor.userId > 0) ctx.recordChange({ table: "bankLines", id: before.id, before, after });
  return after;
}

/** The next lines of a statement that are to be compared: new ones, or open ones behind a line. */
export const linesToMatch = (
  db: Db,
  { merchantId, statementId }: StatementRef,
  { status, after, limit }: { readonly status: "new" | "open"; readonly after: number; readonly limit: number },
): Promise<LineRow[]> =>
  db
    .selectFrom("bankLines")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("statementId", "=", statementId)
    .where("status", "=", status)
    .where("lineNo", ">", after)
    .orderBy("lineNo")
    .limit(limit)
    .execute();

/** Lines in the actor's scope by their ids, in the order of the statement. */
export const linesInReach = (ctx: Context, ids: readonly string[]): Promise<LineRow[]> =>
  from(ctx, "bankLines")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("lineNo")
    .orderBy("id")
    .execute();

export async function findLine(ctx: Context, id: string): Promise<LineRow> {
  const [line] = await linesInReach(ctx, [id]);
  if (!line) throw notFound("bankLine", id);
  return line;
}

/** Whether the bank gave its number of a line to another one of the statement as well: to all that it paid together. */
export async function isSharedReference(db: Db, { merchantId, statementId, id, bankRef }: LineRow): Promise<boolean> {
  const other = await db
    .selectFrom("bankLines")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("statementId", "=", statementId)
    .where("bankRef", "=", bankRef)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Lines that stand against some records of ours, alone or together with others; what was proposed or doubled does not. */
export async function linesAgainst(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Pick<LineRow, "id" | "statementId" | "lineNo" | "ourRefType" | "ourRefId" | "amount" | "status">[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("bankLines")
    .select(["id", "statementId", "lineNo", "ourRefType", "ourRefId", "amount", "status"])
    .where("merchantId", "=", merchantId)
    .where("ourRefId", "in", [...ids])
    .where("matchStatus", "not in", ["duplicate", "proposed"])
    .unionAll(
      db
        .selectFrom("bankLineParts")
        .innerJoin("bankLines", (join) =>
          join
            .onRef("bankLines.merchantId", "=", "bankLineParts.merchantId")
            .onRef("bankLines.id", "=", "bankLineParts.lineId"),
        )
        .select([
          "bankLines.id",
          "bankLines.statementId",
          "bankLines.lineNo",
          "bankLineParts.ourRefType",
          "bankLineParts.ourRefId",
          "bankLineParts.amount",
          "bankLines.status",
        ])
        .where("bankLineParts.merchantId", "=", merchantId)
        .where("bankLineParts.ourRefId", "in", [...ids]),
    )
    .execute();
}
