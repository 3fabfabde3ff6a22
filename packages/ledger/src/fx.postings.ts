import { type Money, smaller, subtract } from "@countinghouse/money/money.ts";
import { type AccountCode, fxGainLoss, fxPosition } from "./account.ts";
import { type Posting, reverse } from "./posting.ts";

/** The other side of a movement between a merchant's settlement currency and the currency of its order. */
export interface ConvertedAmount {
  /** The amount at the gateway, in the order's currency. */
  readonly atGateway: Money;
  /** What that amount is worth today at the mid rate, in the settlement currency. */
  readonly worthToday: Money;
}

/** A movement from a merchant account to a gateway account; `converted` is null where both are in one currency. */
export interface CurrencyCrossing {
  readonly merchant: AccountCode;
  readonly gateway: AccountCode;
  readonly amount: Money;
  readonly converted: ConvertedAmount | null;
}

/**
 * Money leaving a merchant account for a gateway account. Across currencies it passes our open position: the merchant
 * gives what the original rate says, so that rates neither help nor harm it, and the difference to what the amount is
 * worth today is our gain or loss.
 */
export function toGateway({ merchant, gateway, amount, converted }: CurrencyCrossing): Posting[] {
  if (!converted) return [{ debit: merchant, credit: gateway, amount }];
  const { atGateway, worthToday } = converted;
  const position = fxPosition(amount.currency);
  const both = smaller(amount, worthToday);
  const gainLoss = fxGainLoss(amount.currency);
  const gained = subtract(amount, both);
  const lost = subtract(worthToday, both);
  return [
    { debit: merchant, credit: position, amount: both },
    { debit: merchant, credit: gainLoss, amount: gained },
    { debit: gainLoss, credit: position, amount: lost },
    { debit: fxPosition(atGateway.currency), credit: gateway, amount: atGateway },
  ];
}

/** Money coming back from a gateway account to a merchant account: the mirror of `toGateway`. */
export const fromGateway = (crossing: CurrencyCrossing): Posting[] => reverse(toGateway(crossing));

/** What a conversion gives the other side and what it is worth at the mid rate, both in that side's currency. */
export interface SoldAmount {
  readonly given: Money;
  readonly midValue: Money;
}

/**
 * The receiving half of a conversion: our position pays its mid value, of which the other side gets what its own rate
 * says and the rest is our markup. Rounding the rate can turn a markup of nothing into a few units against us.
 */
export function sellFromPosition(
  receiver: AccountCode,
  markup: AccountCode,
  { given, midValue }: SoldAmount,
): Posting[] {
  const position = fxPosition(given.currency);
  const both = smaller(given, midValue);
  return [
    { debit: position, credit: receiver, amount: both },
    { debit: position, credit: markup, amount: subtract(midValue, both) },
    { debit: markup, credit: receiver, amount: subtract(given, both) },
  ];
}
