import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { inFlightStates } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** How long a change is followed by others as a rule: jobs of the worker, notifications. All in ms. */
const freshFor = 10_000;
/** How often the order is asked for then, and while a gateway takes its time. */
const askWhileFresh = 1_000;
const askWhileOpen = 5_000;

type Attempt = CoinOrderDetail["attempts"][number];

/** Whether the gateway owes an answer: to a payment, a capture, or a reservation to be given back. */
const isUnderWay = ({ status, isReleaseAsked }: Attempt): boolean =>
  inFlightStates.includes(status) || (status === "authorized" && isReleaseAsked);

const markOf = ({ version, attempts }: CoinOrderDetail): string =>
  [version, ...attempts.map(({ status, isReleaseAsked }) => `${status} ${isReleaseAsked}`)].join(", ");

/**
 * Asks for an order again while work on it is under way, and for a while after each change, so that its page tells what
 * the worker did without being loaded anew. At rest nothing is asked.
 */
export function useFollowing(order: CoinOrderDetail): void {
  const client = useQueryClient();
  const mark = markOf(order);
  const [known, setKnown] = useState(mark);
  const isFresh = mark !== known;
  const everyMs = isFresh ? askWhileFresh : order.attempts.some(isUnderWay) ? askWhileOpen : undefined;
  useAnswer(coinOrder, "detail", { id: order.id }, everyMs === undefined ? {} : { everyMs });
  useEffect(() => {
    if (mark === known) return;
    // The story, the postings and the notifications are answers of their own, and some come after the order itself.
    const renew = () => {
      const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
        queryKey[0] !== coinOrder.name || queryKey[1] !== "detail";
      for (const { name } of [coinOrder, paymentAttempt, webhook])
        void client.invalidateQueries({ queryKey: [name], predicate });
    };
    renew();
    const timer = setTimeout(() => {
      renew();
      setKnown(mark);
    }, freshFor);
    return () => clearTimeout(timer);
  }, [client, mark, known]);
}
