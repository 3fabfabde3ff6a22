import type { Money } from "@countinghouse/money/money.ts";
import { gatewayReceivable, payerFunds } from "./account.ts";
import type { GatewayPayment } from "./capture.postings.ts";
import { type Entry, entry } from "./entry.ts";

/** J05: a gateway took money that no merchant is entitled to: it is the payer's until somebody applies or returns it. */
export const payerMoneyHeld = ({ merchantId, gatewayAccountId, amount }: GatewayPayment & { amount: Money }): Entry =>
  entry("J05", merchantId, [
    {
      debit: gatewayReceivable(amount.currency, gatewayAccountId),
      credit: payerFunds(amount.currency, gatewayAccountId),
      amount,
    },
  ]);

/** J06: money that was held for the payer is applied to the order; J01 or J04 books it as captured beside this. */
export const payerMoneyApplied = ({
  merchantId,
  gatewayAccountId,
  amount,
}: GatewayPayment & { amount: Money }): Entry =>
  entry("J06", merchantId, [
    {
      debit: payerFunds(amount.currency, gatewayAccountId),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    },
  ]);

/** J07: money that was held for the payer went back over the gateway that took it. */
export const payerMoneyReturned = ({
  merchantId,
  gatewayAccountId,
  amount,
}: GatewayPayment & { amount: Money }): Entry =>
  entry("J07", merchantId, [
    {
      debit: payerFunds(amount.currency, gatewayAccountId),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    },
  ]);
