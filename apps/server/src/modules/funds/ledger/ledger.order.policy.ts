import { type Account, parseAccount } from "@countinghouse/ledger/account.ts";
import { balanceOf } from "@countinghouse/ledger/balance.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { differences, type Finding } from "./ledger.finding.policy.ts";

/** What an order says of its money; amounts are minor units, null where nothing was captured yet. */
export interface OrderFigures {
  readonly id: string;
  readonly currency: string;
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

/** What an order says otherwise than its journals in the same book; a journal that was undone counts as not booked. */
export function orderFindings(order: OrderFigures, journals: readonly Journal[]): Finding[] {
  const undone = new Set(journals.map(({ reversalOf }) => reversalOf));
  const valid = journals.filter(({ journalId, reversalOf }) => reversalOf === null && !undone.has(journalId));
  const sumOf = (figure: Figure): bigint => accountsOf(valid, figure).reduce((sum, one) => sum + one.amountMinor, 0n);
  const currencyOf = (figure: Figure, otherwise: string | null): string | null =>
    accountsOf(valid, figure).find(({ currency }) => currency !== otherwise)?.currency ?? otherwise;
  const minor = (amount: string | null): bigint => BigInt(amount ?? "0");
  const net = sumOf(settled) - sumOf(fee) - sumOf(tax) - sumOf(passedOn);
  return differences(
    { law: "order_booked", table: "coin_orders", key: order.id },
    {
      currency: [currencyOf(captured, order.currency), order.currency],
      captured_amount: [sumOf(captured), minor(order.capturedAmount)],
      // The receivable shrinks by what is refunded.
      refunded_amount: [-sumOf(refunded), minor(order.refundedAmount)],
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
