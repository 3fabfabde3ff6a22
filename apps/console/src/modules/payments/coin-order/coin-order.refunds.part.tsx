import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefundMessages } from "@countinghouse/contract/payments/order-refund/order-refund.messages.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RefundLines, useRefundsOf } from "../../../platform/payments/refunds-of.tsx";
import { OrderCard } from "./coin-order.card.part.tsx";

/** What went back of the order or is on its way; nothing where nobody asked for anything back. */
export function OrderRefunds({ order }: { readonly order: Pick<CoinOrderDetail, "orderNo" | "mode"> }) {
  const { title } = useWords(orderRefundMessages);
  const refunds = useRefundsOf(order);
  if (refunds.length === 0) return null;
  return (
    <OrderCard title={title}>
      <RefundLines refunds={refunds} />
    </OrderCard>
  );
}
