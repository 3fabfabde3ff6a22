import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { add, larger, type Money, smaller, subtract, sum, zero } from "@countinghouse/money/money.ts";
import { type MerchantBucket, merchantAccount, merchantBuckets } from "./account.ts";
import type { Balance } from "./balance.ts";

/** What a merchant owns in one currency, by bucket, and in all. */
export type MerchantPosition = Readonly<Record<MerchantBucket | "total", Money>>;

/** The position of a merchant in a currency, out of the balances of its accounts. */
export function positionOf(merchantId: string, currency: CurrencyCode, balances: readonly Balance[]): MerchantPosition {
  const held = (bucket: MerchantBucket): Money => {
    const account = merchantAccount(merchantId, bucket, currency);
    return sum(
      currency,
      balances.filter((balance) => balance.account === account),
    );
  };
  const buckets = Object.fromEntries(merchantBuckets.map((bucket) => [bucket, held(bucket)])) as Record<
    MerchantBucket,
    Money
  >;
  return { ...buckets, total: sum(currency, Object.values(buckets)) };
}

/** What is kept back from a withdrawal, in the position's currency. */
export interface WithdrawalDeductions {
  readonly minimumRetained: Money;
  readonly unapprovedFees: Money;
}

/**
 * What the merchant may take out: available less what is kept back, and never below nothing. A negative pending
 * bucket counts against it, since the money that would cover it is the same; so it never exceeds the whole balance.
 */
export function withdrawable(
  { available, pending }: MerchantPosition,
  { minimumRetained, unapprovedFees }: WithdrawalDeductions,
): Money {
  const nothing = zero(available.currency);
  const covered = add(available, smaller(pending, nothing));
  return larger(subtract(subtract(covered, minimumRetained), unapprovedFees), nothing);
}
