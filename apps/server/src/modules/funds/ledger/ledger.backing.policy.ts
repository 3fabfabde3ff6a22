import type { AccountCode } from "@countinghouse/ledger/account.ts";
import { everyBalance } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { columnDifferences } from "../../../platform/seals/finding.policy.ts";
import type { Finding, LedgerInvariant } from "./ledger.finding.policy.ts";
import { readAccount } from "./ledger.rows.policy.ts";

/** What each kind of event moved on each account; a reversal counts as the event it undoes. */
export type MovementsByEvent = Map<AccountCode, Map<string, bigint>>;

/** Adds what journals moved. `undone` answers the event of the journal that one undoes. */
export function addMoved(
  moved: MovementsByEvent,
  journals: readonly Journal[],
  undone: (journalId: string) => string | undefined,
): void {
  for (const { event, reversalOf, postings } of journals) {
    const cause = (reversalOf === null ? undefined : undone(reversalOf)) ?? event;
    for (const { account, amountMinor } of everyBalance(postings)) {
      const sums = moved.get(account) ?? new Map<string, bigint>();
      sums.set(cause, (sums.get(cause) ?? 0n) + amountMinor);
      moved.set(account, sums);
    }
  }
}

/** Accounts of one bucket that do not hold what its records and the journals that need none come to. */
export function backingFindings(
  kind: string,
  { law, events }: { readonly law: LedgerInvariant; readonly events: readonly string[] },
  recorded: ReadonlyMap<string, bigint>,
  moved: MovementsByEvent,
): Finding[] {
  const own = [...moved.keys()].filter((account) => readAccount(account)?.kind === kind);
  return [...new Set([...own, ...recorded.keys()])].sort().flatMap((account) => {
    const sums = [...(moved.get(account as AccountCode) ?? [])];
    const held = sums.reduce((total, [, amount]) => total + amount, 0n);
    const unrecorded = sums.reduce((total, [event, amount]) => (events.includes(event) ? total + amount : total), 0n);
    const backed = (recorded.get(account) ?? 0n) + unrecorded;
    return columnDifferences({ law, table: "ledger_balances", key: account }, { amount: [backed, held] });
  });
}
