import { bucketFields } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import type { MerchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { type Account, merchantAccount, merchantBuckets, parseAccount } from "@countinghouse/ledger/account.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import { positionOf, withdrawable } from "@countinghouse/ledger/position.ts";
import { type CurrencyCode, isCurrency } from "@countinghouse/money/currency.ts";
import { type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";

/** The five accounts of a merchant in a currency; none in one that no amount can be held in. */
export const bucketBalancesOf = (merchantId: string, currency: string): Account[] =>
  isCurrency(currency)
    ? merchantBuckets.map((bucket) => parseAccount(merchantAccount(merchantId, bucket, currency)))
    : [];

/** A balance of nothing, for a merchant and currency without postings. */
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

/** The text that a balance's checksum is taken of: every account with its amount, in a fixed order. */
export const provenText = (row: MerchantBalance, lastJournalId: string | null): string =>
  JSON.stringify([
    row.merchantId,
    row.mode,
    row.currency,
    ...merchantBuckets.map((bucket) => [bucket, row[bucketFields[bucket]]]),
    lastJournalId,
  ]);

/** What the merchant may take out at most, when an amount always stays. */
export function withdrawableOf(row: MerchantBalance, minimumRetained: Money | undefined): Money {
  const currency = row.currency as CurrencyCode;
  const balances = merchantBuckets.map((bucket) => ({
    account: merchantAccount(row.merchantId, bucket, currency),
    ...fromWire(row[bucketFields[bucket]], currency),
  }));
  return withdrawable(positionOf(row.merchantId, currency, balances), {
    minimumRetained: minimumRetained ?? zero(currency),
    // Fees are booked when they fall due, so that none is outstanding.
    unapprovedFees: zero(currency),
  });
}

/** The code of a platform account without what it is kept apart by. */
export const withoutQualifier = (code: string): string =>
  /^plt:(?!rev:|cost:)/.test(code) ? code.split(":").slice(0, 3).join(":") : code;

/** What an operator does by hand, for reasons of its own: amounts frozen and set free, and corrections. */
const byHand: readonly string[] = ["J35", "J70"] satisfies readonly EntryEvent[];

/** Words of an entry as its merchant may read them: why an operator did something by hand is the operator's alone. */
export const wordsForMerchant = (event: string, words: string): string => (byHand.includes(event) ? "" : words);
