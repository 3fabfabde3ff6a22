import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { balanceOf } from "@countinghouse/ledger/balance.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { columnDifferences } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import { effectiveJournals } from "./ledger.order.policy.ts";

/** Amounts of a refund in minor units. */
export interface RefundFigures {
  readonly id: string;
  readonly orderId: string;
  readonly dueId: string | null;
  readonly status: string;
  readonly isReversed: boolean;
  readonly sourceBucket: string;
  readonly amount: string;
  readonly settleAmount: string;
  readonly excessAmount: string;
  readonly excessCause: string | null;
  readonly handlingFee: string;
  readonly handlingFeeTax: string;
  readonly returnedFee: string;
  readonly returnedFeeTax: string;
  readonly parts: readonly { readonly captureId: string; readonly amount: string; readonly settleAmount: string }[];
}

/** Refund totals of a capture: claimed and returned. */
export interface RefundedCapture {
  readonly id: string;
  readonly orderId: string;
  readonly refundClaimed: string;
  readonly refundClaimedSettle: string;
  readonly refundedAmount: string;
  readonly returnedFee: string;
  readonly returnedFeeTax: string;
}

const open: readonly string[] = ["created", "review", "processing"];
const isClaiming = ({ status }: RefundFigures): boolean => open.includes(status) || status === "succeeded";

/** Movements of journals on accounts of a kind, positive on the account's normal side. */
function moved(journals: readonly Journal[], events: readonly EntryEvent[], kind: string): bigint {
  const postings = journals.filter(({ event }) => events.includes(event)).flatMap((journal) => journal.postings);
  const accounts = new Set<AccountCode>(postings.flatMap(({ debit, credit }) => [debit, credit]));
  return [...accounts]
    .filter((account) => parseAccount(account).kind === kind)
    .reduce((sum, account) => sum + balanceOf(account, postings).amountMinor, 0n);
}

/** A refund's journals: its own, and those of the unapplied payment that it returned. */
const ownOf = ({ id, dueId, sourceBucket }: RefundFigures, journals: readonly Journal[]): Journal[] =>
  effectiveJournals(journals).filter(
    ({ eventId, part }) =>
      eventId === id || (sourceBucket === "payer_funds" && eventId === dueId && part.startsWith(id)),
  );

/** A refund's journals before it bounced; a borne excess counts nevertheless. */
function withoutBounce(journals: readonly Journal[]): readonly Journal[] {
  const last = journals.findLast(({ part }) => part.startsWith("bounced"))?.part;
  return journals.filter(({ part }) => part !== last);
}

/** Who bears the excess, by the account it was booked to; null while it is in suspense. */
function bearerOf(journals: readonly Journal[]): string | null {
  const postings = journals.filter(({ event }) => event === "J63").flatMap((journal) => journal.postings);
  const accounts = new Set(postings.flatMap(({ debit, credit }) => [debit, credit]));
  // A decision that was reverted leaves no bearer.
  const [account] = [...accounts].filter(
    (one) => parseAccount(one).kind !== "recon_suspense" && balanceOf(one, postings).amountMinor !== 0n,
  );
  if (account === undefined) return null;
  const { kind } = parseAccount(account);
  if (kind === "gateway_receivable") return "gateway";
  if (kind === "available") return "merchant";
  return account.includes(":dispute_loss:") ? "loss" : "goodwill";
}

/**
 * Differences between a refund and its journals: the amount set aside, the amount returned, and its costs. An excess
 * in suspense is reported until somebody resolves it.
 */
export function refundFindings(refund: RefundFigures, journals: readonly Journal[]): Finding[] {
  const own = ownOf(refund, journals);
  const isOfPayer = refund.sourceBucket === "payer_funds";
  const gone = -moved(own, isOfPayer ? ["J05", "J07", "J62"] : ["J11", "J15", "J62"], "gateway_receivable");
  const inSuspense = moved(own, ["J62", "J63"], "recon_suspense");
  const made = refund.isReversed ? withoutBounce(own) : own;
  const beyond = moved(made, ["J62"], "recon_suspense");
  const held = moved(own, ["J10", "J11", "J14"], "frozen");
  const place = { law: "order_booked", table: "order_refunds", key: refund.id } as const;
  const isGone = refund.status === "succeeded";
  const isOpen = open.includes(refund.status) && !isOfPayer;
  const status =
    gone > 0n ? "succeeded" : isGone ? "not succeeded" : held > 0n && !isOpen ? "processing" : refund.status;
  const over = { law: "order_conserved", table: "order_refunds", key: refund.id } as const;
  const told = columnDifferences(over, { amount: [BigInt(refund.amount) - inSuspense, refund.amount] });
  const figures = columnDifferences(place, {
    status: [status, refund.status],
    amount: [isGone ? gone : refund.amount, refund.amount],
    settle_amount: [isOpen ? held : refund.settleAmount, refund.settleAmount],
    excess_amount: [beyond, refund.excessAmount],
    excess_cause: [bearerOf(made), refund.excessCause],
    handling_fee: [moved(own, ["J12"], "rev"), refund.handlingFee],
    handling_fee_tax: [moved(own, ["J12"], "tax_payable"), refund.handlingFeeTax],
    returned_fee: [-moved(own, ["J13"], "rev"), refund.returnedFee],
    returned_fee_tax: [-moved(own, ["J13"], "tax_payable"), refund.returnedFeeTax],
  });
  return [...figures, ...told];
}

/** Differences between captures' refund totals and the refunds. */
export function refundedFindings(captures: readonly RefundedCapture[], refunds: readonly RefundFigures[]): Finding[] {
  const sum = (values: readonly string[]): bigint => values.reduce((total, one) => total + BigInt(one), 0n);
  const partsOf = (of: readonly RefundFigures[], id: string) =>
    of.flatMap(({ parts }) => parts.filter(({ captureId }) => captureId === id));
  const claiming = refunds.filter(isClaiming);
  const paid = refunds.filter(({ status }) => status === "succeeded");
  const [first] = captures;
  const given = (name: "returnedFee" | "returnedFeeTax") =>
    [sum(refunds.map((refund) => refund[name])), sum(captures.map((capture) => capture[name]))] as const;
  return [
    ...captures.flatMap((capture) =>
      columnDifferences(
        { law: "order_booked", table: "captures", key: capture.id },
        {
          refund_claimed: [sum(partsOf(claiming, capture.id).map(({ amount }) => amount)), capture.refundClaimed],
          refund_claimed_settle: [
            sum(partsOf(claiming, capture.id).map(({ settleAmount }) => settleAmount)),
            capture.refundClaimedSettle,
          ],
          refunded_amount: [sum(partsOf(paid, capture.id).map(({ amount }) => amount)), capture.refundedAmount],
        },
      ),
    ),
    ...(first
      ? columnDifferences(
          { law: "order_booked", table: "captures", key: first.id },
          { returned_fee: given("returnedFee"), returned_fee_tax: given("returnedFeeTax") },
        )
      : []),
  ];
}
