import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { isNegative, type Money, negate, subtract } from "@countinghouse/money/money.ts";
import { bank, cost, fxPosition, merchantAccount, type RevenueCause, reconSuspense, revenue } from "./account.ts";
import { type Entry, type EntryEvent, entry } from "./entry.ts";
import { type Sold, sellFromPosition } from "./fx.postings.ts";
import { LedgerError } from "./ledger-error.ts";
import { signed } from "./posting.ts";
import { between, type MerchantAmount } from "./settlement.postings.ts";

/** Money going out: to the merchant itself, or to a third party it names. Both are booked alike. */
export type Outbound = "cashout" | "payoutOrder";

/** An amount on its way out, the fee on top included where there is one. */
export type OutboundAmount = MerchantAmount & { readonly kind: Outbound };

type Step = "applied" | "dropped" | "approved" | "paid" | "failed" | "returned";

const EVENTS: Record<Outbound, Record<Step, EntryEvent>> = {
  cashout: { applied: "J40", dropped: "J41", approved: "J42", paid: "J43", failed: "J44", returned: "J45" },
  payoutOrder: { applied: "J50", dropped: "J51", approved: "J52", paid: "J53", failed: "J54", returned: "J55" },
};

const FEES: Record<Outbound, RevenueCause> = { cashout: "withdrawal_fee", payoutOrder: "payout_fee" };

/** J40 or J50: money set aside for a request to send it. */
export const outboundApplied = (asked: OutboundAmount): Entry =>
  between(EVENTS[asked.kind].applied, asked, { from: "available", to: "frozen" });

/** J41 or J51: the request rejected or canceled before approval. */
export const outboundDropped = (asked: OutboundAmount): Entry =>
  between(EVENTS[asked.kind].dropped, asked, { from: "frozen", to: "available" });

/** J42 or J52: the request approved; from here on nothing else may take the money. */
export const outboundApproved = (asked: OutboundAmount): Entry =>
  between(EVENTS[asked.kind].approved, asked, { from: "frozen", to: "in_transit" });

/** J44 or J54: sending failed; the whole amount, fee included, is available again. */
export const outboundFailed = (asked: OutboundAmount): Entry =>
  between(EVENTS[asked.kind].failed, asked, { from: "in_transit", to: "available" });

/** J43 or J53: sent. The fee is contained in the amount; the bank pays the rest. */
export const outboundPaid = ({
  kind,
  merchantId,
  amount,
  fee,
  payoutAccountId,
}: OutboundAmount & { fee: Money; payoutAccountId: string }): Entry => {
  const transit = merchantAccount(merchantId, "in_transit", amount.currency);
  return entry(EVENTS[kind].paid, merchantId, [
    { debit: transit, credit: bank(amount.currency, payoutAccountId), amount: subtract(amount, fee) },
    { debit: transit, credit: revenue(FEES[kind], fee.currency), amount: fee },
  ]);
};

/** J46: sent in another currency. `given` is what the bank pays, `midValue` what it is worth at the mid rate. */
export const outboundPaidConverted = (paid: OutboundAmount & Sold & { fee: Money; payoutAccountId: string }): Entry => {
  const { kind, merchantId, amount, fee, given, midValue, payoutAccountId } = paid;
  const transit = merchantAccount(merchantId, "in_transit", amount.currency);
  return entry("J46", merchantId, [
    { debit: transit, credit: fxPosition(amount.currency), amount: subtract(amount, fee) },
    { debit: transit, credit: revenue(FEES[kind], fee.currency), amount: fee },
    ...sellFromPosition(bank(given.currency, payoutAccountId), revenue("fx_markup", given.currency), {
      given,
      midValue,
    }),
  ]);
};

/** What came back of a payment, and who bears what the bank kept of it. */
export interface ReturnedPayment {
  readonly kind: Outbound;
  readonly merchantId: string;
  /** What the bank had paid: the amount without our fee, which is kept. */
  readonly sent: Money;
  readonly received: Money;
  readonly isChargedOn: boolean;
  readonly payoutAccountId: string;
}

/** J45 or J55: the payee's bank sent the money back. Throws `return_exceeds_sent` when more came than had gone. */
export function outboundReturned({
  kind,
  merchantId,
  sent,
  received,
  isChargedOn,
  payoutAccountId,
}: ReturnedPayment): Entry {
  const kept = subtract(sent, received);
  if (isNegative(kept)) {
    throw new LedgerError("return_exceeds_sent", `${received.amountMinor} of ${sent.amountMinor} ${sent.currency}`);
  }
  const available = merchantAccount(merchantId, "available", sent.currency);
  const charge = { debit: cost("payout_fee", sent.currency), credit: available, amount: kept };
  return entry(EVENTS[kind].returned, merchantId, [
    { debit: bank(sent.currency, payoutAccountId), credit: available, amount: received },
    // Charged on, the bank's charge would be booked from available to available, which is nothing.
    ...(isChargedOn ? [] : [charge]),
  ]);
}

/** What came back of a payment in another currency than was sold. */
export interface ReturnedConverted {
  readonly kind: Outbound;
  readonly merchantId: string;
  /** What had been sold for it: the amount without our fee, in the merchant's currency. */
  readonly sold: Money;
  /** What the bank had paid, that at the mid rate, and what came back of it. */
  readonly given: Money;
  readonly midValue: Money;
  readonly received: Money;
  readonly payoutAccountId: string;
}

/**
 * J45 or J55 of a converted payment: taken back at its own rate, so that the merchant has what was sold again, nothing of
 * the position stays open and no markup is earned. What the bank kept is our cost. Throws `return_exceeds_sent`.
 */
export function outboundReturnedConverted(returned: ReturnedConverted): Entry {
  const { kind, merchantId, sold, given, midValue, received, payoutAccountId } = returned;
  const kept = subtract(given, received);
  if (isNegative(kept)) {
    throw new LedgerError("return_exceeds_sent", `${received.amountMinor} of ${given.amountMinor} ${given.currency}`);
  }
  const receiver = bank(given.currency, payoutAccountId);
  const paid = sellFromPosition(receiver, revenue("fx_markup", given.currency), { given, midValue });
  const available = merchantAccount(merchantId, "available", sold.currency);
  return entry(EVENTS[kind].returned, merchantId, [
    ...paid.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount })),
    { debit: cost("payout_fee", given.currency), credit: receiver, amount: kept },
    { debit: fxPosition(sold.currency), credit: available, amount: sold },
  ]);
}

/** A transfer that its provider paid otherwise than it was asked to. */
export interface PaidOtherwise {
  readonly merchantId: string;
  readonly gatewayAccountId: string;
  readonly payoutAccountId: string;
  readonly asked: Money;
  readonly paid: Money;
}

/** What is still with us of what was asked for, and what left without having been asked for: one sum where they are of one currency. */
const keptOf = ({ asked, paid }: Pick<PaidOtherwise, "asked" | "paid">): Money[] =>
  asked.currency === paid.currency ? [subtract(asked, paid)] : [asked, negate(paid)];

/** J62: the bank account as it is by what was paid; nobody is named yet who bears the difference. */
export const outboundDiffers = ({ merchantId, gatewayAccountId, payoutAccountId, ...amounts }: PaidOtherwise): Entry =>
  entry(
    "J62",
    merchantId,
    keptOf(amounts).map((amount) =>
      signed({
        debit: bank(amount.currency, payoutAccountId),
        credit: reconSuspense(amount.currency, gatewayAccountId),
        amount,
      }),
    ),
  );

/** J63: the difference booked where it is borne: with the provider, by the merchant or as a cost of ours. */
export const outboundDifferenceBorne = ({
  merchantId,
  gatewayAccountId,
  payoutAccountId,
  by,
  ...amounts
}: PaidOtherwise & { readonly by: "provider" | "merchant" | "house" }): Entry => {
  const bearer = {
    provider: (code: CurrencyCode) => bank(code, payoutAccountId),
    merchant: (code: CurrencyCode) => merchantAccount(merchantId, "available", code),
    house: (code: CurrencyCode) => cost("payout_fee", code),
  }[by];
  return entry(
    "J63",
    merchantId,
    keptOf(amounts).map((amount) =>
      signed({
        debit: reconSuspense(amount.currency, gatewayAccountId),
        credit: bearer(amount.currency),
        amount,
      }),
    ),
  );
};

/** J47: what the payout provider charges us. */
export const payoutProviderFeeTaken = ({
  merchantId,
  amount,
  payoutAccountId,
}: MerchantAmount & { payoutAccountId: string }): Entry =>
  entry("J47", merchantId, [
    { debit: cost("payout_fee", amount.currency), credit: bank(amount.currency, payoutAccountId), amount },
  ]);
