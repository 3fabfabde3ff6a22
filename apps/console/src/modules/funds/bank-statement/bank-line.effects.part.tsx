import { BankResolution } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { BankPlan } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { bankScreenMessages } from "./bank-statement.messages.ts";

/** What ending lines does: what is said and booked, and whether it takes two. */
export function BankEffects({ of }: { readonly of: BankPlan }) {
  const words = useWords(bankScreenMessages);
  const locale = useLocale();
  return (
    <>
      <h3>{words.does}</h3>
      <ul className="bank-effects">
        {of.effects.map(({ resolution, event, count, currency, amount }) => (
          <li key={resolution}>
            <span>
              {BankResolution.memberOf(resolution)?.text[locale]} ×{count} · {event ?? words.booksNothing}
            </span>
            <MoneyCell amount={fromWire(amount, currency)} />
          </li>
        ))}
      </ul>
      {of.takesTwo ? <p className="funds-quiet">{words.takesTwo}</p> : null}
    </>
  );
}
