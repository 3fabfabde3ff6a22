import { coinOrderMessages } from "@countinghouse/contract/coin-order/coin-order.messages.ts";
import { coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { LedgerEvent } from "@countinghouse/contract/ledger/ledger-enumerations.ts";
import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { effectOn } from "@countinghouse/ledger/balance.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useMay } from "../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { AccountName } from "../../platform/payments/account-name.tsx";
import { PickerState } from "../../platform/pickers/picker-state.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";
import { OrderCard } from "./coin-order.card.part.tsx";
import { type Explanation, useExplained } from "./coin-order.explain.service.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { lineWords, priceText } from "./coin-order.price.policy.ts";

type Posting = Explanation["journals"][number]["postings"][number];

/** Every figure of the order down to its postings, with what the merchant's pending account holds of it after each. */
export function OrderLedger({ id, merchantId }: { readonly id: string; readonly merchantId: string }) {
  const { actions, text } = useWords(coinOrderMessages);
  const { data, error, isPending, refetch } = useAnswer(coinOrder, "explain", { id });
  const [explained] = useExplained();
  const card = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (explained && isThere) card.current?.scrollIntoView({ block: "nearest" });
  }, [explained, isThere]);
  return (
    <OrderCard
      ref={card}
      title={actions.explain}
      tools={data && data.journals.length > 0 ? <Balanced journals={data.journals} /> : null}
    >
      <PickerState isLoading={isPending} error={data ? null : error} onRetry={() => void refetch()}>
        {data && data.journals.length === 0 ? <p className="order-none">{text.noPostings}</p> : null}
        {data && data.journals.length > 0 ? <Lines explanation={data} /> : null}
        {data && data.journals.length > 0 ? <Postings explanation={data} merchantId={merchantId} /> : null}
      </PickerState>
    </OrderCard>
  );
}

/** Says that debits equal credits: a posting moves one amount from account to account, so that each has to have one. */
function Balanced({ journals }: Pick<Explanation, "journals">) {
  const screen = useWords(orderScreenMessages);
  const isBalanced = journals.every(({ postings }) => postings.every(({ amount }) => BigInt(amount) > 0n));
  return (
    <StatusChip
      text={isBalanced ? screen.balanced : screen.unbalanced}
      tone={isBalanced ? "success" : "danger"}
      isFlat
    />
  );
}

/** The price that was charged, as the rule said at the time of the capture. */
function usePrice({ feeRule }: Pick<Explanation, "feeRule">): { readonly fee?: string; readonly tax?: string } {
  const language = useLocale();
  const { percent, fixed, currency, tax } = (feeRule ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof percent !== "number" || typeof fixed !== "string" || typeof currency !== "string") return {};
  const taxRate = (tax as { readonly rate?: unknown } | null | undefined)?.rate;
  return {
    fee: priceText({ percent, fixed, currency }, language),
    ...(typeof taxRate === "number" ? { tax: `${formatPercent(taxRate)} %` } : {}),
  };
}

/** The figures; one of them narrows the postings to its own. */
function Lines({ explanation }: { readonly explanation: Explanation }) {
  const { text } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const [explained, explain] = useExplained();
  const price: Readonly<Record<string, string | undefined>> = usePrice(explanation);
  return (
    <div className="order-lines">
      {explanation.lines.map(({ kind, amount, currency }) => (
        <button
          key={`${kind} ${currency}`}
          type="button"
          className="order-line"
          aria-pressed={explained === kind}
          title={
            explained === kind ? screen.allPostings : fill(screen.explainFigure, { figure: text[lineWords[kind]] })
          }
          onClick={() => explain(kind, "turn")}
        >
          <span className="order-dim">{text[lineWords[kind]]}</span>
          <MoneyCell amount={fromWire(amount, currency)} />
          {price[kind] ? <span className="order-dim">{price[kind]}</span> : null}
        </button>
      ))}
    </div>
  );
}

/** What the merchant's pending account holds of the order after each posting, a currency at a time. */
function pendingAfter(postings: readonly Posting[], merchantId: string): (Money | undefined)[] {
  const held = new Map<string, Money>();
  return postings.map(({ debit, credit, amount, currency }) => {
    const pending = [debit, credit].find((code) => {
      const account = parseAccount(code);
      return account.merchantId === merchantId && account.kind === "pending";
    }) as AccountCode | undefined;
    if (!pending) return undefined;
    const line = { debit: debit as AccountCode, credit: credit as AccountCode, amount: fromWire(amount, currency) };
    const after = add(held.get(pending) ?? zero(currency), effectOn(pending, line));
    held.set(pending, after);
    return after;
  });
}

interface PostingsProps {
  readonly explanation: Explanation;
  readonly merchantId: string;
}

function Postings({ explanation: { journals, lines }, merchantId }: PostingsProps) {
  const screen = useWords(orderScreenMessages);
  const [explained] = useExplained();
  const shown = lines.find(({ kind }) => kind === explained)?.journalIds;
  const after = pendingAfter(
    journals.flatMap(({ postings }) => postings),
    merchantId,
  );
  const [currency, ...others] = new Set(journals.flatMap(({ postings }) => postings.map((one) => one.currency)));
  // Where there is one currency only, the head says it once.
  const isOne = others.length === 0;
  const inHead = (title: string) => (isOne && currency ? `${title}, ${currency}` : title);
  const starts = journals.map((_, index) =>
    journals.slice(0, index).reduce((sum, { postings }) => sum + postings.length, 0),
  );
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
          {journals.map((journal, index) => (
            <JournalRows
              key={journal.journalId}
              journal={journal}
              after={after.slice(starts[index])}
              isOff={shown !== undefined && !shown.includes(journal.journalId)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface JournalRowsProps {
  readonly journal: Explanation["journals"][number];
  /** What pending holds after each of its postings. */
  readonly after: readonly (Money | undefined)[];
  /** The figure in question does not come from here. */
  readonly isOff: boolean;
}

function JournalRows({ journal, after, isOff }: JournalRowsProps) {
  const locale = useLocale();
  const mayOpen = useMay()("ledger:page");
  const { journalId, event, postedAt, postings } = journal;
  const code = mayOpen ? (
    <Link to={`/finance/ledger?open=${journalId}`} className="ch-link">
      {event}
    </Link>
  ) : (
    event
  );
  // Two postings of a journal may be alike: only their place tells them apart.
  return postings
    .map((posting, index) => ({ ...posting, held: after[index], key: `${journalId} ${index}`, index }))
    .map(({ key, index, debit, credit, amount, currency, held }) => (
      <tr key={key} className={isOff ? "order-posting-off" : undefined}>
        <td className="ch-mono order-dim">{index === 0 ? code : ""}</td>
        <td>
          {index === 0 ? (
            <span className="order-two">
              <span>{LedgerEvent.memberOf(event)?.text[locale] ?? event}</span>
              <small>
                <TimeCell value={postedAt} isClockOnly />
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
    ));
}
