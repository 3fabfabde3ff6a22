import type { Cashout, CashoutPreview } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type Money, negate, subtract } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { cashoutScreenMessages } from "./cashout.messages.ts";

type Priced = Cashout | CashoutPreview;

interface LineProps {
  readonly label: string;
  readonly small?: string;
  readonly value: ReactNode;
  /** What the lines above come to. */
  readonly isSum?: boolean;
}

const Line = ({ label, small, value, isSum = false }: LineProps) => (
  <div className={isSum ? "cashout-sum" : undefined}>
    <dt>
      {label}
      {small ? <small>{small}</small> : null}
    </dt>
    <dd>{value}</dd>
  </div>
);

const amount = (money: Money) => <MoneyCell amount={money} />;

/** From what leaves the balance to what the account is paid, step by step: fee, rate, and our markup in it. */
export function PriceLadder({ of, receiver }: { readonly of: Priced; readonly receiver?: string | undefined }) {
  const words = useWords(cashoutScreenMessages);
  const own = (minor: string) => fromWire(minor, of.currency);
  const target = (minor: string) => fromWire(minor, of.targetCurrency);
  const isExchanged = of.currency !== of.targetCurrency;
  return (
    <>
      <dl className="cashout-ladder">
        <Line label={words.withdraw} value={amount(own(of.amount))} />
        <Line
          label={of.feeMode === "inside" ? words.feeInside : words.feeOnTop}
          value={amount(of.feeMode === "inside" ? negate(own(of.feeAmount)) : own(of.feeAmount))}
        />
        {of.feeMode === "inside" ? null : <Line label={words.leaves} value={amount(own(of.debitedAmount))} isSum />}
        <Line
          label={isExchanged ? words.exchanged : words.sent}
          value={amount(own(of.sentAmount))}
          isSum={of.feeMode === "inside"}
        />
        {isExchanged ? (
          <>
            <Line
              label={fill(words.rateOf, { currency: of.currency })}
              small={fill(words.midLess, { mid: of.fxMid ?? "", markup: String((of.fxMarkup ?? 0) / 10_000) })}
              value={<span className="ch-money">{of.fxRate}</span>}
            />
            <Line label={words.midValue} value={amount(target(of.midAmount))} />
            <Line label={words.markup} value={amount(subtract(target(of.targetAmount), target(of.midAmount)))} />
          </>
        ) : null}
      </dl>
      <div className="cashout-result">
        <span>{receiver ? fill(words.receives, { account: receiver }) : words.accountReceives}</span>
        <MoneyCell amount={target(of.targetAmount)} isPlain />
      </div>
    </>
  );
}
