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
import type { AtGateway } from "./capture.postings.ts";
import { type Entry, entry } from "./entry.ts";
import { signed } from "./posting.ts";

/** J60: a gateway paid what it owed into our bank account; less than none where it took what we owed. */
export const gatewaySettled = ({
  merchantId,
  gatewayAccountId,
  amount,
  payoutAccountId,
}: AtGateway & { amount: Money; payoutAccountId: string }): Entry =>
  entry("J60", merchantId, [
    signed({
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
}: AtGateway & { difference: Money }): Entry =>
  entry("J61", merchantId, [
    signed({
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
}: AtGateway & { shortfall: Money }): Entry =>
  entry("J62", merchantId, [
    signed({
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
}: AtGateway & { shortfall: Money; cause: AccountCode }): Entry =>
  entry("J63", merchantId, [
    signed({ debit: cause, credit: reconSuspense(shortfall.currency, gatewayAccountId), amount: shortfall }),
  ]);

/** J70: a correction of the available balance by hand; positive in the merchant's favour. */
export const balanceAdjusted = ({ merchantId, amount }: { merchantId: string; amount: Money }): Entry =>
  entry("J70", merchantId, [
    signed({
      debit: cost("goodwill", amount.currency),
      credit: merchantAccount(merchantId, "available", amount.currency),
      amount,
    }),
  ]);

/** J71: the open position revalued at the end of a period; positive for a gain. */
export const positionRevalued = ({ merchantId, gain }: { merchantId: string; gain: Money }): Entry =>
  entry("J71", merchantId, [
    signed({ debit: fxPosition(gain.currency), credit: fxGainLoss(gain.currency), amount: gain }),
  ]);
