import type { Agreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { parseFxRate } from "@countinghouse/money/fx.ts";
import { type Money, money, zero } from "@countinghouse/money/money.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { columnDifferences, missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import { regionOf } from "../../gateways/routing/index.ts";
import { agreementOf, type CardRegion, priceCapture } from "../../payments/agreement/index.ts";
import type { AttemptFigures } from "./ledger.attempt.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";
import type { OrderFigures, SealedCharge, StoredCaptureFigures } from "./ledger.order.policy.ts";

/** An order with everything that determines its price. */
export interface PricedOrder {
  readonly order: OrderFigures;
  /** Successful captures. */
  readonly captures: readonly StoredCaptureFigures[];
  readonly attempts: readonly AttemptFigures[];
  /** Whether part of its money still has no price. */
  readonly isOpen: boolean;
}

interface Part extends StoredCaptureFigures {
  readonly feeRule: SealedCharge;
}

/** Figures that sum over the parts of a payment; a snapshot without one was altered, and its seal reports it. */
const added = ["amount", "percentPart", "charged", "returnable"] as const;

const isPart = (capture: StoredCaptureFigures): capture is Part => {
  const { isPriced, feeRule } = capture;
  return isPriced && feeRule !== null && added.every((name) => /^-?\d+$/.test(feeRule[name] ?? ""));
};

/**
 * Differences between the prices of an order and its captures, and their sealed rows: each capture's charge against
 * its seal, the total charge against the agreement, and the order's repeated figures.
 */
export function priceFindings(priced: PricedOrder): Finding[] {
  const { order, captures } = priced;
  const parts = captures.filter(isPart);
  return [
    ...captures.filter(({ isPriced }) => isPriced).flatMap(sealedFigures),
    ...chargeFindings(priced, parts),
    ...repeatedPrice(order, captures, parts),
  ];
}

/** A priced capture whose seal does not cover its charge is older than that, and to be adopted. */
function sealedFigures(capture: StoredCaptureFigures): Finding[] {
  const place = { law: "order_booked", table: "captures", key: capture.id } as const;
  if (!capture.feeRule) return [];
  const { fee, feeTax, amount } = capture.feeRule;
  return columnDifferences(place, {
    fee_amount: [fee, capture.feeAmount],
    fee_tax_amount: [feeTax, capture.feeTaxAmount],
    settle_amount: [amount, capture.settleAmount],
  });
}

const sumOf = (code: string, amounts: readonly string[]): Money =>
  money(
    amounts.reduce((sum, one) => sum + BigInt(one), 0n),
    currency(code),
  );

/** The total charge by the agreement of the order's attempt; not checked where several agreements priced it. */
function chargeFindings({ order, attempts, isOpen }: PricedOrder, parts: readonly Part[]): Finding[] {
  const attempt = attempts.find(({ id }) => id === parts[0]?.attemptId);
  const agreement = attempt && agreementOf(attempt);
  const isOne = parts.every(
    ({ attemptId, feeRule }) => attemptId === attempt?.id && feeRule.currency === agreement?.settlement.currency,
  );
  if (!agreement || !isOne) return [];
  const place = { law: "order_booked", table: "coin_orders", key: order.id } as const;
  // If the card's region was learnt after the payment, it was priced with unknown region.
  const regions = [regionOf(agreement.country, attempt.cardCountry), null];
  const found = regions.map((region) => chargedOtherwise(place, order, agreement, region, { parts, isOpen }));
  return found.find((one) => one.length === 0) ?? found[0] ?? [];
}

function chargedOtherwise(
  place: FindingPlace,
  order: OrderFigures,
  agreement: Agreement,
  region: CardRegion,
  { parts, isOpen }: { readonly parts: readonly Part[]; readonly isOpen: boolean },
): Finding[] {
  const code = currency(agreement.settlement.currency);
  const nothing = zero(code);
  const value = sumOf(
    code,
    parts.map(({ feeRule }) => feeRule.amount),
  );
  const [first] = parts;
  // Captures at several rates have no single conversion of the whole.
  const isWhole = !isOpen && parts.every(({ fxRate }) => fxRate === first?.fxRate);
  const taken = sumOf(
    order.currency,
    parts.map(({ amount }) => amount),
  );
  const known = parts.find(({ feeRule }) => feeRule.volumes)?.feeRule.volumes;
  const volumes = {
    monthToDate: known ? fromWire(known.monthToDate, code) : nothing,
    lastMonth: known ? fromWire(known.lastMonth, code) : nothing,
  };
  const fx = isWhole ? (first?.fx ?? null) : null;
  try {
    const price = priceCapture(agreement, region, {
      amount: isWhole ? taken : value,
      capturedBefore: zero(isWhole ? taken.currency : code),
      before: { value: nothing, fee: nothing, tax: nothing },
      volumes,
      exchange: fx && { mid: parseFxRate(String(fx.mid)), rate: parseFxRate(String(fx.rate)) },
    });
    return columnDifferences(place, {
      fee_amount: [price.fee.amountMinor, order.feeAmount],
      fee_tax_amount: [price.tax.amountMinor, order.feeTaxAmount],
      ...(isWhole
        ? {
            settle_amount: [price.value.amountMinor, order.settleAmount] as const,
            net_amount: [price.net.amountMinor, order.netAmount] as const,
          }
        : {}),
    });
  } catch (error) {
    if (error instanceof MoneyError || error instanceof RangeError)
      return [
        rowFinding({ ...place, table: "payment_attempts", key: first?.attemptId ?? "" }, "agreement", [
          null,
          error.message,
        ]),
      ];
    throw error;
  }
}

type Snapshot = Readonly<Record<string, unknown>>;
const textOf = (value: object | null): string | null =>
  value && JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Figures that an order repeats from the capture that was priced last, which only their prices identify. */
function repeatedPrice(
  order: OrderFigures,
  captures: readonly StoredCaptureFigures[],
  parts: readonly Part[],
): Finding[] {
  const place = { law: "order_booked", table: "coin_orders", key: order.id } as const;
  if (parts.length === 0)
    return captures.some(({ isPriced }) => isPriced)
      ? []
      : columnDifferences(place, {
          due_date: [null, order.dueDate],
          fx_rate: [null, order.fxRate],
          fee_rule: [null, textOf(order.feeRule)],
        });
  const found = parts.map((part) =>
    columnDifferences(place, {
      due_date: [part.dueDate, order.dueDate],
      fx_rate: [part.fxRate, order.fxRate],
      fx: [textOf(part.fx), textOf(order.fx)],
      fee_rule: [textOf(wholeOf(part, parts)), textOf(order.feeRule)],
    }),
  );
  return found.find((one) => one.length === 0) ?? found.at(-1) ?? [];
}

/** The charge on everything captured, as left by the capture that was priced last. */
function wholeOf({ feeRule }: Part, parts: readonly Part[]): Snapshot {
  const { fee: _fee, feeTax: _feeTax, month: _month, later: _later, ...whole } = feeRule;
  const own = parts.filter((part) => part.feeRule.currency === feeRule.currency);
  const sums = added.map((name) => [name, String(own.reduce((sum, part) => sum + BigInt(part.feeRule[name]), 0n))]);
  return { ...whole, ...Object.fromEntries(sums) };
}

/** A capture by its sequence number in its order. */
export interface CapturePlace {
  readonly id: string;
  readonly seq: number;
}

const taking: readonly string[] = ["J01", "J04"];

/**
 * Missing captures of an order: those with journals, and gaps in their numbers. Journals older than capture records
 * name the attempt.
 */
export function absentCaptures(
  { id: orderId }: Pick<OrderFigures, "id">,
  captures: readonly CapturePlace[],
  attempts: readonly Pick<AttemptFigures, "id">[],
  journals: readonly Journal[],
): Finding[] {
  const known = new Set([...captures, ...attempts].map(({ id }) => id));
  const taken = journals.flatMap(({ event, eventId }) =>
    taking.includes(event) && !known.has(eventId) ? [eventId] : [],
  );
  const places = new Set(captures.map(({ seq }) => seq));
  const left = Array.from({ length: Math.max(0, ...places) }, (_, index) => index + 1).filter(
    (seq) => !places.has(seq),
  );
  const at = (key: string) => missingFinding({ law: "order_booked", table: "captures", key } as const);
  return [...new Set(taken)].map(at).concat(taken.length > 0 ? [] : left.map((seq) => at(`${orderId} ${seq}`)));
}
