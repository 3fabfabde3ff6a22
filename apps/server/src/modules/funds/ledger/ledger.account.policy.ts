import type { AccountMovements, Movement } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { type Account, type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { LedgerError } from "@countinghouse/ledger/ledger-error.ts";

/** Debits less credits of one event type, in minor units. */
interface NetDebit {
  readonly event: string;
  readonly count: number;
  readonly netDebit: string;
}

/** A balance with the account's own sign: positive on its normal side. */
export const onOwnSide = (account: Account, netDebit: bigint): bigint =>
  account.side === "debit" ? netDebit : -netDebit;

/** Movements of an account that end at `closing`; the opening balance is what remains. */
export function movementsTo(account: Account, sums: readonly NetDebit[], closing: bigint): AccountMovements {
  const movements = sums.map(({ event, count, netDebit }) => ({
    event,
    count,
    total: String(onOwnSide(account, BigInt(netDebit))),
  }));
  const moved = movements.reduce((total, { total: one }) => total + BigInt(one), 0n);
  return {
    accountCode: account.code,
    currency: account.currency,
    opening: String(closing - moved),
    movements: movements as AccountMovements["movements"],
    closing: String(closing),
  };
}

/** Sums of postings since an instant, with the part dated before the statement begins. */
interface Dated extends NetDebit {
  readonly isBefore: boolean;
}

/** Statement of an account whose balance at that instant was `base`. */
export function statementOf(account: Account, sums: readonly Dated[], base: bigint): AccountMovements {
  const before = sums
    .filter(({ isBefore }) => isBefore)
    .reduce((total, { netDebit }) => total + onOwnSide(account, BigInt(netDebit)), base);
  const within = sums.filter(({ isBefore }) => !isBefore);
  const closing = within.reduce((total, { netDebit }) => total + onOwnSide(account, BigInt(netDebit)), before);
  return movementsTo(account, within, closing);
}

interface SideOfPosting {
  readonly journalId: string;
  readonly line: number;
  readonly side: 1 | 2;
  readonly account: string;
  readonly counterpart: string;
  readonly amount: string;
  readonly after: string;
  readonly currency: string;
  readonly event: string;
  readonly eventId: string;
  readonly orderId: string | null;
  readonly effectiveDate: string;
  readonly postedAt: string;
  readonly description: string;
}

/** One side of a posting in the form of movements. */
export function movementOf({ side, line, account: code, counterpart, amount, after, ...row }: SideOfPosting): Movement {
  const account = parseAccount(code);
  const net = side === 1 ? BigInt(amount) : -BigInt(amount);
  const { journalId, event, eventId, orderId, effectiveDate, postedAt, description, currency } = row;
  return {
    id: `${journalId}.${line}.${side}`,
    journalId,
    event: event as Movement["event"],
    eventId,
    orderId,
    accountCode: code,
    counterpart,
    effect: String(onOwnSide(account, net)),
    balanceAfter: after,
    currency,
    effectiveDate,
    postedAt,
    description,
  };
}

/** The account of a code that a merchant can have: its own, or the platform's; undefined for any other. */
export function accountFor(merchantId: string, code: string): Account | undefined {
  try {
    const account = parseAccount(code);
    return account.merchantId === null || account.merchantId === merchantId ? account : undefined;
  } catch (error) {
    if (error instanceof LedgerError) return undefined;
    throw error;
  }
}

/** Account codes in the form of query parameters. */
export const codesOf = (accounts: readonly Account[]): AccountCode[] => accounts.map(({ code }) => code);
