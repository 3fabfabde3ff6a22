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
/** Postings that an explanation sums up at most; what is older is its opening. */
const summedPostings = 20_000;
const afterAll: SidePosition = { seq: Number.MAX_SAFE_INTEGER, line: 0, side: 1 };

/** Where reading goes on: before the place a cursor names, else from the newest at the instant. */
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

/** One page of the postings of some accounts, newest first. */
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
 * Why an account holds what it holds: sums by event that end at the balance, and the postings behind them. The sums are
 * of the whole history, or of its newest part where that is long; on later pages they stay what they were.
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
  // An entry is dated the day after its post at the latest, so that nothing posted before this counts for the period.
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

/** Refuses an account that is none of the merchant's, and a merchant out of reach. */
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

/** The balances of all accounts and the sums of both sides per currency. */
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
