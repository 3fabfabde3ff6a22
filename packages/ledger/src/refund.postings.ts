import type { Money } from "@countinghouse/money/money.ts";
import { type AccountCode, gatewayReceivable, merchantAccount } from "./account.ts";
import type { GatewayPayment } from "./capture.postings.ts";
import { type Charge, chargeTo, giveBack } from "./charge.postings.ts";
import { type Entry, entry } from "./entry.ts";
import { type ConvertedAmount, fromGateway, toGateway } from "./fx.postings.ts";

/** The bucket that bears refunds and disputes of an order: pending until its lines are settled, then available. */
export type RefundFundingBucket = "pending" | "available";

/** The amount of a refund at the order's original rate, in the settlement currency, and who bears it. */
export interface BorneAmount {
  readonly merchantId: string;
  readonly bucket: RefundFundingBucket;
  readonly amount: Money;
}

const bearer = ({ merchantId, bucket, amount }: BorneAmount): AccountCode =>
  merchantAccount(merchantId, bucket, amount.currency);

const frozen = (merchantId: string, amount: Money): AccountCode =>
  merchantAccount(merchantId, "frozen", amount.currency);

/** J10: money set aside for a refund on its way. */
export const refundHeld = (held: BorneAmount): Entry =>
  entry("J10", held.merchantId, [
    { debit: bearer(held), credit: frozen(held.merchantId, held.amount), amount: held.amount },
  ]);

/** J11: the gateway paid the refund. `converted` is null for an order in the settlement currency. */
export const refundSucceeded = (refund: GatewayPayment & { amount: Money; converted: ConvertedAmount | null }): Entry =>
  entry(
    "J11",
    refund.merchantId,
    toGateway({
      merchant: frozen(refund.merchantId, refund.amount),
      gateway: gatewayReceivable((refund.converted?.atGateway ?? refund.amount).currency, refund.gatewayAccountId),
      amount: refund.amount,
      converted: refund.converted,
    }),
  );

/** J12: the handling fee of a refund and its tax, from the bucket that bore the refund. */
export const refundFeeCharged = ({ merchantId, bucket, ...charge }: Charge & Omit<BorneAmount, "amount">): Entry =>
  entry("J12", merchantId, chargeTo(merchantAccount(merchantId, bucket, charge.fee.currency), "refund_fee", charge));

/** J13: the part of the transaction fee, and of its tax, that goes back to the merchant with a refund. */
export const feeReturned = ({ merchantId, bucket, ...charge }: Charge & Omit<BorneAmount, "amount">): Entry =>
  entry(
    "J13",
    merchantId,
    giveBack(merchantAccount(merchantId, bucket, charge.fee.currency), "transaction_fee", charge),
  );

/** J14: a refund canceled, rejected or failed; the money goes back where it was taken from. */
export const refundReleased = (held: BorneAmount): Entry =>
  entry("J14", held.merchantId, [
    { debit: frozen(held.merchantId, held.amount), credit: bearer(held), amount: held.amount },
  ]);

/** J15: the payer's bank sent a paid refund back. */
export const refundBounced = (refund: GatewayPayment & BorneAmount & { converted: ConvertedAmount | null }): Entry =>
  entry(
    "J15",
    refund.merchantId,
    fromGateway({
      merchant: bearer(refund),
      gateway: gatewayReceivable((refund.converted?.atGateway ?? refund.amount).currency, refund.gatewayAccountId),
      amount: refund.amount,
      converted: refund.converted,
    }),
  );
