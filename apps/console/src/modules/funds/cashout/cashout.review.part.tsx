import type { Cashout, CashoutPosition, CashoutReview } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { CashoutFlag } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { add, isNegative, isZero, type Money, subtract, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { Check } from "lucide-react";
import { outboundMessages } from "../../../platform/funds/outbound.messages.ts";
import { PositionTitle, RaisedLine } from "../../../platform/funds/outbound.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { cashoutScreenMessages } from "./cashout.messages.ts";

type Of = { readonly of: Cashout; readonly review: CashoutReview };

const buckets = ["pending", "available", "reserve", "frozen", "inTransit"] as const satisfies (keyof CashoutPosition)[];
const bucketValue = { inTransit: "in_transit" } as const;

const Moved = ({ amount }: { readonly amount: Money }) =>
  isZero(amount) ? (
    <Unknown />
  ) : (
    <span className={isNegative(amount) ? "cashout-less" : undefined}>
      <MoneyCell amount={amount} />
    </span>
  );

/** What the merchant held when it had asked, what moved since, and what it holds now. */
export function Position({ of, review }: Of) {
  const words = useWords(cashoutScreenMessages);
  const { now } = useWords(outboundMessages);
  const locale = useLocale();
  const money = (minor: string) => fromWire(minor, of.currency);
  const total = (position: CashoutPosition) =>
    buckets.reduce((sum, bucket) => add(sum, money(position[bucket])), zero(of.currency));
  const rows = buckets.map((bucket) => ({
    key: bucket,
    label: MerchantBucket.memberOf(bucket === "inTransit" ? bucketValue[bucket] : bucket)?.text[locale] ?? bucket,
    before: money(review.before[bucket]),
    now: money(review.now[bucket]),
  }));
  const all = { key: "all", label: words.allFive, before: total(review.before), now: total(review.now) };
  const isFit = review.isCovered && review.accountStatus.isUsable && review.isPriced;
  return (
    <section>
      <PositionTitle isFit={isFit} unfit={words.notCovered} />
      <table className="cashout-table cashout-position">
        <thead>
          <tr>
            <th>{of.currency}</th>
            <th>{words.whenApplied}</th>
            <th>{words.since}</th>
            <th>{now}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows, all].map(({ key, label, before, now }) => (
            <tr key={key} className={key === "available" || key === "all" ? "cashout-strong" : undefined}>
              <th>{label}</th>
              <td>
                <MoneyCell amount={before} />
              </td>
              <td>
                <Moved amount={subtract(now, before)} />
              </td>
              <td>
                <MoneyCell amount={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What was agreed against what would be paid now; only what moved is marked. */
export function QuoteComparison({ of, review }: Of) {
  const words = useWords(cashoutScreenMessages);
  if (of.currency === of.targetCurrency) return null;
  const asked = fromWire(review.askedTargetAmount, of.targetCurrency);
  const now = fromWire(review.targetAmount, of.targetCurrency);
  const isSame = isZero(subtract(asked, now));
  return (
    <section>
      <h3 className="ch-section-title">{words.askedNow}</h3>
      <table className="cashout-table">
        <tbody>
          <tr>
            <th>{words.accountReceives}</th>
            <td className={isSame ? undefined : "cashout-old"}>
              <MoneyCell amount={asked} />
            </td>
            <td className={isSame ? undefined : "cashout-new"}>
              <MoneyCell amount={now} />
            </td>
          </tr>
        </tbody>
      </table>
      {review.isRateWorse ? <p className="funds-note ch-tone-warning">{words.rateWorse}</p> : null}
      {review.isPriced ? null : <p className="funds-note ch-tone-danger">{words.noRate}</p>}
    </section>
  );
}

/** What stands out, and what was looked at and is as it should be. */
export function Flags({ of, review }: Of) {
  const words = useWords(cashoutScreenMessages);
  const locale = useLocale();
  const raised = of.riskFlags ?? [];
  const clear = [
    ...CashoutFlag.members.filter(({ value }) => !raised.includes(value)).map(({ value }) => words.clear[value]),
    ...(review.accountStatus.isUsable ? [words.clear.account] : []),
  ];
  return (
    <section>
      <h3 className="ch-section-title">{fill(words.flags, { raised: raised.length })}</h3>
      <ul className="outbound-lines">
        {raised.map((flag) => (
          <RaisedLine key={flag}>{CashoutFlag.memberOf(flag)?.text[locale]}</RaisedLine>
        ))}
        {review.accountStatus.isUsable ? null : <RaisedLine>{words.accountUnfit}</RaisedLine>}
        <li className="funds-quiet">
          <Check size={14} aria-hidden="true" />
          {clear.join(" · ")}
        </li>
      </ul>
    </section>
  );
}
