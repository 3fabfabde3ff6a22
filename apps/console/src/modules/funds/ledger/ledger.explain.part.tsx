import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import type { Explanation, Movement } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { NoAnswer } from "../../../platform/pickers/answered.tsx";
import { OrderLink } from "./ledger.journal.detail.tsx";
import { Amount, EventChip, shortDescription } from "./ledger.words.part.tsx";
import "./ledger.css";

/** One page of the postings behind a number. */
export type MovementPage = Pick<Explanation, "items" | "nextCursor">;

interface ExplanationViewProps {
  /** The sums and the first page. */
  readonly explanation: Explanation;
  /** Names the account among cached answers; begins with the resource. */
  readonly name: readonly unknown[];
  /** Asks for a later page. */
  ask(cursor: string): Promise<MovementPage>;
  onJournal(movement: Movement): void;
}

/** Why an account holds what it holds: sums by event that end at the number, and below them every posting. */
export function ExplanationView({ explanation, name, ask, onJournal }: ExplanationViewProps) {
  const { text } = useWords(ledgerMessages);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { items, nextCursor, currency } = explanation;
  if (items.length === 0) return <EmptyState picture="lens" title={text.noMovements} />;
  const more = (next: string | null) => next && setCursors([...cursors, next]);
  return (
    <>
      <section>
        <h3 className="ch-section-title">{text.movements}</h3>
        <Sums of={explanation} />
      </section>
      <section>
        <h3 className="ch-section-title">{text.items}</h3>
        <ul className="ledger-movements">
          <MovementRows items={items} currency={currency} onJournal={onJournal} />
          {cursors.map((cursor, index) => (
            <LaterPage
              key={cursor}
              cursor={cursor}
              name={name}
              ask={ask}
              currency={currency}
              onJournal={onJournal}
              onMore={index === cursors.length - 1 ? more : undefined}
            />
          ))}
        </ul>
        {nextCursor && cursors.length === 0 && (
          <button type="button" className="ch-link ledger-more" onClick={() => more(nextCursor)}>
            {text.more}
          </button>
        )}
      </section>
    </>
  );
}

/** The sums by event from what was held before to what is held. */
function Sums({ of: { opening, movements, closing, currency, since, asOf } }: { readonly of: Explanation }) {
  const { text } = useWords(ledgerMessages);
  const zone = useTimeZone();
  const at = (instant: string) => fill(text.heldAt, { time: formatInstant(instant, zone) });
  return (
    <table className="ledger-sums">
      <tbody>
        {since && <SumLine label={at(since)} value={opening} currency={currency} />}
        {movements.map(({ event, count, total }) => (
          <tr key={event}>
            <td>
              <EventChip event={event} />
            </td>
            <td className="ledger-count">× {count.toLocaleString("en-US")}</td>
            <td className="ledger-figure">
              <Amount value={total} currency={currency} />
            </td>
          </tr>
        ))}
        <SumLine label={asOf ? at(asOf) : text.heldNow} value={closing} currency={currency} isTotal />
      </tbody>
    </table>
  );
}

interface SumLineProps {
  readonly label: string;
  readonly value: string;
  readonly currency: string;
  readonly isTotal?: boolean;
}

/** What is held at one end of a column of sums. */
export const SumLine = ({ label, value, currency, isTotal }: SumLineProps) => (
  <tr className={isTotal ? "ledger-total" : ""}>
    <th scope="row" colSpan={2}>
      {label}
    </th>
    <td className="ledger-figure">
      <Amount value={value} currency={currency} />
    </td>
  </tr>
);

interface LaterPageProps {
  readonly cursor: string;
  readonly name: ExplanationViewProps["name"];
  readonly ask: ExplanationViewProps["ask"];
  readonly currency: string;
  onJournal(movement: Movement): void;
  readonly onMore: ((next: string | null) => void) | undefined;
}

function LaterPage({ cursor, name, ask, currency, onJournal, onMore }: LaterPageProps) {
  const { text } = useWords(ledgerMessages);
  const { data, error, refetch } = useQuery({
    queryKey: [...name, cursor],
    queryFn: () => ask(cursor),
  });
  if (!data)
    return (
      <li>
        <NoAnswer error={error} onRetry={() => void refetch()} />
      </li>
    );
  return (
    <>
      <MovementRows items={data.items} currency={currency} onJournal={onJournal} />
      {onMore && data.nextCursor && (
        <li>
          <button type="button" className="ch-link ledger-more" onClick={() => onMore(data.nextCursor)}>
            {text.more}
          </button>
        </li>
      )}
    </>
  );
}

interface MovementRowsProps {
  readonly items: readonly Movement[];
  readonly currency: string;
  onJournal(movement: Movement): void;
}

/** Postings, each a way to its journal and its order. */
function MovementRows({ items, currency, onJournal }: MovementRowsProps) {
  const { fields, text } = useWords(ledgerMessages);
  const mayOpen = useMay()("ledger:journal");
  return items.map((item) => (
    <li key={item.id} className="ledger-movement">
      <div className="ledger-movement-what">
        <span className="ledger-movement-line">
          <EventChip event={item.event} />
          <TimeCell value={item.postedAt} />
        </span>
        <span className="ledger-movement-line ledger-quiet">
          {item.orderId ? (
            <OrderLink orderId={item.orderId} description={item.description} />
          ) : (
            <span className="ledger-said">{shortDescription(item.description)}</span>
          )}
        </span>
      </div>
      <div className="ledger-movement-figures">
        <Amount value={item.effect} currency={currency} />
        <span className="ledger-quiet" title={fields.balanceAfter}>
          <Amount value={item.balanceAfter} currency={currency} />
        </span>
      </div>
      {mayOpen && (
        <button
          type="button"
          className="ledger-open"
          aria-label={`${text.toJournal}: ${item.description}`}
          onClick={() => onJournal(item)}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      )}
    </li>
  ));
}
