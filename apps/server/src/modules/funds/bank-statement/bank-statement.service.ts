import {
  type BankStatementDetail,
  bankStatement,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { bankMatchQueue } from "./bank-import.service.ts";
import {
  agesOf,
  bookBalance,
  describedStatements,
  formerStatement,
  groupsOf,
  lockStatement,
  refOfStatement,
} from "./bank-statement.store.ts";

type Operations = typeof bankStatement.operations;

/** A statement with the totals of its lines, and its predecessor. */
export async function readStatement(ctx: Context, { id }: InputOf<Operations["detail"]>): Promise<BankStatementDetail> {
  const statement = await describedStatements(ctx).where("bankStatements.id", "=", id).executeTakeFirst();
  if (!statement) throw notFound("bankStatement", id);
  const ref = refOfStatement(statement);
  const former = await formerStatement(ctx, statement);
  return {
    ...statement,
    checks: {
      formerNo: former?.statementNo ?? null,
      formerClosing: former?.closingAmount ?? null,
      follows: former ? former.closingAmount === statement.openingAmount : null,
    },
    bookAmount: await bookBalance(ctx, statement),
    groups: await groupsOf(ctx.db, ref, statement.currency),
    ages: await agesOf(ctx, ref, statement.currency),
  };
}

/** Starts matching a statement again. */
export async function matchAgain(ctx: Context, { id, version }: InputOf<Operations["run"]>): Promise<null> {
  const statement = await lockStatement(ctx, id);
  assertFresh(bankStatement, version, statement.version);
  await ctx.enqueue({ queue: bankMatchQueue, data: { ...refOfStatement(statement), isAgain: true } });
  return null;
}
