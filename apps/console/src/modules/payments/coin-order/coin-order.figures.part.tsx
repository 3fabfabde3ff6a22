import { fill } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { OrderSettlementStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, isZero, type Money, negate, subtract, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { ReactNode } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { type ExplainedKind, useExplainedOrder } from "./coin-order.explain.hook.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

const inSettlement = ({ settleCurrency }: CoinOrderDetail, amount: string | null): Money | undefined =>
  settleCurrency && amount !== null ? fromWire(amount, settleCurrency) : undefined;

/** The money of an order at a glance: what came, what went back, what it cost, what the merchant and we keep. */
export function OrderFigures({ order }: { readonly order: CoinOrderDetail }) {
  const screen = useWords(orderScreenMessages);
  const { fields, text } = useWords(coinOrderMessages);
  const locale = useLocale();
  const { currency } = order;
  const inWords = (amount: Money) => formatMoney(amount, { language: locale });
  const refunded = fromWire(order.refundedAmount, currency);
  const refundable = fromWire(order.refundableAmount, currency);
  const fee = inSettlement(order, order.feeAmount);
  const tax = inSettlement(order, order.feeTaxAmount);
  const net = inSettlement(order, order.netAmount);
  const settlement = OrderSettlementStatus.memberOf(order.settlementStatus)?.text[locale];
  return (
    <section className="ch-card order-strip" aria-label={text.money}>
      <Figure label={fields.capturedAmount} amount={fromWire(order.capturedAmount, currency)} explains="captured">
        {order.captureMethod === "manual"
          ? fill(screen.authorizedOf, { amount: inWords(fromWire(order.authorizedAmount, currency)) })
          : null}
      </Figure>
      <Figure label={fields.refundedAmount} amount={isZero(refunded) ? refunded : negate(refunded)}>
        {fill(screen.stillRefundable, { amount: inWords(refundable) })}
      </Figure>
      {fee ? (
        <Figure label={screen.feesAndTax} amount={negate(add(fee, tax ?? zero(fee.currency)))} explains="fee">
          {tax && !isZero(tax) ? fill(screen.ofWhichTax, { amount: inWords(tax) }) : null}
        </Figure>
      ) : null}
      {net ? (
        <Figure label={fields.netAmount} amount={net} explains="net">
          {[
            settlement,
            order.dueDate ? fill(screen.dueOn, { date: order.dueDate }) : undefined,
            order.batchNo ?? undefined,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Figure>
      ) : null}
      <Margin order={order} fee={fee} />
    </section>
  );
}

/** What is left of our fee after the gateway's cost; only operators are told the cost. */
function Margin({ order, fee }: { readonly order: CoinOrderDetail; readonly fee: Money | undefined }) {
  const screen = useWords(orderScreenMessages);
  const language = useLocale();
  const { gatewayCostAmount, gatewayCostCurrency } = order;
  if (!fee || gatewayCostAmount === null || gatewayCostCurrency !== fee.currency) return null;
  const cost = fromWire(gatewayCostAmount, gatewayCostCurrency);
  return (
    <Figure label={screen.margin} amount={subtract(fee, cost)} explains="cost">
      {fill(screen.marginOf, { income: formatMoney(fee, { language }), cost: formatMoney(cost, { language }) })}
    </Figure>
  );
}

interface FigureProps {
  readonly label: string;
  readonly amount: Money;
  /** The figure of the ledger that a click explains. */
  readonly explains?: ExplainedKind;
  readonly children: ReactNode;
}

/** One figure; where postings stand behind it, a click shows them. */
function Figure({ label, amount, explains, children }: FigureProps) {
  const screen = useWords(orderScreenMessages);
  const mayExplain = useMay()("coinOrder:explain");
  const [, explain] = useExplainedOrder();
  const figure = (
    <>
      <span className="order-dim">{label}</span>
      <b>
        <MoneyCell amount={amount} />
      </b>
    </>
  );
  return (
    <div>
      {explains && mayExplain && !isZero(amount) ? (
        <button
          type="button"
          title={fill(screen.explainFigure, { figure: label })}
          onClick={() => explain(explains, "show")}
        >
          {figure}
        </button>
      ) : (
        figure
      )}
      <small>{children}</small>
    </div>
  );
}
