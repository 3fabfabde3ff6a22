import { bucketFields } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import type { MerchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { type Account, merchantAccount, merchantBuckets, parseAccount } from "@countinghouse/ledger/account.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import { positionOf, withdrawable } from "@countinghouse/ledger/position.ts";
import { type CurrencyCode, isCurrency } from "@countinghouse/money/currency.ts";
import { type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";

/** A merchant's five accounts in a currency; none for an unsupported currency. */
export const bucketBalancesOf = (merchantId: string, currency: string): Account[] =>
  isCurrency(currency)
    ? merchantBuckets.map((bucket) => parseAccount(merchantAccount(merchantId, bucket, currency)))
    : [];

/** A zero balance, for a merchant and currency without postings. */
export const zeroBucketsOf = (
  merchant: { readonly id: string; readonly name: string; readonly merchantNo: string },
  mode: MerchantBalance["mode"],
  currency: string,
): MerchantBalance => ({
  id: `${merchant.id}.${currency}`,
  merchantId: merchant.id,
  merchantName: merchant.name,
  merchantNo: merchant.merchantNo,
  mode,
  currency,
  pendingAmount: "0",
  availableAmount: "0",
  reserveAmount: "0",
  frozenAmount: "0",
  inTransitAmount: "0",
  totalAmount: "0",
  isNegative: false,
  isNonZero: false,
});

/** The text under a balance's checksum: every account with its amount, in a fixed order. */
export const provenText = (row: MerchantBalance, lastJournalId: string | null): string =>
  JSON.stringify([
    row.merchantId,
    row.mode,
    row.currency,
    ...merchantBuckets.map((bucket) => [bucket, row[bucketFields[bucket]]]),
    lastJournalId,
  ]);

/** The most that a merchant may withdraw, when a minimum amount has to stay. */
export function withdrawableOf(row: MerchantBalance, minimumRetained: Money | undefined): Money {
  const currency = row.currency as CurrencyCode;
  const balances = merchantBuckets.map((bucket) => ({
    account: merchantAccount(row.merchantId, bucket, currency),
    ...fromWire(row[bucketFields[bucket]], currency),
  }));
  return withdrawable(positionOf(row.merchantId, currency, balances), {
    minimumRetained: minimumRetained ?? zero(currency),
    // Fees are booked when due, so none is outstanding.
    unapprovedFees: zero(currency),
  });
}

/** A platform account's code without its qualifier. */
export const withoutQualifier = (code: string): string =>
  /^plt:(?!rev:|cost:)/.test(code) ? code.split(":").slice(0, 3).join(":") : code;

/** Manual operations of the operator: freezing, releasing and adjustments. */
const byHand: readonly string[] = ["J35", "J70"] satisfies readonly EntryEvent[];

/** The text of an entry for its merchant: the reasons for manual operations are the operator's. */
export const wordsForMerchant = (event: string, words: string): string => (byHand.includes(event) ? "" : words);
