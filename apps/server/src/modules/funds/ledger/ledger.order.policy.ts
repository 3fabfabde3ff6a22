import { type Account, parseAccount } from "@countinghouse/ledger/account.ts";
import { balanceOf } from "@countinghouse/ledger/balance.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { columnDifferences, orphanFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";

/** Amounts of an order in minor units; null where nothing was captured yet. */
export interface OrderFigures {
  readonly id: string;
  readonly tenantId: number;
  readonly orderNo: string;
  readonly currency: string;
  readonly amount: string;
  readonly capturedAmount: string;
  readonly refundedAmount: string;
  /** Captured beyond what belongs to the merchant. */
  readonly surplusAmount: string;
  /** Unapplied payments in the order's currency that are to be returned. */
  readonly dueBack: string;
  readonly settleCurrency: string | null;
  readonly settleAmount: string | null;
  readonly feeAmount: string | null;
  readonly feeTaxAmount: string | null;
  readonly netAmount: string | null;
  readonly gatewayCostAmount: string | null;
  readonly gatewayCostCurrency: string | null;
  readonly fxRate: string | null;
  readonly fx: Readonly<Record<string, unknown>> | null;
  readonly feeRule: Readonly<Record<string, unknown>> | null;
  readonly dueDate: string | null;
}

/** A capture listed as booked without a price, and its own record; null where it has none. */
export interface UnpricedCapture {
  readonly id: string;
  readonly attemptId: string;
  readonly amount: string;
  readonly currency: string;
  readonly capturedBefore: string;
  readonly capture: {
    readonly status: string;
    readonly orderId: string;
    readonly attemptId: string;
    readonly amount: string;
    readonly currency: string;
    readonly isPriced: boolean;
  } | null;
}

/** The sealed charge of one capture; amounts in minor units. */
export interface SealedCharge {
  readonly amount: string;
  readonly currency: string;
  readonly percentPart: string;
  readonly charged: string;
  readonly returnable: string;
  readonly volumes?: { readonly monthToDate: string; readonly lastMonth: string };
  /** Absent on captures of before it was sealed. */
  readonly fee?: string;
  readonly feeTax?: string;
  /** The merchant's month that counted it. */
  readonly month?: string;
  /** When it was counted, where no journal tells it. */
  readonly later?: object;
}

/** Amounts of a capture in minor units; null while it has no price. */
export interface StoredCaptureFigures
  extends Pick<OrderFigures, "id" | "currency" | "settleCurrency" | "settleAmount" | "feeAmount" | "feeTaxAmount">,
    Pick<OrderFigures, "fxRate" | "fx" | "dueDate"> {
  readonly orderId: string;
  /** Journals older than capture records name the attempt. */
  readonly attemptId: string;
  readonly seq: number;
  readonly status: string;
  readonly isPriced: boolean;
  readonly tenantId: number;
  readonly orderNo: string;
  /** When its first journal was posted, where that differs from its completion time. */
  readonly postedOtherwise: string | null;
  readonly finishedTime: string | null;
  /** How its charge was computed; null on captures older than the snapshot. */
  readonly feeRule: SealedCharge | null;
  readonly amount: string;
  readonly netAmount: string | null;
  readonly gatewayCostAmount: string | null;
  readonly gatewayCostCurrency: string | null;
}

/**
 * A figure that an order repeats: movements of some events on one kind of account, positive on the account's normal
 * side.
 */
interface Figure {
  readonly events: readonly EntryEvent[];
  readonly kind: Account["kind"];
}

const taking: readonly EntryEvent[] = ["J01", "J04"];
const captured: Figure = { events: taking, kind: "gateway_receivable" };
const settled: Figure = { events: taking, kind: "pending" };
const fee: Figure = { events: ["J02"], kind: "rev" };
const tax: Figure = { events: ["J02"], kind: "tax_payable" };
const cost: Figure = { events: ["J03"], kind: "cost" };
const passedOn: Figure = { events: ["J03p"], kind: "rev" };
const refunded: Figure = { events: ["J11", "J15"], kind: "gateway_receivable" };

/** Ids of the orders whose captures the journals booked. */
export const capturedOrders = (journals: readonly Journal[]): string[] => [
  ...new Set(journals.flatMap(({ event, orderId }) => (orderId !== null && taking.includes(event) ? [orderId] : []))),
];

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Differences between an unpriced capture and the books: it is booked gross, by exactly one journal, after the earlier
 * captures, and its own record agrees. Only then does a capture count as unpriced.
 */
function unpricedFindings(order: OrderFigures, valid: readonly Journal[], row: UnpricedCapture): Finding[] {
  const place = { law: "order_booked", table: "unpriced_captures", key: row.id } as const;
  const own = valid.filter(({ eventId }) => eventId === row.id);
  const gross = own.find(({ event }) => event === "J01");
  const { capture } = row;
  if (!gross || own.length > 1 || !capture) return [orphanFinding(place)];
  const [receivable] = accountsOf([gross], captured);
  const before = sumOf(valid.slice(0, valid.indexOf(gross)), captured);
  return [
    ...columnDifferences(place, {
      amount: [receivable?.amountMinor, row.amount],
      currency: [receivable?.currency, row.currency],
      captured_before: [least(before, minor(order.amount)), row.capturedBefore],
      attempt_id: [capture.attemptId, row.attemptId],
    }),
    ...columnDifferences(
      { ...place, table: "captures" },
      {
        status: ["succeeded", capture.status],
        order_id: [order.id, capture.orderId],
        amount: [receivable?.amountMinor, capture.amount],
        currency: [receivable?.currency, capture.currency],
        is_priced: ["false", String(capture.isPriced)],
      },
    ),
  ];
}

/**
 * Differences between an order and its journals in the same book. A genuinely unpriced capture counts as captured
 * only; amounts beyond the order's amount do not count as captured.
 */
export function orderFindings(
  order: OrderFigures,
  journals: readonly Journal[],
  unpriced: readonly UnpricedCapture[] = [],
): Finding[] {
  const valid = effectiveJournals(journals);
  const findings = unpriced.map((row) => ({ id: row.id, found: unpricedFindings(order, valid, row) }));
  const proven = new Set(findings.filter(({ found }) => found.length === 0).map(({ id }) => id));
  const priced = valid.filter(({ eventId }) => !proven.has(eventId));
  return [...findings.flatMap(({ found }) => found), ...figureFindings(order, { valid, priced })];
}

function figureFindings(
  order: OrderFigures,
  { valid, priced }: { readonly valid: readonly Journal[]; readonly priced: readonly Journal[] },
): Finding[] {
  const gross = sumOf(valid, captured);
  // Only unpriced money may exceed the requested amount.
  const ownGross = priced.length === valid.length ? gross : least(gross, minor(order.amount));
  return columnDifferences(
    { law: "order_booked", table: "coin_orders", key: order.id },
    {
      captured_amount: [ownGross, minor(order.capturedAmount)],
      // Refunds reduce the receivable.
      refunded_amount: [-sumOf(valid, refunded), minor(order.refundedAmount)],
      surplus_amount: [minor(order.dueBack) + gross - least(gross, minor(order.amount)), minor(order.surplusAmount)],
      ...repeatedFigures(order, priced),
      currency: [currencyOf(valid, captured, order.currency), order.currency],
    },
  );
}

/**
 * Differences between a successful capture and its journals. Without a price, its fee and net are unknown, and the
 * booked amount is gross.
 */
export function captureFindings(capture: StoredCaptureFigures, journals: readonly Journal[]): Finding[] {
  const { id, attemptId, amount, netAmount, isPriced } = capture;
  const own = effectiveJournals(journals).filter(({ eventId }) => eventId === id || eventId === attemptId);
  const place = { law: "order_booked", table: "captures", key: id } as const;
  const { net_amount, ...figures } = repeatedFigures(capture, own);
  const net = netAmount === null && !isPriced ? {} : { net_amount };
  return columnDifferences(place, { amount: [sumOf(own, captured), amount], ...figures, ...net });
}

/**
 * Differences between captures, their order and their journals: a capture with journals must be successful, and
 * completed when it was booked.
 */
export const captureFindingsOf = (
  order: OrderFigures,
  captures: readonly StoredCaptureFigures[],
  journals: readonly Journal[],
): Finding[] => {
  const booked = new Set(
    effectiveJournals(journals).flatMap(({ event, eventId }) => (taking.includes(event) ? [eventId] : [])),
  );
  return captures.flatMap((capture) =>
    columnDifferences(
      { law: "order_booked", table: "captures", key: capture.id },
      {
        tenant_id: [order.tenantId, capture.tenantId],
        order_no: [order.orderNo, capture.orderNo],
        status: [booked.has(capture.id) ? "succeeded" : capture.status, capture.status],
        finished_time: [capture.postedOtherwise ?? capture.finishedTime, capture.finishedTime],
      },
    ),
  );
};

/** Journals in effect: neither reversals nor reversed. */
export function effectiveJournals(journals: readonly Journal[]): Journal[] {
  const undone = new Set(journals.map(({ reversalOf }) => reversalOf));
  return journals.filter(({ journalId, reversalOf }) => reversalOf === null && !undone.has(journalId));
}

const minor = (amount: string | null): bigint => BigInt(amount ?? "0");

const currencyOf = (journals: readonly Journal[], figure: Figure, otherwise: string | null): string | null =>
  accountsOf(journals, figure).find(({ currency }) => currency !== otherwise)?.currency ?? otherwise;

const sumOf = (journals: readonly Journal[], figure: Figure): bigint =>
  accountsOf(journals, figure).reduce((sum, one) => sum + one.amountMinor, 0n);

type RepeatedFigure = Pick<OrderFigures, "currency" | "settleCurrency" | "settleAmount" | Priced>;
type Priced = "feeAmount" | "feeTaxAmount" | "netAmount" | "gatewayCostAmount" | "gatewayCostCurrency";

/** The repeated columns of orders and captures, each with its expected value. */
function repeatedFigures(row: RepeatedFigure, journals: readonly Journal[]) {
  const [value, charged, taxed] = [settled, fee, tax].map((figure) => sumOf(journals, figure)) as [
    bigint,
    bigint,
    bigint,
  ];
  return {
    currency: [currencyOf(journals, captured, row.currency), row.currency],
    settle_currency: [currencyOf(journals, settled, row.settleCurrency), row.settleCurrency],
    settle_amount: [value, minor(row.settleAmount)],
    fee_amount: [charged, minor(row.feeAmount)],
    fee_tax_amount: [taxed, minor(row.feeTaxAmount)],
    net_amount: [value - charged - taxed - sumOf(journals, passedOn), minor(row.netAmount)],
    gateway_cost_amount: [sumOf(journals, cost), minor(row.gatewayCostAmount)],
    gateway_cost_currency: [currencyOf(journals, cost, row.gatewayCostCurrency), row.gatewayCostCurrency],
  } as const;
}

/** Movements of a figure's events, by account. */
function accountsOf(journals: readonly Journal[], { events, kind }: Figure) {
  const postings = journals.filter(({ event }) => events.includes(event)).flatMap((journal) => journal.postings);
  const accounts = new Set(postings.flatMap(({ debit, credit }) => [debit, credit]));
  return [...accounts]
    .filter((account) => parseAccount(account).kind === kind)
    .map((account) => balanceOf(account, postings));
}
