import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { DueAction, DueStatus } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import { type PaymentDue, paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { AccountName } from "../../../platform/payments/account-name.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { RefundLines, useRefundsOf } from "../../../platform/payments/refunds-of.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./payment-due.css";
import { dueScreenMessages } from "./payment-due.messages.ts";

type Row = { readonly row: PaymentDue };

const facts = [
  "kind",
  "expectedAmount",
  "heldAmount",
  "bookedAmount",
  "merchantName",
  "orderNo",
  "gatewayAccountName",
  "upstreamPaymentId",
  "createTime",
  "proposeUserName",
  "proposeTime",
  "proposeReason",
  "decideUserName",
  "decideTime",
  "decideReason",
] as const;

/** Said only where somebody proposed or decided. */
const byPeople: readonly string[] = facts.filter((name) => /^(propose|decide)/.test(name));

/** What one is known by: the money, and what becomes of it. */
export const DueHeading = ({ row }: Row) => (
  <span className="due-title">
    <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
    <ChipOf enumeration={DueStatus} value={row.status} />
  </span>
);

/** What happened, where the money lies and what becomes of it, in sentences. */
function useStory(row: PaymentDue): readonly string[] {
  const words = useWords(dueScreenMessages);
  const language = useLocale();
  const shown = (minor: string, currency: string = row.currency) =>
    formatMoney(fromWire(minor, currency), { language });
  const isAsAsked = row.amount === row.expectedAmount && row.currency === row.expectedCurrency;
  const mismatch = isAsAsked ? words.retold : words.mismatch;
  const what = { amount_mismatch: mismatch, duplicate_payment: words.duplicate, late_success: words.late }[row.kind];
  const happened = fill(what, {
    amount: shown(row.amount),
    expected: shown(row.expectedAmount, row.expectedCurrency),
  });
  const isOpen = row.status === "open" || row.status === "awaiting_approval";
  const isWithMerchant = row.kind === "late_success" && row.heldAmount === "0" && row.status !== "returned";
  if (row.status === "withdrawn") return [fill(words.withdrawn, { currency: row.currency })];
  return [
    happened,
    isOpen && row.kind === "amount_mismatch" ? words.undecided : "",
    row.bookedAmount === "0" ? "" : fill(words.applied, { booked: shown(row.bookedAmount) }),
    row.heldAmount === "0" ? "" : fill(words.held, { held: shown(row.heldAmount) }),
    isWithMerchant ? words.withMerchant : "",
    row.status === "to_return" ? words.goesBack : "",
    row.status === "returned" ? words.returned : "",
  ].filter(Boolean);
}

/** Who asked for what, where a second person has to decide. */
function Proposal({ row }: Row) {
  const words = useWords(dueScreenMessages);
  const locale = useLocale();
  if (row.action === null) return null;
  const said = fill(words.proposal, {
    name: row.proposeUserName ?? "",
    action: DueAction.memberOf(row.action)?.text[locale] ?? row.action,
    reason: row.proposeReason ?? "",
  });
  return (
    <p className="due-proposal">
      {said} {row.isOwn ? words.ownProposal : null}
    </p>
  );
}

/** One beside the list: what happened, what becomes of it, and what of it is booked. */
export function PaymentDuePanel({ row }: Row) {
  const words = useWords(dueScreenMessages);
  const may = useMay();
  const story = useStory(row);
  const told = facts.filter((name) => !byPeople.includes(name) || row[name]);
  return (
    <>
      <div className="due-head">
        <Link to={`/trade/order/${row.orderId}`}>{words.openOrder}</Link>
      </div>
      <Proposal row={row} />
      <section className="due-story">
        <h3 className="ch-section-title">{words.happened}</h3>
        {story.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
      <RecordFacts resource={paymentDue} of={row} fields={told} />
      <Returns row={row} />
      {may("paymentDue:explain") ? <Journals row={row} /> : null}
    </>
  );
}

/** The refunds that send it back. */
function Returns({ row }: Row) {
  const words = useWords(dueScreenMessages);
  const own = useRefundsOf(row).filter(({ dueId }) => dueId === row.id);
  if (own.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{words.refunds}</h3>
      <RefundLines refunds={own} />
    </section>
  );
}

type Journal = ResultOf<(typeof paymentDue)["operations"]["explain"]>["journals"][number];

function Journals({ row }: Row) {
  const words = useWords(dueScreenMessages);
  const answer = useAnswer(paymentDue, "explain", { id: row.id });
  return (
    <section>
      <h3 className="ch-section-title">{words.journals}</h3>
      <Answered answer={answer}>
        {({ journals }) =>
          journals.length === 0 ? (
            <p className="due-dim">{words.noJournals}</p>
          ) : (
            <ul className="due-journals">
              {journals.map((journal) => (
                <JournalLines key={journal.journalId} journal={journal} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}

function JournalLines({ journal: { journalId, event, postedAt, postings } }: { readonly journal: Journal }) {
  const words = useWords(dueScreenMessages);
  const locale = useLocale();
  const mayOpen = useMay()("ledger:page");
  // Two postings of a journal may be alike: only their place tells them apart.
  const lines = postings.map((posting, index) => ({ ...posting, key: String(index) }));
  const name = `${event} ${LedgerEvent.memberOf(event)?.text[locale] ?? ""}`;
  return (
    <li>
      <div className="due-journal">
        {mayOpen ? <Link to={`/finance/ledger?open=${journalId}`}>{name}</Link> : <span>{name}</span>}
        <TimeCell value={postedAt} />
      </div>
      {lines.map(({ key, debit, credit, amount, currency }) => (
        <div key={key} className="due-posting">
          <span>
            <small>{words.debit}</small> <AccountName code={debit} />
          </span>
          <span>
            <small>{words.credit}</small> <AccountName code={credit} />
          </span>
          <MoneyCell amount={fromWire(amount, currency)} isPlain />
        </div>
      ))}
    </li>
  );
}
