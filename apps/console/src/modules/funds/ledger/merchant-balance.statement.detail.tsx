import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import type { AccountMovements } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { addDays, addMonths } from "@countinghouse/money/plain-date.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { DayInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { SumLine } from "./ledger.explain.part.tsx";
import { Amount, EventChip } from "./ledger.words.part.tsx";
import "./ledger.css";

/** What each bucket held at the start of a period, what moved it, and what it held at the end. */
export function BalanceStatement({ row }: { readonly row: MerchantBalance }) {
  const { fields } = useWords(merchantBalanceMessages);
  const today = formatInstant(new Date().toISOString(), useTimeZone()).slice(0, 10);
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`);
  const [to, setTo] = useState(addDays(today, 1));
  const { merchantId, currency, mode } = row;
  const answer = useAnswer(merchantBalance, "statement", {
    merchantId,
    currency,
    mode,
    from,
    to,
  });
  const input = (name: "from" | "to", value: string, set: (day: string) => void, fallback: string) => (
    <div className="ledger-day">
      <label htmlFor={`statement-${name}`}>{fields[name]}</label>
      <DayInput
        facts={{ id: `statement-${name}`, isInvalid: false, describedBy: undefined }}
        value={value}
        onChange={(day) => set(day ?? fallback)}
      />
    </div>
  );
  return (
    <>
      <div className="ledger-days">
        {input("from", from, setFrom, addMonths(to, -1))}
        {input("to", to, setTo, addDays(today, 1))}
      </div>
      <Answered answer={answer}>
        {(data) => data.map((one) => <BucketStatement key={one.accountCode} of={one} />)}
      </Answered>
    </>
  );
}

function BucketStatement({
  of: { accountCode, currency, opening, movements, closing },
}: {
  readonly of: AccountMovements;
}) {
  const { text } = useWords(merchantBalanceMessages);
  const locale = useLocale();
  const bucket = MerchantBucket.memberOf(accountCode.split(":")[2])?.text[locale] ?? accountCode;
  return (
    <section>
      <h3 className="ch-section-title">{bucket}</h3>
      <table className="ledger-sums">
        <tbody>
          <SumLine label={text.opening} value={opening} currency={currency} />
          {movements.map(({ event, count, total }) => (
            <tr key={event}>
              <td>
                <EventChip event={event} />
              </td>
              <td className="ledger-count">× {count.toLocaleString("en-US")}</td>
              <td className="ledger-figure">
                <Amount value={total} currency={currency} />
              </td>
            </tr>
          ))}
          <SumLine label={text.closing} value={closing} currency={currency} isTotal />
        </tbody>
      </table>
      {movements.length === 0 && <p className="ledger-quiet">{text.noMovements}</p>}
    </section>
  );
}
