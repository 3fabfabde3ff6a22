import type { ledger, TrialBalance } from "@countinghouse/contract/funds/ledger/ledger.ts";
import type { AccountMovements, Explanation, Movement } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { Account } from "@countinghouse/ledger/account.ts";
import { trialBalance } from "@countinghouse/ledger/balance.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { accountFor, codesOf, movementOf, movementsTo, statementOf } from "./ledger.account.policy.ts";
import {
  type AccountMovement,
  balancesAt,
  findOwner,
  readSides,
  type SidePosition,
  seqAt,
  sumAccounts,
  sumByDate,
  sumNewest,
} from "./ledger.account.store.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Operations = typeof ledger.operations;

const pageRows = 50;
/** Most postings that an explanation sums up; older ones form its opening balance. */
const summedPostings = 20_000;
const afterAll: SidePosition = { seq: Number.MAX_SAFE_INTEGER, line: 0, side: 1 };

/** Start position: before the cursor's place, else the newest at the instant. */
async function startOf(ctx: Context, of: MerchantBook, { asOf, cursor }: ExplainQuery): Promise<SidePosition> {
  const [seq, line, side] = (cursor ?? "").split(".").map(Number);
  if (cursor) {
    const isPlace = Number.isSafeInteger(seq) && Number.isSafeInteger(line) && (side === 1 || side === 2);
    if (!isPlace) throw refuse("platform.cursorInvalid");
    return { seq: seq ?? 0, line: line ?? 0, side };
  }
  return asOf ? { ...afterAll, seq: (await seqAt(ctx, of, asOf)) + 1 } : afterAll;
}

interface ExplainQuery {
  readonly asOf?: string | undefined;
  readonly cursor?: string | undefined;
}

/** One page of postings of some accounts, newest first. */
export async function pageMovements(
  ctx: Context,
  of: MerchantBook,
  accounts: readonly Account[],
  asked: ExplainQuery,
): Promise<{ items: Movement[]; nextCursor: string | null }> {
  const rows = await readSides(ctx, of, codesOf(accounts), await startOf(ctx, of, asked), pageRows + 1);
  return pageOf(rows);
}

function pageOf(rows: readonly AccountMovement[]): { items: Movement[]; nextCursor: string | null } {
  const items = rows.slice(0, pageRows);
  const last = rows.length > pageRows ? items.at(-1) : undefined;
  return { items: items.map(movementOf), nextCursor: last ? `${last.seq}.${last.line}.${last.side}` : null };
}

/**
 * Explains an account's balance: sums by event that end at it, and the postings behind them. The sums cover the whole
 * history, or the newest part of a long one, and stay the same on later pages.
 */
export async function explainOf(
  ctx: Context,
  of: MerchantBook,
  account: Account,
  asked: ExplainQuery,
): Promise<Explanation> {
  const start = await startOf(ctx, of, { asOf: asked.asOf });
  const { sums, sides, oldest } = await sumNewest(ctx, of, account.code, start, summedPostings);
  const held = await balancesAt(ctx, of, [account.code], start.seq - 1);
  const page = await pageMovements(ctx, of, [account], asked);
  return {
    ...movementsTo(account, sums, BigInt(held.get(account.code) ?? "0")),
    asOf: asked.asOf ?? null,
    since: sides === summedPostings ? oldest : null,
    ...page,
  };
}

/** The statements of accounts over effective dates, the first included and the last not. */
export async function statementsOf(
  ctx: Context,
  of: MerchantBook,
  accounts: readonly Account[],
  { from, to }: { from: string; to: string },
): Promise<AccountMovements[]> {
  // An entry's effective date is at most a day after its posting, so nothing posted earlier falls into the period.
  const afterSeq = await seqAt(ctx, of, `${addDays(from, -2)}T23:59:59.999Z`);
  const held = await balancesAt(ctx, of, codesOf(accounts), afterSeq);
  const sums = await sumByDate(ctx, of, codesOf(accounts), { afterSeq, from, to });
  return accounts.map((account) =>
    statementOf(
      account,
      sums.filter((sum) => sum.account === account.code),
      BigInt(held.get(account.code) ?? "0"),
    ),
  );
}

/** Refuses an account that is not the merchant's, and a merchant out of reach. */
async function accountInReach(ctx: Context, merchantId: string, code: string): Promise<Account> {
  await findOwner(ctx, merchantId);
  const account = accountFor(merchantId, code);
  if (!account) throw refuse("ledger.noSuchAccount", { code });
  return account;
}

export async function explainAccount(ctx: Context, input: InputOf<Operations["explain"]>): Promise<Explanation> {
  const { merchantId, mode: book, code, ...asked } = input;
  return explainOf(ctx, { merchantId, book }, await accountInReach(ctx, merchantId, code), asked);
}

export async function stateAccount(
  ctx: Context,
  { merchantId, mode: book, code, from, to }: InputOf<Operations["accountStatement"]>,
): Promise<AccountMovements> {
  const account = await accountInReach(ctx, merchantId, code);
  if (from >= to) throw refuse("ledger.periodReversed");
  const [statement] = await statementsOf(ctx, { merchantId, book }, [account], { from, to });
  return statement as AccountMovements;
}

/** Trial balance: all accounts, and the sums of both sides per currency. */
export async function tryBalance(
  ctx: Context,
  { mode, merchantId, currency, asOf }: InputOf<Operations["trialBalance"]>,
): Promise<TrialBalance> {
  const rows = await sumAccounts(ctx, {
    book: mode,
    ...(merchantId ? { merchantId } : {}),
    ...(currency ? { currency } : {}),
    ...(asOf ? { asOf } : {}),
  });
  const balances = rows.map(({ account, amount }) => ({
    account: account.code,
    ...fromWire(amount, account.currency),
  }));
  const shown = rows.map(({ account, amount, merchants }) => ({
    accountCode: account.code.replace(/^mer:all:/, "mer:*:"),
    kind: account.kind,
    currency: account.currency,
    side: account.side,
    amount,
    merchants,
  }));
  const totals = trialBalance(balances).map(({ currency: code, debitMinor, creditMinor }) => ({
    currency: code,
    debit: String(debitMinor),
    credit: String(creditMinor),
  }));
  return { asOf: asOf ?? null, accounts: shown, totals };
}
