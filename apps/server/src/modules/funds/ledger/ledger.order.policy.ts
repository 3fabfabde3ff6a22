import { type Account, parseAccount } from "@countinghouse/ledger/account.ts";
import { balanceOf } from "@countinghouse/ledger/balance.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { differences, type Finding, unfounded } from "./ledger.finding.policy.ts";

/** What an order says of its money; amounts are minor units, null where nothing was captured yet. */
export interface OrderFigures {
  readonly id: string;
  readonly currency: string;
  readonly amount: string;
  readonly capturedAmount: string;
  readonly refundedAmount: string;
  readonly settleCurrency: string | null;
  readonly settleAmount: string | null;
  readonly feeAmount: string | null;
  readonly feeTaxAmount: string | null;
  readonly netAmount: string | null;
  readonly gatewayCostAmount: string | null;
  readonly gatewayCostCurrency: string | null;
}

/** A capture that is said to be booked without a price, and what its own record says; null where it has none. */
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

/** A figure that an order repeats: what some events move on one kind of account, positive on the account's own side. */
interface Figure {
  readonly events: readonly EntryEvent[];
  readonly kind: Account["kind"];
}

const captures: readonly EntryEvent[] = ["J01", "J04"];
const captured: Figure = { events: captures, kind: "gateway_receivable" };
const settled: Figure = { events: captures, kind: "pending" };
const fee: Figure = { events: ["J02"], kind: "rev" };
const tax: Figure = { events: ["J02"], kind: "tax_payable" };
const cost: Figure = { events: ["J03"], kind: "cost" };
const passedOn: Figure = { events: ["J03p"], kind: "rev" };
const refunded: Figure = { events: ["J11", "J15"], kind: "gateway_receivable" };

/** The ids of the orders that journals captured money for. */
export const capturedOrders = (journals: readonly Journal[]): string[] => [
  ...new Set(journals.flatMap(({ event, orderId }) => (orderId !== null && captures.includes(event) ? [orderId] : []))),
];

const sumIn = (journals: readonly Journal[], figure: Figure): bigint =>
  accountsOf(journals, figure).reduce((sum, one) => sum + one.amountMinor, 0n);

const minor = (amount: string | null): bigint => BigInt(amount ?? "0");
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Journals that count: one that was undone counts as not booked. */
function validOf(journals: readonly Journal[]): Journal[] {
  const undone = new Set(journals.map(({ reversalOf }) => reversalOf));
  return journals.filter(({ journalId, reversalOf }) => reversalOf === null && !undone.has(journalId));
}

/**
 * What of a capture without a price the books do not bear out: it is booked whole, by one journal and no other, after
 * what was captured before it, and its own record says the same. Nothing else lets a capture count as one without a price.
 */
function unpricedFindings(order: OrderFigures, valid: readonly Journal[], row: UnpricedCapture): Finding[] {
  const place = { law: "order_booked", table: "unpriced_captures", key: row.id } as const;
  const own = valid.filter(({ eventId }) => eventId === row.id);
  const gross = own.find(({ event }) => event === "J01");
  const { capture } = row;
  if (!gross || own.length > 1 || !capture) return [unfounded(place)];
  const [receivable] = accountsOf([gross], captured);
  const before = sumIn(valid.slice(0, valid.indexOf(gross)), captured);
  return [
    ...differences(place, {
      amount: [receivable?.amountMinor, row.amount],
      currency: [receivable?.currency, row.currency],
      captured_before: [least(before, minor(order.amount)), row.capturedBefore],
      attempt_id: [capture.attemptId, row.attemptId],
    }),
    ...differences(
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
 * What an order says otherwise than its journals in the same book. A capture that the books bear out to have no price yet
 * counts as captured and as nothing else; what was taken beyond the order's amount is none of its captured amount.
 */
export function orderFindings(
  order: OrderFigures,
  journals: readonly Journal[],
  unpriced: readonly UnpricedCapture[] = [],
): Finding[] {
  const valid = validOf(journals);
  const findings = unpriced.map((row) => ({ id: row.id, found: unpricedFindings(order, valid, row) }));
  const proven = new Set(findings.filter(({ found }) => found.length === 0).map(({ id }) => id));
  const priced = valid.filter(({ eventId }) => !proven.has(eventId));
  return [...findings.flatMap(({ found }) => found), ...figureFindings(order, { valid, priced })];
}

function figureFindings(
  order: OrderFigures,
  { valid, priced }: { readonly valid: readonly Journal[]; readonly priced: readonly Journal[] },
): Finding[] {
  const sumOf = (figure: Figure): bigint => sumIn(priced, figure);
  const currencyOf = (figure: Figure, otherwise: string | null, among = priced): string | null =>
    accountsOf(among, figure).find(({ currency }) => currency !== otherwise)?.currency ?? otherwise;
  const net = sumOf(settled) - sumOf(fee) - sumOf(tax) - sumOf(passedOn);
  const gross = sumIn(valid, captured);
  // Only money without a price may go beyond what was asked for.
  const ownGross = priced.length === valid.length ? gross : least(gross, minor(order.amount));
  return differences(
    { law: "order_booked", table: "coin_orders", key: order.id },
    {
      currency: [currencyOf(captured, order.currency, valid), order.currency],
      captured_amount: [ownGross, minor(order.capturedAmount)],
      // The receivable shrinks by what is refunded.
      refunded_amount: [-sumIn(valid, refunded), minor(order.refundedAmount)],
      settle_currency: [currencyOf(settled, order.settleCurrency), order.settleCurrency],
      settle_amount: [sumOf(settled), minor(order.settleAmount)],
      fee_amount: [sumOf(fee), minor(order.feeAmount)],
      fee_tax_amount: [sumOf(tax), minor(order.feeTaxAmount)],
      net_amount: [net, minor(order.netAmount)],
      gateway_cost_amount: [sumOf(cost), minor(order.gatewayCostAmount)],
      gateway_cost_currency: [currencyOf(cost, order.gatewayCostCurrency), order.gatewayCostCurrency],
    },
  );
}

/** What a figure's events moved, by account. */
function accountsOf(journals: readonly Journal[], { events, kind }: Figure) {
  const postings = journals.filter(({ event }) => events.includes(event)).flatMap((journal) => journal.postings);
  const accounts = new Set(postings.flatMap(({ debit, credit }) => [debit, credit]));
  return [...accounts]
    .filter((account) => parseAccount(account).kind === kind)
    .map((account) => balanceOf(account, postings));
}
