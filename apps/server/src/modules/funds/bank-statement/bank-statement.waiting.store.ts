import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Statements with unresolved lines, dated by the oldest. */
export const openBankStatements = (ctx: Context, mode: "live" | "test"): WaitingQuery =>
  from(ctx, "bankStatements")
    .where("bankStatements.mode", "=", mode)
    .where("bankStatements.status", "=", "exceptions")
    .select([
      "bankStatements.id",
      sql<string>`(SELECT a.bank_name || ' ·· ' || a.last4 FROM payout_accounts a
        WHERE a.id = bank_statements.payout_account_id)`.as("name"),
      "bankStatements.openAmount as amount",
      "bankStatements.currency",
      "bankStatements.openCount as count",
      sql<string>`coalesce(bank_statements.open_since, bank_statements.create_time)`.as("since"),
      "bankStatements.version",
      unowned,
    ]);
