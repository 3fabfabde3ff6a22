import { ledgerMessages } from "@countinghouse/contract/ledger/ledger.messages.ts";
import { LedgerEvent } from "@countinghouse/contract/ledger/ledger-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import "./ledger.css";

/** An amount in its currency. */
export const Amount = ({ value, currency }: { readonly value: string; readonly currency: string }) => (
  <MoneyCell amount={fromWire(value, currency)} />
);

/** What happened, in a word. */
export function EventChip({ event }: { readonly event: string }) {
  const locale = useLocale();
  const member = LedgerEvent.memberOf(event);
  if (!member) return <StatusChip text={event} isFlat />;
  return <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} isFlat />;
}

/** An account in words, with its code for those who go by codes. */
export function AccountName({ code }: { readonly code: string }) {
  return (
    <span className="ledger-account">
      <span>{useAccountName()(code)}</span>
      <span className="ledger-code" title={code}>
        {code.replace(/^mer:mer_\w+:/, "mer:…:")}
      </span>
    </span>
  );
}

/** Reads what an account is called out of its code. */
export function useAccountName(): (code: string) => string {
  const { kinds, causes, title } = useWords(ledgerMessages);
  const kindWords: Readonly<Record<string, string>> = kinds;
  const causeWords: Readonly<Record<string, string>> = causes;
  return (code) => {
    const [owner, first = "", second = "", third = ""] = code.split(":");
    if (owner === "mer") return kindWords[second] ?? title;
    if (first === "rev" || first === "cost") return causeWords[second] ?? kindWords[first] ?? code;
    return [kindWords[first] ?? first, third].filter(Boolean).join(" · ");
  };
}
