import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { type AccountCode, parseAccount } from "./account.ts";
import { balanceOf, effectOn } from "./balance.ts";
import type { EntryEvent } from "./entry.ts";
import type { Journal } from "./journal.ts";
import type { Posting } from "./posting.ts";

/** One posting behind a balance. */
export interface ExplainedPosting {
  readonly journal: Journal;
  readonly posting: Posting;
  /** The account on the other side. */
  readonly counterpart: AccountCode;
  /** What it added, positive on the account's own side. */
  readonly effect: Money;
  /** The account's balance after it. */
  readonly balanceAfter: Money;
}

/**
 * Every posting that makes up an account's balance, in the order of the journals given; the last one ends at the
 * balance.
 */
export function explain(account: AccountCode, journals: readonly Journal[], opening?: Money): ExplainedPosting[] {
  let balance = opening ?? zero(parseAccount(account).currency);
  const lines: ExplainedPosting[] = [];
  for (const journal of journals) {
    for (const posting of journal.postings) {
      if (posting.debit !== account && posting.credit !== account) continue;
      const effect = effectOn(account, posting);
      balance = add(balance, effect);
      const counterpart = posting.debit === account ? posting.credit : posting.debit;
      lines.push({ journal, posting, counterpart, effect, balanceAfter: balance });
    }
  }
  return lines;
}

/** What an account held at the start, what each kind of event moved, and what it held at the end of a period. */
export interface AccountStatement {
  readonly opening: Money;
  readonly movements: readonly { readonly event: EntryEvent; readonly count: number; readonly total: Money }[];
  readonly closing: Money;
}

/**
 * The statement of an account over effective dates, the first included and the last not; opening + movements =
 * closing.
 */
export function statement(
  account: AccountCode,
  journals: readonly Journal[],
  period: { from: string; to: string },
): AccountStatement {
  const before = journals.filter(({ effectiveDate }) => effectiveDate < period.from);
  const within = journals.filter(({ effectiveDate }) => effectiveDate >= period.from && effectiveDate < period.to);
  const opening = balanceOf(
    account,
    before.flatMap(({ postings }) => postings),
  );
  const lines = explain(account, within, opening);
  const byEvent = Map.groupBy(lines, ({ journal }) => journal.event);
  const movements = [...byEvent].map(([event, moved]) => ({
    event,
    count: new Set(moved.map(({ journal }) => journal.journalId)).size,
    total: moved.reduce((total, { effect }) => add(total, effect), zero(opening.currency)),
  }));
  return { opening, movements, closing: lines.at(-1)?.balanceAfter ?? opening };
}
