import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { AccountName } from "../../../platform/payments/account-name.tsx";
import { pendingAfter } from "../../../platform/payments/pending-after.ts";
import { type ExplainedOrder, useExplainedOrder } from "./coin-order.explain.hook.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";
import "./coin-order.postings.css";

type Journal = ExplainedOrder["journals"][number];
type Posting = Journal["postings"][number];

/** A posting with what is known of it by its place. */
interface PostingLine extends Posting {
  readonly key: string;
  readonly journal: Journal;
  /** Begins its journal: only there is it said what happened. */
  readonly isFirst: boolean;
  /** What the merchant's pending account holds of the order after it. */
  readonly held: Money | undefined;
  /** The figure in question does not come from here. */
  readonly isOff: boolean;
}

interface OrderPostingsProps {
  readonly explanation: ExplainedOrder;
  readonly merchantId: string;
}

/** The postings of an order, debit and credit: a table, or one below the other where there is no room for its width. */
export function OrderPostings({ explanation: { journals, lines }, merchantId }: OrderPostingsProps) {
  const [explained] = useExplainedOrder();
  const isPhone = usePhone();
  const shown = lines.find(({ kind }) => kind === explained)?.journalIds;
  const held = pendingAfter(
    journals.flatMap(({ postings }) => postings),
    merchantId,
  );
  const all = journals
    // Two postings of a journal may be alike: only their place tells them apart.
    .flatMap((journal) =>
      journal.postings.map((posting, index) => ({
        ...posting,
        key: `${journal.journalId} ${index}`,
        journal,
        isFirst: index === 0,
        isOff: shown !== undefined && !shown.includes(journal.journalId),
      })),
    )
    .map((posting, place): PostingLine => ({ ...posting, held: held[place] }));
  return isPhone ? <PostingCards lines={all} /> : <PostingTable lines={all} />;
}

interface LinesProps {
  readonly lines: readonly PostingLine[];
}

function PostingTable({ lines }: LinesProps) {
  const screen = useWords(orderScreenMessages);
  const [currency, ...others] = new Set(lines.map((line) => line.currency));
  // Where there is one currency only, the head says it once.
  const isOne = others.length === 0;
  const inHead = (title: string) => (isOne && currency ? `${title}, ${currency}` : title);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="order-scroll" tabIndex={0} aria-label={screen.postings}>
      <table className={isOne ? "order-table order-postings order-postings-one" : "order-table order-postings"}>
        <colgroup>
          <col style={{ width: 54 }} />
          <col style={{ width: 136 }} />
          <col />
          <col />
          <col style={{ width: 112 }} />
          <col style={{ width: isOne ? 132 : 124 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-label={screen.postings} />
            <th scope="col">{screen.event}</th>
            <th scope="col">{screen.debit}</th>
            <th scope="col">{screen.credit}</th>
            <th scope="col" className="order-figure">
              {inHead(screen.amount)}
            </th>
            <th scope="col" className="order-figure">
              {screen.pendingAfter}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PostingRow key={line.key} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PostingRow({ line }: { readonly line: PostingLine }) {
  const { journal, isFirst, isOff, debit, credit, amount, currency, held } = line;
  return (
    <tr className={isOff ? "order-posting-off" : undefined}>
      <td className="ch-mono order-dim">{isFirst ? <JournalCode journal={journal} /> : ""}</td>
      <td>
        {isFirst ? (
          <span className="order-two">
            <EventName journal={journal} />
            <small>
              <TimeCell value={journal.postedAt} isClockOnly />
            </small>
          </span>
        ) : null}
      </td>
      <td>
        <AccountName code={debit} />
      </td>
      <td>
        <AccountName code={credit} />
      </td>
      <td className="order-figure">
        <MoneyCell amount={fromWire(amount, currency)} isPlain />
      </td>
      <td className="order-figure">{held ? <MoneyCell amount={held} /> : <span className="order-dim">–</span>}</td>
    </tr>
  );
}

/** The postings one below the other, each with its figures named. */
function PostingCards({ lines }: LinesProps) {
  const screen = useWords(orderScreenMessages);
  return (
    <ol className="order-posting-cards" aria-label={screen.postings}>
      {lines.map(({ key, journal, isFirst, isOff, debit, credit, amount, currency, held }) => (
        <li key={key} className={isOff ? "order-posting-off" : undefined}>
          {isFirst ? (
            <p className="order-posting-event">
              <span className="ch-mono order-dim">
                <JournalCode journal={journal} />
              </span>
              <EventName journal={journal} />
              <span className="order-dim">
                <TimeCell value={journal.postedAt} isClockOnly />
              </span>
            </p>
          ) : null}
          <dl className="ch-pairs">
            <dt>{screen.debit}</dt>
            <dd>
              <AccountName code={debit} />
            </dd>
            <dt>{screen.credit}</dt>
            <dd>
              <AccountName code={credit} />
            </dd>
            <dt>{screen.amount}</dt>
            <dd>
              <MoneyCell amount={fromWire(amount, currency)} isPlain />
            </dd>
            {held ? (
              <>
                <dt>{screen.pendingAfter}</dt>
                <dd>
                  <MoneyCell amount={held} />
                </dd>
              </>
            ) : null}
          </dl>
        </li>
      ))}
    </ol>
  );
}

/** What happened, in a word. */
function EventName({ journal: { event } }: { readonly journal: Journal }) {
  const locale = useLocale();
  return <span>{LedgerEvent.memberOf(event)?.text[locale] ?? event}</span>;
}

/** The code of what happened, which leads to its journal for those who may read the book. */
function JournalCode({ journal: { journalId, event } }: { readonly journal: Journal }) {
  if (!useMay()("ledger:page")) return event;
  return (
    <Link to={`/finance/ledger?open=${journalId}`} className="ch-link">
      {event}
    </Link>
  );
}
