import { capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund, orderRefundTopic } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerEvent } from "../api/events.ts";

/** Reads everything again that a refund changes: itself, its order, what was captured, what goes back. */
export const renewRefunds = (client: QueryClient): void => {
  for (const { name } of [orderRefund, coinOrder, capture, paymentDue])
    void client.invalidateQueries({ queryKey: [name] });
};

/** Follows refunds: what the worker and other people do to them is shown without being asked for. */
export function useRefundNews(): void {
  const client = useQueryClient();
  useEffect(() => onServerEvent(orderRefundTopic, () => renewRefunds(client)), [client]);
}
