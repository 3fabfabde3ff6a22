import { fill } from "@countinghouse/contract/kit/locale.ts";
import { captureMessages } from "@countinghouse/contract/payments/capture/capture.messages.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { isZero, negate, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import type { ReactNode } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { usePrice } from "./coin-order.ledger.part.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { lineWords } from "./coin-order.price.policy.ts";

type Order = { readonly order: CoinOrderDetail };

/** The money of an order as its shop counts it: paid, what went back, fee, tax, what is left of it, and when that comes. */
export function OwnFigures({ order }: Order) {
  const screen = useWords(orderScreenMessages);
  const { fields, text } = useWords(coinOrderMessages);
  const { feeAmount: feeWord } = useWords(captureMessages).fields;
  const price = useOwnPrice(order.id);
  const refunded = fromWire(order.refundedAmount, order.currency);
  const { settleCurrency, feeAmount, feeTaxAmount, netAmount } = order;
  const inSettlement = (amount: string | null) =>
    settleCurrency && amount !== null ? fromWire(amount, settleCurrency) : undefined;
  const [fee, tax, net] = [feeAmount, feeTaxAmount, netAmount].map(inSettlement);
  return (
    <section className="ch-card order-strip" aria-label={text.money}>
      <Figure label={screen.paid} small={null}>
        <MoneyCell amount={fromWire(order.capturedAmount, order.currency)} />
      </Figure>
      {isZero(refunded) ? null : (
        <Figure label={fields.refundedAmount} small={null}>
          <MoneyCell amount={negate(refunded)} />
        </Figure>
      )}
      {fee ? (
        <Figure label={feeWord} small={price.fee}>
          <MoneyCell amount={negate(fee)} />
        </Figure>
      ) : null}
      {fee ? (
        <Figure label={text[lineWords.tax]} small={price.tax}>
          <MoneyCell amount={negate(tax ?? zero(fee.currency))} />
        </Figure>
      ) : null}
      {net ? (
        <Figure label={fields.netAmount} small={null}>
          <MoneyCell amount={net} />
        </Figure>
      ) : null}
      {net ? (
        <Figure
          label={order.settlementStatus === "settled" ? screen.settled : screen.settles}
          small={<SettlementNote order={order} />}
        >
          {order.dueDate ?? "–"}
        </Figure>
      ) : null}
    </section>
  );
}

/** The batch it is settled with, why a day that is over still stands there, or why there is none yet. */
function SettlementNote({ order: { dueDate, batchNo, settlementStatus } }: Order) {
  const screen = useWords(orderScreenMessages);
  const today = dayOf(Date.now(), useTimeZone());
  if (batchNo !== null || settlementStatus === "settled") return batchNo;
  if (dueDate === null) return screen.notDated;
  return dueDate < today ? fill(screen.wasDue, { date: dueDate }) : null;
}

/** The price that was charged, for those who may see it. */
function useOwnPrice(id: string): ReturnType<typeof usePrice> {
  const isEnabled = useMay()("coinOrder:explain");
  const { data } = useAnswer(coinOrder, "explain", { id }, { isEnabled });
  return usePrice({ feeRule: data?.feeRule ?? null });
}

interface FigureProps {
  readonly label: string;
  readonly small: ReactNode;
  readonly children: ReactNode;
}

const Figure = ({ label, small, children }: FigureProps) => (
  <div>
    <span className="order-dim">{label}</span>
    <b>{children}</b>
    <small>{small}</small>
  </div>
);
