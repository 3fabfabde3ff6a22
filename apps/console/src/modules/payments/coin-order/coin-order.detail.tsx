import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { type CoinOrder, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { OrderState, orderPath } from "./coin-order.cells.part.tsx";
import { OrderDecline } from "./coin-order.decline.part.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { OrderTimeline } from "./coin-order.timeline.part.tsx";

const facts = [
  "merchantName",
  "merchantOrderNo",
  "gatewayAccountName",
  "transactionNo",
  "email",
  "country",
  "orderTime",
  "paidTime",
] as const;

/** What an order is known by: the money, and where it stands. */
export const OrderHeading = ({ row }: { readonly row: CoinOrder }) => (
  <span className="order-beside-title">
    <span className="order-sum">
      <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
    </span>
    <OrderState row={row} />
  </span>
);

/** An order beside the list: the facts people ask for first, and its story. */
export function OrderPanel({ row }: { readonly row: CoinOrder }) {
  const screen = useWords(orderScreenMessages);
  const { actions } = useWords(coinOrderMessages);
  const may = useMay();
  return (
    <>
      <div className="order-beside-head">
        {row.paymentMethod || row.cardLast4 ? <MethodName of={row} /> : null}
        <span className="ch-grow" />
        <Link to={orderPath(row.id)}>{screen.openPage}</Link>
      </div>
      <OrderDecline order={row} />
      <RecordFacts resource={coinOrder} of={row} fields={facts} />
      {may("coinOrder:timeline") ? (
        <section>
          <h3 className="ch-section-title">{actions.timeline}</h3>
          <OrderTimeline order={row} />
        </section>
      ) : null}
    </>
  );
}
