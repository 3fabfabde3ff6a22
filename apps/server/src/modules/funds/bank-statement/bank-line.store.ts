import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
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

/** Lines in the actor's scope, with the columns of lists. */
export const describedLines = (ctx: Context) =>
  from(ctx, "bankLines")
    .selectAll("bankLines")
    .select([
      sql<string>`(SELECT m.name FROM merchants m WHERE m.id = bank_lines.our_merchant_id)`.as("merchantName"),
      sql<string>`(SELECT a.bank_name || ' ·· ' || a.last4 FROM payout_accounts a
        WHERE a.id = bank_lines.payout_account_id)`.as("accountName"),
      sql<CurrencyCode>`coalesce(bank_lines.foreign_currency, bank_lines.currency)`.as("ourCurrency"),
      sql<string>`(SELECT s.statement_no FROM bank_statements s
        WHERE s.merchant_id = bank_lines.merchant_id AND s.id = bank_lines.statement_id)`.as("statementNo"),
    ]);

/** Answers page, detail and export. */
export const lineReads = recordReads({ table: "bankLines", resource: bankLine, describe: describedLines });

/** Values of a line before matching. */
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
  foreignCurrency: null,
  toldCurrency: null,
  toldAmount: null,
  exchangeRate: null,
  exchangeAmount: null,
  resolution: null,
  remark: null,
  resolveUserId: null,
  resolveUserName: null,
  resolveTime: null,
} as const;

/** Rows per SQL statement. */
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

/** Changes a line whose statement the caller has locked. Changes by users are audited. */
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

/** The next lines of a statement to match: new ones, or open ones after a given line. */
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

/**
 * Whether another line of the statement has the same bank reference: banks give one to all parts of a batch payment.
 */
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

/** Lines matched to some of our records, alone or together with others; proposals and duplicates do not count. */
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
