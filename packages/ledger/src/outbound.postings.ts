import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { exceeds, type Money, negate, subtract } from "@countinghouse/money/money.ts";
import {
  bank,
  cost,
  fxGainLoss,
  fxPosition,
  merchantAccount,
  type RevenueCause,
  reconSuspense,
  revenue,
} from "./account.ts";
import { type Entry, type EntryEvent, entry } from "./entry.ts";
import { type SoldAmount, sellFromPosition } from "./fx.postings.ts";
import { LedgerError } from "./ledger-error.ts";
import { signedPosting } from "./posting.ts";
import { type MerchantAmount, moveBetweenBuckets } from "./settlement.postings.ts";

/** Money going out: to the merchant itself, or to a third party it names. Both are booked alike. */
export type OutboundKind = "cashout" | "payoutOrder";

/** An amount on its way out, the fee on top included where there is one. */
export type OutboundAmount = MerchantAmount & { readonly kind: OutboundKind };

type OutboundStep = "applied" | "dropped" | "approved" | "paid" | "failed" | "returned";

const EVENTS: Record<OutboundKind, Record<OutboundStep, EntryEvent>> = {
  cashout: { applied: "J40", dropped: "J41", approved: "J42", paid: "J43", failed: "J44", returned: "J45" },
  payoutOrder: { applied: "J50", dropped: "J51", approved: "J52", paid: "J53", failed: "J54", returned: "J55" },
};

const FEES: Record<OutboundKind, RevenueCause> = { cashout: "withdrawal_fee", payoutOrder: "payout_fee" };

/** J40 or J50: money set aside for a request to send it. */
export const outboundApplied = (asked: OutboundAmount): Entry =>
  moveBetweenBuckets(EVENTS[asked.kind].applied, asked, { from: "available", to: "frozen" });

/** J41 or J51: the request rejected or canceled before approval. */
export const outboundDropped = (asked: OutboundAmount): Entry =>
  moveBetweenBuckets(EVENTS[asked.kind].dropped, asked, { from: "frozen", to: "available" });

/** J42 or J52: the request approved; from here on nothing else may take the money. */
export const outboundApproved = (asked: OutboundAmount): Entry =>
  moveBetweenBuckets(EVENTS[asked.kind].approved, asked, { from: "frozen", to: "in_transit" });

/** J44 or J54: sending failed; the whole amount, fee included, is available again. */
export const outboundFailed = (asked: OutboundAmount): Entry =>
  moveBetweenBuckets(EVENTS[asked.kind].failed, asked, { from: "in_transit", to: "available" });

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
export const outboundPaidConverted = (
  paid: OutboundAmount & SoldAmount & { fee: Money; payoutAccountId: string },
): Entry => {
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

/** A transfer, or its return, that went over another account of ours than it is booked at, and in another currency. */
export interface ExchangedTransfer {
  /** The merchant in whose book our accounts are put right. */
  readonly merchantId: string;
  /** What is booked, and the account it is booked at; less than none for what went out. */
  readonly booked: Money;
  readonly bookedAt: string;
  /** What the other account's bank moved, with the same sign. */
  readonly moved: Money;
  readonly movedAt: string;
  /** What is booked, at the mid rate, in the currency that moved. */
  readonly worth: Money;
}

/**
 * J46: taken off the account that it is booked at and put to the one that moved it, over our open position. The difference
 * to the mid rate is our gain or loss; the merchant and its payee are not touched.
 */
export const outboundExchanged = ({
  merchantId,
  booked,
  bookedAt,
  moved,
  movedAt,
  worth,
}: ExchangedTransfer): Entry => {
  const mover = bank(moved.currency, movedAt);
  return entry("J46", merchantId, [
    signedPosting({
      debit: fxPosition(booked.currency),
      credit: bank(booked.currency, bookedAt),
      amount: booked,
    }),
    signedPosting({ debit: mover, credit: fxPosition(moved.currency), amount: worth }),
    signedPosting({ debit: fxGainLoss(moved.currency), credit: mover, amount: subtract(worth, moved) }),
  ]);
};

/** What came back of a payment, and who bears what the bank kept of it. */
export interface ReturnedPayment {
  readonly kind: OutboundKind;
  readonly merchantId: string;
  /** What the merchant had given for it: the amount without our fee, which is kept. */
  readonly sent: Money;
  /** What had really left, where that is not what was sent. */
  readonly paid?: Money;
  readonly received: Money;
  readonly isChargedOn: boolean;
  readonly payoutAccountId: string;
}

/** Refuses a return of more than had left. */
function assertLeft(received: Money, paid: Money): void {
  if (exceeds(received, paid))
    throw new LedgerError("return_exceeds_sent", `${received.amountMinor} of ${paid.amountMinor} ${paid.currency}`);
}

/** J45 or J55: the payee's bank sent the money back. Throws `return_exceeds_sent` when more came than had gone. */
export function outboundReturned({
  kind,
  merchantId,
  sent,
  paid = sent,
  received,
  isChargedOn,
  payoutAccountId,
}: ReturnedPayment): Entry {
  assertLeft(received, paid);
  const available = merchantAccount(merchantId, "available", sent.currency);
  // What came back beyond what the merchant had given was our cost when it left.
  const kept = subtract(sent, received);
  const charge = signedPosting({ debit: cost("payout_fee", sent.currency), credit: available, amount: kept });
  return entry(EVENTS[kind].returned, merchantId, [
    { debit: bank(sent.currency, payoutAccountId), credit: available, amount: received },
    // Charged on, the bank's charge would be booked from available to available, which is nothing.
    ...(isChargedOn ? [] : [charge]),
  ]);
}

/** What came back of a payment in another currency than was sold. */
export interface ReturnedConverted {
  readonly kind: OutboundKind;
  readonly merchantId: string;
  /** What had been sold for it: the amount without our fee, in the merchant's currency. */
  readonly sold: Money;
  /** What the bank was to pay, that at the mid rate, and what came back of it. */
  readonly given: Money;
  readonly midValue: Money;
  /** What had really left, where that is not what was to be paid. */
  readonly paid?: Money;
  readonly received: Money;
  readonly payoutAccountId: string;
}

/**
 * J45 or J55 of a converted payment: taken back at its own rate, so that the merchant has what was sold again, nothing of
 * the position stays open and no markup is earned. What the bank kept is our cost. Throws `return_exceeds_sent`.
 */
export function outboundReturnedConverted(returned: ReturnedConverted): Entry {
  const { kind, merchantId, sold, given, midValue, received, payoutAccountId } = returned;
  assertLeft(received, returned.paid ?? given);
  const kept = subtract(given, received);
  const receiver = bank(given.currency, payoutAccountId);
  const sale = sellFromPosition(receiver, revenue("fx_markup", given.currency), { given, midValue });
  const available = merchantAccount(merchantId, "available", sold.currency);
  return entry(EVENTS[kind].returned, merchantId, [
    ...sale.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount })),
    signedPosting({ debit: cost("payout_fee", given.currency), credit: receiver, amount: kept }),
    { debit: fxPosition(sold.currency), credit: available, amount: sold },
  ]);
}

/** A transfer that its provider paid otherwise than it was asked to. */
export interface DivergentTransfer {
  readonly merchantId: string;
  readonly gatewayAccountId: string;
  readonly payoutAccountId: string;
  readonly asked: Money;
  readonly paid: Money;
}

/** What is still with us of what was asked for, and what left without having been asked for: one sum where they are of one currency. */
const keptOf = ({ asked, paid }: Pick<DivergentTransfer, "asked" | "paid">): Money[] =>
  asked.currency === paid.currency ? [subtract(asked, paid)] : [asked, negate(paid)];

/** J62: the bank account as it is by what was paid; nobody is named yet who bears the difference. */
export const outboundDiffers = ({
  merchantId,
  gatewayAccountId,
  payoutAccountId,
  ...amounts
}: DivergentTransfer): Entry =>
  entry(
    "J62",
    merchantId,
    keptOf(amounts).map((amount) =>
      signedPosting({
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
}: DivergentTransfer & { readonly by: "provider" | "merchant" | "house" }): Entry => {
  const bearer = {
    provider: (code: CurrencyCode) => bank(code, payoutAccountId),
    merchant: (code: CurrencyCode) => merchantAccount(merchantId, "available", code),
    house: (code: CurrencyCode) => cost("payout_fee", code),
  }[by];
  return entry(
    "J63",
    merchantId,
    keptOf(amounts).map((amount) =>
      signedPosting({
        debit: reconSuspense(amount.currency, gatewayAccountId),
        credit: bearer(amount.currency),
        amount,
      }),
    ),
  );
};

/** J47: what the payout provider or the bank charges us; less than none where it gives a charge back. */
export const payoutProviderFeeTaken = ({
  merchantId,
  amount,
  payoutAccountId,
}: MerchantAmount & { payoutAccountId: string }): Entry =>
  entry("J47", merchantId, [
    signedPosting({
      debit: cost("payout_fee", amount.currency),
      credit: bank(amount.currency, payoutAccountId),
      amount,
    }),
  ]);
