import { exceeds, isNegative, isZero, type Money, negate, subtract } from "@countinghouse/money/money.ts";
import { bank, type MerchantBucket, merchantAccount } from "./account.ts";
import { type Entry, type EntryEvent, entry } from "./entry.ts";
import { LedgerError } from "./ledger-error.ts";

/** An amount of a merchant that changes its bucket. */
export interface MerchantAmount {
  readonly merchantId: string;
  readonly amount: Money;
}

/** An entry that moves a merchant's amount from one of its buckets to another. */
export const moveBetweenBuckets = (
  event: EntryEvent,
  { merchantId, amount }: MerchantAmount,
  way: { from: MerchantBucket; to: MerchantBucket },
): Entry =>
  entry(event, merchantId, [
    {
      debit: merchantAccount(merchantId, way.from, amount.currency),
      credit: merchantAccount(merchantId, way.to, amount.currency),
      amount,
    },
  ]);

/**
 * J30, or J30n for a negative net: a batch settled. The net leaves pending; the reserve is held and the rest becomes
 * available. A negative net is made up from available. Throws `reserve_exceeds_net` when more is withheld than there is.
 */
export function batchSettled({ merchantId, net, reserve }: { merchantId: string; net: Money; reserve: Money }): Entry {
  if (isNegative(reserve) || (!isZero(reserve) && exceeds(reserve, net))) {
    throw new LedgerError("reserve_exceeds_net", `${reserve.amountMinor} of ${net.amountMinor} ${net.currency}`);
  }
  if (isNegative(net))
    return moveBetweenBuckets("J30n", { merchantId, amount: negate(net) }, { from: "available", to: "pending" });
  const settled = { merchantId, amount: subtract(net, reserve) };
  const withheld = { merchantId, amount: reserve };
  return entry("J30", merchantId, [
    ...moveBetweenBuckets("J30", settled, { from: "pending", to: "available" }).postings,
    ...moveBetweenBuckets("J30", withheld, { from: "pending", to: "reserve" }).postings,
  ]);
}

/** J32: a reserve or deposit released. */
export const reserveReleased = (amount: MerchantAmount): Entry =>
  moveBetweenBuckets("J32", amount, { from: "reserve", to: "available" });

/** J33: a reserve used against a negative balance. */
export const reserveUsed = (amount: MerchantAmount): Entry =>
  moveBetweenBuckets("J33", amount, { from: "reserve", to: "available" });

/** J34: a deposit taken from the available balance. */
export const depositTransferred = (amount: MerchantAmount): Entry =>
  moveBetweenBuckets("J34", amount, { from: "available", to: "reserve" });

/** J34: a deposit the merchant paid into our bank account. */
export const depositToppedUp = ({
  merchantId,
  amount,
  payoutAccountId,
}: MerchantAmount & { payoutAccountId: string }): Entry =>
  entry("J34", merchantId, [
    {
      debit: bank(amount.currency, payoutAccountId),
      credit: merchantAccount(merchantId, "reserve", amount.currency),
      amount,
    },
  ]);

/** J35: an amount frozen by hand or by risk. */
export const balanceFrozen = (amount: MerchantAmount): Entry =>
  moveBetweenBuckets("J35", amount, { from: "available", to: "frozen" });

/** J35: a frozen amount set free, to the bucket it was taken from. */
export const balanceUnfrozen = ({ source, ...amount }: MerchantAmount & { readonly source: MerchantBucket }): Entry =>
  moveBetweenBuckets("J35", amount, { from: "frozen", to: source });
