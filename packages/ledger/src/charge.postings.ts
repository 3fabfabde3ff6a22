import type { Money } from "@countinghouse/money/money.ts";
import { type AccountCode, type RevenueCause, revenue, taxPayable } from "./account.ts";
import { type Posting, reverse } from "./posting.ts";

/** A fee or penalty with the tax on it, both in the settlement currency, and the country the tax is owed to. */
export interface Charge {
  readonly fee: Money;
  readonly tax: Money;
  readonly taxCountry: string;
}

/** What a payer's account gives up for a charge: the fee to our income, the tax to the country. */
export const chargeTo = (payer: AccountCode, cause: RevenueCause, { fee, tax, taxCountry }: Charge): Posting[] => [
  { debit: payer, credit: revenue(cause, fee.currency), amount: fee },
  { debit: payer, credit: taxPayable(tax.currency, taxCountry), amount: tax },
];

/** A charge given back to an account: the mirror of charging it. */
export const giveBack = (receiver: AccountCode, cause: RevenueCause, charge: Charge): Posting[] =>
  reverse(chargeTo(receiver, cause, charge));
