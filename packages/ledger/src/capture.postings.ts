import type { Money } from "@countinghouse/money/money.ts";
import { cost, fxPosition, gatewayReceivable, merchantAccount, revenue } from "./account.ts";
import { type Charge, chargeTo } from "./charge.postings.ts";
import { type Entry, entry } from "./entry.ts";
import { type SoldAmount, sellFromPosition } from "./fx.postings.ts";
import { signedPosting } from "./posting.ts";

/** A payment of a merchant at one of its gateway accounts. */
export interface GatewayPayment {
  readonly merchantId: string;
  readonly gatewayAccountId: string;
}

/** J01: a captured payment, in the currency it is settled in. */
export const paymentCaptured = ({ merchantId, gatewayAccountId, amount }: GatewayPayment & { amount: Money }): Entry =>
  entry("J01", merchantId, [
    {
      debit: gatewayReceivable(amount.currency, gatewayAccountId),
      credit: merchantAccount(merchantId, "pending", amount.currency),
      amount,
    },
  ]);

/** J02: the transaction fee of a capture and the tax on it, out of the pending bucket. */
export const transactionFeeCharged = ({ merchantId, ...charge }: Charge & { merchantId: string }): Entry =>
  entry(
    "J02",
    merchantId,
    chargeTo(merchantAccount(merchantId, "pending", charge.fee.currency), "transaction_fee", charge),
  );

/** J03: what the gateway will keep of a capture. */
export const gatewayCostAccrued = ({
  merchantId,
  gatewayAccountId,
  amount,
}: GatewayPayment & { amount: Money }): Entry =>
  entry("J03", merchantId, [
    {
      debit: cost("gateway_fee", amount.currency),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    },
  ]);

/** J03p: the gateway's cost passed on to the merchant. */
export const gatewayCostPassedOn = ({ merchantId, amount }: { merchantId: string; amount: Money }): Entry =>
  entry("J03p", merchantId, [
    {
      debit: merchantAccount(merchantId, "pending", amount.currency),
      credit: revenue("gateway_cost_recovery", amount.currency),
      amount,
    },
  ]);

/** J61p: what the gateway's cost came out at beyond the accrued one, passed on to the merchant; back to it where it is less. */
export const gatewayCostTrueUpPassedOn = ({ merchantId, amount }: { merchantId: string; amount: Money }): Entry =>
  entry("J61p", merchantId, [
    signedPosting({
      debit: merchantAccount(merchantId, "pending", amount.currency),
      credit: revenue("gateway_cost_recovery", amount.currency),
      amount,
    }),
  ]);

/**
 * J04: a payment captured in the order's currency and owed to the merchant in its settlement currency. `given` is the
 * merchant's value at its own rate, `midValue` the same payment at the mid rate; the difference is our markup.
 */
export const paymentCapturedConverted = ({
  merchantId,
  gatewayAccountId,
  amount,
  given,
  midValue,
}: GatewayPayment & SoldAmount & { amount: Money }): Entry =>
  entry("J04", merchantId, [
    { debit: gatewayReceivable(amount.currency, gatewayAccountId), credit: fxPosition(amount.currency), amount },
    ...sellFromPosition(merchantAccount(merchantId, "pending", given.currency), revenue("fx_markup", given.currency), {
      given,
      midValue,
    }),
  ]);

/** J03r: what the gateway keeps for making a refund. */
export const refundCostAccrued = ({
  merchantId,
  gatewayAccountId,
  amount,
}: GatewayPayment & { amount: Money }): Entry =>
  entry("J03r", merchantId, [
    {
      debit: cost("gateway_fee", amount.currency),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    },
  ]);
