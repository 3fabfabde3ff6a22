import type { Money } from "@countinghouse/money/money.ts";
import {
  type AccountCode,
  bank,
  cost,
  fxGainLoss,
  fxPosition,
  gatewayReceivable,
  merchantAccount,
  reconSuspense,
} from "./account.ts";
import type { GatewayPayment } from "./capture.postings.ts";
import { type Entry, entry } from "./entry.ts";
import { signedPosting } from "./posting.ts";

/** J60: a gateway paid what it owed into our bank account; less than none where it took what we owed. */
export const gatewaySettled = ({
  merchantId,
  gatewayAccountId,
  amount,
  payoutAccountId,
}: GatewayPayment & { amount: Money; payoutAccountId: string }): Entry =>
  entry("J60", merchantId, [
    signedPosting({
      debit: bank(amount.currency, payoutAccountId),
      credit: gatewayReceivable(amount.currency, gatewayAccountId),
      amount,
    }),
  ]);

/** J61: the gateway's real cost against the accrued one; positive when it took more. */
export const gatewayCostTruedUp = ({
  merchantId,
  gatewayAccountId,
  difference,
}: GatewayPayment & { difference: Money }): Entry =>
  entry("J61", merchantId, [
    signedPosting({
      debit: cost("gateway_fee", difference.currency),
      credit: gatewayReceivable(difference.currency, gatewayAccountId),
      amount: difference,
    }),
  ]);

/** J62: a difference with a gateway nobody can explain yet; positive for a shortfall, negative for a surplus. */
export const gatewayDifferenceFound = ({
  merchantId,
  gatewayAccountId,
  shortfall,
}: GatewayPayment & { shortfall: Money }): Entry =>
  entry("J62", merchantId, [
    signedPosting({
      debit: reconSuspense(shortfall.currency, gatewayAccountId),
      credit: gatewayReceivable(shortfall.currency, gatewayAccountId),
      amount: shortfall,
    }),
  ]);

/** J63: a shortfall, or negative a surplus, explained and booked to the account of its cause. */
export const gatewayDifferenceResolved = ({
  merchantId,
  gatewayAccountId,
  shortfall,
  cause,
}: GatewayPayment & { shortfall: Money; cause: AccountCode }): Entry =>
  entry("J63", merchantId, [
    signedPosting({ debit: cause, credit: reconSuspense(shortfall.currency, gatewayAccountId), amount: shortfall }),
  ]);

/** A difference between a bank's statement and our books; positive for what went out, negative for what came in. */
type AtBank = { readonly merchantId: string; readonly payoutAccountId: string; readonly shortfall: Money };

/** J62: a movement of our bank account nobody can explain yet. */
export const bankDifferenceFound = ({ merchantId, payoutAccountId, shortfall }: AtBank): Entry =>
  entry("J62", merchantId, [
    signedPosting({
      debit: reconSuspense(shortfall.currency, payoutAccountId),
      credit: bank(shortfall.currency, payoutAccountId),
      amount: shortfall,
    }),
  ]);

/** J63: the same explained, and booked to the account of its cause; to the bank's again where it is matched after all. */
export const bankDifferenceResolved = ({
  merchantId,
  payoutAccountId,
  shortfall,
  cause,
}: AtBank & { cause: "charge" | "loss" | "reopened" }): Entry => {
  const { currency } = shortfall;
  const accounts = {
    charge: cost("payout_fee", currency),
    loss: cost("dispute_loss", currency),
    reopened: bank(currency, payoutAccountId),
  };
  return entry("J63", merchantId, [
    signedPosting({ debit: accounts[cause], credit: reconSuspense(currency, payoutAccountId), amount: shortfall }),
  ]);
};

/** J63: what was given up as explained and came after all: owed by the gateway again, and taken off the account that bore it. */
export const gatewayDifferenceUndone = ({
  merchantId,
  gatewayAccountId,
  shortfall,
  cause,
}: GatewayPayment & { shortfall: Money; cause: AccountCode }): Entry =>
  entry("J63", merchantId, [
    signedPosting({ debit: gatewayReceivable(shortfall.currency, gatewayAccountId), credit: cause, amount: shortfall }),
  ]);

/** J70: a correction of the available balance by hand; positive in the merchant's favour. */
export const balanceAdjusted = ({ merchantId, amount }: { merchantId: string; amount: Money }): Entry =>
  entry("J70", merchantId, [
    signedPosting({
      debit: cost("goodwill", amount.currency),
      credit: merchantAccount(merchantId, "available", amount.currency),
      amount,
    }),
  ]);

/** J71: the open position revalued at the end of a period; positive for a gain. */
export const positionRevalued = ({ merchantId, gain }: { merchantId: string; gain: Money }): Entry =>
  entry("J71", merchantId, [
    signedPosting({ debit: fxPosition(gain.currency), credit: fxGainLoss(gain.currency), amount: gain }),
  ]);
