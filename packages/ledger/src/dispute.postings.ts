import type { Money } from "@countinghouse/money/money.ts";
import { cost, disputeClearing, gatewayReceivable, merchantAccount } from "./account.ts";
import type { GatewayPayment } from "./capture.postings.ts";
import { type Charge, chargeTo, giveBack } from "./charge.postings.ts";
import { type Entry, entry } from "./entry.ts";
import { type ConvertedAmount, fromGateway, toGateway } from "./fx.postings.ts";
import type { BorneAmount, RefundFundingBucket } from "./refund.postings.ts";

/** A charge on a merchant's bucket. */
type BorneCharge = Charge & { readonly merchantId: string; readonly bucket: RefundFundingBucket };

/** J20: the disputed amount, at the order's original rate, set aside whether or not the bucket covers it. */
export const disputeHeld = ({ merchantId, bucket, amount }: BorneAmount): Entry =>
  entry("J20", merchantId, [
    {
      debit: merchantAccount(merchantId, bucket, amount.currency),
      credit: merchantAccount(merchantId, "frozen", amount.currency),
      amount,
    },
  ]);

/** J21: the scheme took the disputed amount from the gateway account, in the order's currency. */
export const disputeTaken = ({ merchantId, gatewayAccountId, amount }: GatewayPayment & { amount: Money }): Entry =>
  entry("J21", merchantId, [
    {
      debit: disputeClearing(amount.currency, gatewayAccountId),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    },
  ]);

/** J22: the penalty of a case that reached the chargeback stage, and its tax. */
export const disputePenaltyCharged = ({ merchantId, bucket, ...charge }: BorneCharge): Entry =>
  entry(
    "J22",
    merchantId,
    chargeTo(merchantAccount(merchantId, bucket, charge.fee.currency), "dispute_penalty", charge),
  );

/** J23: what the scheme or an arbitration charges us for a case. */
export const disputeCostTaken = ({ merchantId, gatewayAccountId, amount }: GatewayPayment & { amount: Money }): Entry =>
  entry("J23", merchantId, [
    {
      debit: cost("dispute_fee", amount.currency),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    },
  ]);

/** J24: a dispute won. The scheme returns what it took, and the merchant has its held amount available. */
export const disputeWon = ({
  merchantId,
  gatewayAccountId,
  held,
  taken,
}: GatewayPayment & { held: Money; taken: Money }): Entry =>
  entry("J24", merchantId, [
    {
      debit: gatewayReceivable(taken.currency, gatewayAccountId),
      credit: disputeClearing(taken.currency, gatewayAccountId),
      amount: taken,
    },
    {
      debit: merchantAccount(merchantId, "frozen", held.currency),
      credit: merchantAccount(merchantId, "available", held.currency),
      amount: held,
    },
  ]);

/** J25: the penalty and its tax given back after a win. */
export const disputePenaltyReturned = ({ merchantId, ...charge }: Charge & { merchantId: string }): Entry =>
  entry(
    "J25",
    merchantId,
    giveBack(merchantAccount(merchantId, "available", charge.fee.currency), "dispute_penalty", charge),
  );

/** J26: a dispute lost; the held amount covers what the scheme took. */
export const disputeLost = (dispute: GatewayPayment & { held: Money; converted: ConvertedAmount | null }): Entry =>
  entry(
    "J26",
    dispute.merchantId,
    toGateway({
      merchant: merchantAccount(dispute.merchantId, "frozen", dispute.held.currency),
      gateway: disputeClearing((dispute.converted?.atGateway ?? dispute.held).currency, dispute.gatewayAccountId),
      amount: dispute.held,
      converted: dispute.converted,
    }),
  );

/** J26r: a lost dispute reversed in our favour later. */
export const disputeReversedLate = (
  dispute: GatewayPayment & { amount: Money; converted: ConvertedAmount | null },
): Entry =>
  entry(
    "J26r",
    dispute.merchantId,
    fromGateway({
      merchant: merchantAccount(dispute.merchantId, "available", dispute.amount.currency),
      gateway: gatewayReceivable((dispute.converted?.atGateway ?? dispute.amount).currency, dispute.gatewayAccountId),
      amount: dispute.amount,
      converted: dispute.converted,
    }),
  );

/** J27: the penalty of a lost case and its tax. */
export const refusalPenaltyCharged = ({ merchantId, ...charge }: Charge & { merchantId: string }): Entry =>
  entry(
    "J27",
    merchantId,
    chargeTo(merchantAccount(merchantId, "available", charge.fee.currency), "refusal_penalty", charge),
  );

/** J28: a negative balance given up as uncollectable; the amount is positive. */
export const balanceWrittenOff = ({ merchantId, amount }: { merchantId: string; amount: Money }): Entry =>
  entry("J28", merchantId, [
    {
      debit: cost("dispute_loss", amount.currency),
      credit: merchantAccount(merchantId, "available", amount.currency),
      amount,
    },
  ]);

/** J29: the fee of an inquiry or alert and its tax. */
export const inquiryFeeCharged = ({ merchantId, bucket, ...charge }: BorneCharge): Entry =>
  entry("J29", merchantId, chargeTo(merchantAccount(merchantId, bucket, charge.fee.currency), "inquiry_fee", charge));
