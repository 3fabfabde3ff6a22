import type { OrderExplanation } from "@countinghouse/contract/payments/coin-order/order-explanation.ts";
import { parseAccount } from "@countinghouse/ledger/account.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import type { Posting } from "@countinghouse/ledger/posting.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { isZero, type Money, sumPerCurrency } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { z } from "zod";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { journalsOfOrder, withoutQualifier } from "../../funds/ledger/index.ts";
import { regionOf } from "../../gateways/routing/index.ts";
import { agreementOf, priceFor } from "../agreement/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { findMerchantOfOrder, readTerms } from "./order-detail.store.ts";

type Explanation = z.output<typeof OrderExplanation>;
type Line = Explanation["lines"][number];

/** The postings and events that make up each figure. */
const figures: readonly {
  readonly kind: Line["kind"];
  readonly events: readonly EntryEvent[];
  readonly includes: (posting: Posting) => boolean;
}[] = [
  { kind: "captured", events: ["J01", "J04"], includes: ({ debit }) => kindOf(debit) === "gateway_receivable" },
  { kind: "converted", events: ["J04"], includes: ({ credit }) => kindOf(credit) === "pending" },
  { kind: "fee", events: ["J02"], includes: ({ credit }) => kindOf(credit) === "rev" },
  { kind: "tax", events: ["J02"], includes: ({ credit }) => kindOf(credit) === "tax_payable" },
  { kind: "passedOn", events: ["J03p"], includes: () => true },
  { kind: "cost", events: ["J03"], includes: () => true },
];

const kindOf = (code: string): string => parseAccount(code).kind;

/** Events for the operator's users only: the gateway cost and journals with nothing else. */
const operatorEvents: readonly EntryEvent[] = ["J03"];

const lineOf = (kind: Line["kind"], amount: Money, journals: readonly Journal[]): Line => ({
  kind,
  amount: toWire(amount),
  currency: amount.currency,
  journalIds: journals.map(({ journalId }) => journalId),
});

/** A figure's lines, one per currency; none where it is zero. */
function linesOf({ kind, events, includes }: (typeof figures)[number], journals: readonly Journal[]): Line[] {
  const concerned = journals.filter(({ event, postings }) => events.includes(event) && postings.some(includes));
  const amounts = concerned.flatMap(({ postings }) => postings.filter(includes).map(({ amount }) => amount));
  return sumPerCurrency(amounts)
    .filter((amount) => !isZero(amount))
    .map((amount) => lineOf(kind, amount, concerned));
}

/** The merchant's net: every movement on its own accounts. */
function netLines(journals: readonly Journal[], merchantId: string): Line[] {
  const own = (code: string): boolean => parseAccount(code).merchantId === merchantId;
  const concerned = journals.filter(({ postings }) => postings.some(({ debit, credit }) => own(debit) || own(credit)));
  const movements = concerned.flatMap(({ postings }) =>
    postings.flatMap(({ debit, credit, amount }) => [
      ...(own(credit) ? [amount] : []),
      ...(own(debit) ? [{ ...amount, amountMinor: -amount.amountMinor }] : []),
    ]),
  );
  return sumPerCurrency(movements).map((amount) => lineOf("net", amount, concerned));
}

/** The terms of the attempt that captured the money, or else of the latest one. */
function agreedTerms(attempts: readonly AttemptRow[]): Explanation["agreed"] {
  const attempt = attempts.findLast(({ capturedAmount }) => capturedAmount !== "0") ?? attempts.at(-1);
  const agreement = attempt && agreementOf(attempt);
  if (!agreement) return null;
  const { fee } = priceFor(agreement, regionOf(agreement.country, attempt.cardCountry));
  return {
    percent: fee.percent,
    fixed: fee.fixed,
    currency: currency(agreement.settlement.currency),
    taxRate: agreement.tax?.rate ?? null,
    rate: agreement.exchange?.rate ?? null,
    lockedUntil: agreement.exchange?.lockedUntil ?? null,
  };
}

/** Every figure of the order with its journals and terms. */
export async function explainOrder(ctx: Context, id: string): Promise<Explanation> {
  const merchantId = await findMerchantOfOrder(ctx, id);
  const [all, terms, attempts] = await Promise.all([
    journalsOfOrder(ctx, merchantId, id),
    readTerms(ctx, merchantId, id),
    attemptRows(ctx, merchantId, id),
  ]);
  const isMerchant = isOfMerchant(ctx.actor);
  // The account code would reveal the gateway account of the money.
  const codeShown = (code: string): string => (isMerchant ? withoutQualifier(code) : code);
  const journals = isMerchant ? all.filter(({ event }) => !operatorEvents.includes(event)) : all;
  return {
    lines: [...figures.flatMap((figure) => linesOf(figure, journals)), ...netLines(journals, merchantId)],
    journals: journals.map(({ journalId, event, effectiveDate, postedAt, description, postings }) => ({
      journalId,
      event,
      effectiveDate,
      postedAt,
      description,
      postings: postings.map(({ debit, credit, amount }) => ({
        debit: codeShown(debit),
        credit: codeShown(credit),
        amount: toWire(amount),
        currency: amount.currency,
      })),
    })),
    feeRule: terms.feeRule,
    fx: terms.fx,
    agreed: agreedTerms(attempts),
  };
}
