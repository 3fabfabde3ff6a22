import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { OrderRefund, RefundPreview } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, isZero, type Money, negate, subtract } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { ReactNode } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { refundScreenMessages } from "./order-refund.messages.ts";

interface Line {
  readonly key: string;
  readonly label: string;
  readonly amount: Money;
  readonly small?: ReactNode;
  /** Stands under a rule: what the lines above come to. */
  readonly isSum?: boolean;
}

/** Figures that lead to a sum, each with what explains it. */
export const Ladder = ({ lines }: { readonly lines: readonly Line[] }) => (
  <dl className="refund-ladder">
    {lines.map(({ key, label, amount, small, isSum }) => (
      <div key={key} className={isSum ? "refund-ladder-sum" : undefined}>
        <dt>
          {label}
          {small ? <small>{small}</small> : null}
        </dt>
        <dd>
          <MoneyCell amount={amount} />
        </dd>
      </div>
    ))}
  </dl>
);

type Costs = Pick<
  OrderRefund | RefundPreview,
  | "currency"
  | "amount"
  | "settleCurrency"
  | "settleAmount"
  | "fxRate"
  | "handlingFee"
  | "handlingFeeTax"
  | "returnedFee"
  | "returnedFeeTax"
>;

/** What a refund takes of the merchant in all, in its settlement currency. */
export function totalOf(of: Costs): Money {
  const inSettlement = (minor: string) => fromWire(minor, of.settleCurrency);
  const taken = add(inSettlement(of.settleAmount), add(inSettlement(of.handlingFee), inSettlement(of.handlingFeeTax)));
  return subtract(taken, add(inSettlement(of.returnedFee), inSettlement(of.returnedFeeTax)));
}

/** What the payer gets, what is taken for it, the fee for refunding, and what of the transaction fee comes back. */
export function CostLadder({ of }: { readonly of: Costs }) {
  const words = useWords(refundScreenMessages);
  const isOwn = useIsOfMerchant();
  const language = useLocale();
  const { currency, settleCurrency, fxRate } = of;
  const inSettlement = (minor: string) => fromWire(minor, settleCurrency);
  const split = (fee: string, tax: string) =>
    tax === "0"
      ? undefined
      : fill(words.feeOf, {
          fee: formatMoney(inSettlement(fee), { language, show: "none" }),
          tax: formatMoney(inSettlement(tax), { language, show: "none" }),
        });
  const handling = add(inSettlement(of.handlingFee), inSettlement(of.handlingFeeTax));
  const returned = add(inSettlement(of.returnedFee), inSettlement(of.returnedFeeTax));
  const rate =
    fxRate !== null && currency !== settleCurrency
      ? fill(words.rate, { from: currency, to: settleCurrency, rate: fxRate })
      : undefined;
  const lines: (Line | false)[] = [
    { key: "payer", label: words.payerReceives, amount: fromWire(of.amount, currency) },
    {
      key: "taken",
      label: isOwn ? words.takenOwn : words.taken,
      amount: negate(inSettlement(of.settleAmount)),
      small: rate,
    },
    !isZero(handling) && {
      key: "fee",
      label: words.fee,
      amount: negate(handling),
      small: split(of.handlingFee, of.handlingFeeTax),
    },
    !isZero(returned) && {
      key: "returned",
      label: words.returned,
      amount: returned,
      small: split(of.returnedFee, of.returnedFeeTax),
    },
    { key: "sum", label: isOwn ? words.paysInAllOwn : words.paysInAll, amount: negate(totalOf(of)), isSum: true },
  ];
  return <Ladder lines={lines.filter((line) => line !== false)} />;
}
