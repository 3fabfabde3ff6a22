import { LedgerEvent } from "@countinghouse/contract/ledger/ledger-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useLocale } from "../../platform/i18n/use-words.ts";
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
