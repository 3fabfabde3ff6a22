import type { InboxItem } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { inboxScreenMessages } from "./inbox.messages.ts";

/** A number of an app, whole. */
const appNumber = /^AP\d{8}[0-9A-Z]{10}$/;

/** What an item is called, and the line below it: whose, how much, how many, by whom. */
export function useItemWords() {
  const words = useWords(inboxScreenMessages);
  const locale = useLocale();
  const isOwn = useOwnMerchant() !== undefined;
  const counts: Readonly<Record<string, string>> = words.counts;
  const unpriced: Readonly<Record<string, string>> = words.unpriced;
  const title = ({ kind, name }: InboxItem) => fill(words.kinds[kind], { name: name ?? "" });
  const stateOf = ({ kind, state }: InboxItem) => {
    if (state === null) return null;
    if (kind === "unpricedCapture") return unpriced[state] ?? state;
    return inboxKinds[kind].states?.memberOf(state)?.text[locale] ?? (kind === "credentialApproval" ? state : null);
  };
  const stakes: Readonly<Record<string, string>> = words.stakes;
  /** How much money it is about, in words. */
  const stake = ({ kind, amount, currency }: InboxItem) => {
    if (amount === null || currency === null) return null;
    const money = formatMoney(fromWire(amount, currency), { language: locale });
    return fill(stakes[kind] ?? "{amount}", { amount: money });
  };
  /** Whoever asked. Of a merchant's server its app's number is kept, which says nothing to people. */
  const doerOf = (person: string) =>
    appNumber.test(person) ? fill(words.server, { no: `${person.slice(0, 2)}…${person.slice(10)}` }) : person;
  const noStakes: Readonly<Record<string, string>> = words.noStake;
  /** The same, or plainly why there is none. */
  const stakeOrNone = (item: InboxItem) => stake(item) ?? noStakes[item.kind] ?? null;
  const line = (item: InboxItem) => {
    const { kind, name, merchantName, count, person } = item;
    return [
      merchantName === name || isOwn ? null : merchantName,
      stake(item),
      count !== null && kind in counts ? fill(counts[kind] ?? "", { count }) : null,
      stateOf(item),
      person === null ? null : fill(words.by, { name: doerOf(person) }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return { words, title, line, stakeOrNone, doerOf };
}
