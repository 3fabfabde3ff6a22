import type { AccountCode } from "@countinghouse/ledger/account.ts";
import { everyBalance } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { columnDifferences } from "../../../platform/seals/finding.policy.ts";
import type { Finding, LedgerInvariant } from "./ledger.finding.policy.ts";
import { readAccount } from "./ledger.rows.policy.ts";

/** Movements by account and event; a reversal counts as the event it reverses. */
export type MovementsByEvent = Map<AccountCode, Map<string, bigint>>;

/** Adds the movements of journals. `undone` answers the event of the journal that one reverses. */
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

/** Accounts of one bucket whose balance differs from the sum of its records and of the journals that need no record. */
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
