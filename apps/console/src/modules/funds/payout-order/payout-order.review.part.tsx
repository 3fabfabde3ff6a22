import { PayoutOrderFlag } from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import type { PayoutOrder, PayoutOrderReview } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Check } from "lucide-react";
import { outboundMessages } from "../../../platform/funds/outbound.messages.ts";
import { PositionTitle, RaisedLine } from "../../../platform/funds/outbound.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { payoutOrderScreenMessages } from "./payout-order.messages.ts";

type Of = { readonly of: PayoutOrder; readonly review: PayoutOrderReview };

const buckets = ["available", "frozen"] as const;

/** What the merchant held when it had asked, and holds now. */
export function PositionComparison({ of, review }: Of) {
  const words = useWords(payoutOrderScreenMessages);
  const { now } = useWords(outboundMessages);
  const cell = (minor: string) => <MoneyCell amount={fromWire(minor, of.currency)} />;
  return (
    <section>
      <PositionTitle isFit={review.isCovered} unfit={words.notCovered} />
      <table className="payout-table">
        <thead>
          <tr>
            <th>{of.currency}</th>
            <th>{words.whenAsked}</th>
            <th>{now}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket}>
              <th>{words[bucket]}</th>
              <td>{cell(review.before[bucket])}</td>
              <td>{cell(review.now[bucket])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What stands out, and what whoever approves has to compare. */
export function RiskFindings({ of, review }: Of) {
  const words = useWords(payoutOrderScreenMessages);
  const locale = useLocale();
  const raised = of.riskFlags ?? [];
  return (
    <section>
      <h3 className="ch-section-title">{words.flags}</h3>
      <ul className="outbound-lines">
        {raised.map((flag) => (
          <RaisedLine key={flag}>{PayoutOrderFlag.memberOf(flag)?.text[locale]}</RaisedLine>
        ))}
        <li>
          <Check size={14} aria-hidden="true" />
          {raised.length === 0 ? `${words.noFlags} · ` : ""}
          {fill(words.paidBefore, { count: review.paidBefore })}
        </li>
        {review.screened.map(({ id, name, list, reference, likeness }) => (
          <RaisedLine key={id}>
            {fill(words.listed, { name, list: [list, reference].filter(Boolean).join(" "), likeness })}
          </RaisedLine>
        ))}
        <li className="funds-quiet">{review.screened.length > 0 ? words.explain : words.screen}</li>
      </ul>
    </section>
  );
}
