import type { Cashout, CashoutPosition, CashoutReview } from "@countinghouse/contract/funds/cashout/cashout.ts";
import {
  CashoutFlag,
  PayoutDifference,
  PayoutStatus,
} from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, isNegative, isZero, type Money, subtract, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Check, TriangleAlert } from "lucide-react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
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
      <h3 className="ch-section-title cashout-title">
        {words.position}
        <StatusChip text={isFit ? words.covered : words.notCovered} tone={isFit ? "success" : "danger"} isFlat />
      </h3>
      <table className="cashout-table cashout-position">
        <thead>
          <tr>
            <th>{of.currency}</th>
            <th>{words.whenApplied}</th>
            <th>{words.since}</th>
            <th>{words.now}</th>
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
export function AskedAgainstNow({ of, review }: Of) {
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
      {review.isRateWorse ? <p className="cashout-note ch-tone-warning">{words.rateWorse}</p> : null}
      {review.isPriced ? null : <p className="cashout-note ch-tone-danger">{words.noRate}</p>}
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
      <ul className="cashout-flags">
        {raised.map((flag) => (
          <li key={flag}>
            <TriangleAlert size={14} aria-hidden="true" className="cashout-warn" />
            {CashoutFlag.memberOf(flag)?.text[locale]}
          </li>
        ))}
        {review.accountStatus.isUsable ? null : (
          <li>
            <TriangleAlert size={14} aria-hidden="true" className="cashout-warn" />
            {words.accountUnfit}
          </li>
        )}
        <li className="cashout-quiet">
          <Check size={14} aria-hidden="true" />
          {clear.join(" · ")}
        </li>
      </ul>
    </section>
  );
}

/** Who said yes so far, and the transfer, once there is one. */
export function Doings({ of, review: { approvals, payout } }: Of) {
  const words = useWords(cashoutScreenMessages);
  const locale = useLocale();
  return (
    <section>
      <h3 className="ch-section-title">{words.doings}</h3>
      <ul className="cashout-flags">
        {payout ? (
          <li>
            <ChipOf enumeration={PayoutStatus} value={payout.status} isFlat />
            <span className="ch-mono ch-cut">{payout.payoutNo}</span>
            {payout.isByHand ? words.byHand : fill(words.sentTimes, { count: payout.attempts })} ·{" "}
            {payout.fundingAccount}
          </li>
        ) : null}
        {payout?.difference ? (
          <li>
            <TriangleAlert size={14} aria-hidden="true" className="cashout-warn" />
            <span>
              {words.paidOtherwise}{" "}
              <MoneyCell amount={fromWire(payout.difference.amount, payout.difference.currency)} isPlain /> ·{" "}
              {PayoutDifference.memberOf(payout.difference.cause ?? "")?.text[locale] ?? words.differenceOpen}
            </span>
          </li>
        ) : null}
        {payout?.shortSince && payout.availableAmount !== null ? (
          <li className="cashout-note ch-tone-warning">
            {fill(words.short, {
              account: payout.fundingAccount,
              amount: formatMoney(fromWire(payout.availableAmount, payout.currency), { language: locale }),
            })}{" "}
            <TimeCell value={payout.nextRetryTime ?? payout.shortSince} />
          </li>
        ) : null}
        {approvals.map(({ userName, time, remark }) => (
          <li key={time + (userName ?? "")}>
            <Check size={14} aria-hidden="true" />
            {fill(words.approvedBy, { name: userName ?? "–" })} <TimeCell value={time} />
            {remark ? ` · ${remark}` : null}
          </li>
        ))}
        <li>
          {fill(words.askedBy, { name: of.applyUserName ?? "–" })} <TimeCell value={of.applyTime} />
        </li>
      </ul>
    </section>
  );
}
