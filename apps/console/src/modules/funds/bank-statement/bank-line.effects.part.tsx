import { BankResolution } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import { bankLineMessages } from "@countinghouse/contract/funds/bank-statement/bank-line.messages.ts";
import type { BankPlan } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { bankScreenMessages } from "./bank-statement.messages.ts";

/** What ending lines does: what is said and booked, and whether it takes two. */
export function BankEffects({ of }: { readonly of: BankPlan }) {
  const words = useWords(bankScreenMessages);
  const { exchangeAmount: exchangeLoss } = useWords(bankLineMessages).fields;
  const locale = useLocale();
  return (
    <>
      <h3>{words.does}</h3>
      <ul className="bank-effects">
        {of.effects.map(({ resolution, event, count, currency, amount, exchangeAmount }) => (
          <li key={resolution}>
            <span>
              {BankResolution.memberOf(resolution)?.text[locale]} ×{count} · {event ?? words.booksNothing}
            </span>
            <MoneyCell amount={fromWire(amount, currency)} />
            {exchangeAmount === null ? null : (
              <span className="funds-quiet">
                {exchangeLoss} <MoneyCell amount={fromWire(exchangeAmount, currency)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {of.takesTwo ? <p className="funds-quiet">{words.takesTwo}</p> : null}
    </>
  );
}
