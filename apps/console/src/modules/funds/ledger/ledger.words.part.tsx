import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useLocale } from "../../../platform/i18n/use-words.ts";
import "./ledger.css";

/** An amount in its currency. */
export const Amount = ({ value, currency }: { readonly value: string; readonly currency: string }) => (
  <MoneyCell amount={fromWire(value, currency)} />
);

/** Numbers of records, wherever they stand in a text. */
const numbers = /\b[A-Z]{2}\d{8}[0-9A-Z]{10}\b/g;

/** What was booked, with the numbers in it as short as everywhere else. */
export const shortDescription = (description: string): string =>
  description.replace(numbers, (number) => middleCut(number));

/** The number of the order that a description tells of, short. */
export function orderNumberIn(description: string): string | undefined {
  const number = description.match(numbers)?.find((one) => one.startsWith("OR"));
  return number && middleCut(number);
}

/** What happened, without a chip. */
export function EventName({ event }: { readonly event: string }) {
  const locale = useLocale();
  return <>{LedgerEvent.memberOf(event)?.text[locale] ?? event}</>;
}

/** What happened, in a word. */
export function EventChip({ event }: { readonly event: string }) {
  const locale = useLocale();
  const member = LedgerEvent.memberOf(event);
  if (!member) return <StatusChip text={event} isFlat />;
  return <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} isFlat />;
}
