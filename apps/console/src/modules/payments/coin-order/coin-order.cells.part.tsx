import { type CoinOrder, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import {
  AwaitingReason,
  OrderDisputeStatus,
  OrderOrigin,
  OrderRefundStatus,
  OrderStatus,
} from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FieldCell } from "../../../platform/pages/field-cell.tsx";
import { fieldFacts } from "../../../platform/pages/list-columns.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { DeclineName } from "../../../platform/payments/decline-name.tsx";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";

/** Where an order's page is. */
export const orderPath = (id: string): string => `/trade/order/${id}`;

type Row = { readonly row: CoinOrder };

/** The one thing beside an order's state that matters most: a dispute, a refund, what it waits for, or its origin. */
function NextToState({ row }: Row) {
  if (row.disputeStatus !== "none") return <ChipOf enumeration={OrderDisputeStatus} value={row.disputeStatus} isFlat />;
  if (row.refundStatus !== "none") return <ChipOf enumeration={OrderRefundStatus} value={row.refundStatus} isFlat />;
  if (row.awaitingReason) return <ChipOf enumeration={AwaitingReason} value={row.awaitingReason} isFlat />;
  return row.origin === "import" ? <ChipOf enumeration={OrderOrigin} value={row.origin} isFlat /> : null;
}

/** Where an order stands, and the one thing beside it that matters most: a row carries two chips at most. */
export const OrderState = ({ row }: Row) => (
  <span className="order-states">
    {row.isDeclined ? <DeclinedChip /> : null}
    <ChipOf enumeration={OrderStatus} value={row.status} isFlat={row.isDeclined} />
    {row.isDeclined ? null : <NextToState row={row} />}
  </span>
);

/** The last attempt was declined: said before where the order stands. */
const DeclinedChip = () => <StatusChip text={useWords(orderScreenMessages).declined} tone="danger" shape="hollow" />;

/** The number of an order, which leads to its page. */
export const NumberCell = ({ row: { id, orderNo } }: Row) => (
  <Link to={orderPath(id)} className="ch-link ch-mono" title={orderNo}>
    {middleCut(orderNo)}
  </Link>
);

export const MethodCell = ({ row }: Row) => <MethodName of={row} />;

/** Who sells, and the number it gave the order. */
export const MerchantCell = ({ row }: Row) => (
  <TwoLineCell first={<MerchantOf row={row} />} second={row.merchantOrderNo} />
);

const merchantFacts = fieldFacts(coinOrder, "merchantName");

/** Whose order it is; leads to the merchant for those who see merchants. */
export const MerchantOf = ({ row }: Row) => <FieldCell facts={merchantFacts} field="merchantName" row={row} />;

export const FailureCell = ({ row }: Row) => <DeclineName code={row.failureCode} />;
