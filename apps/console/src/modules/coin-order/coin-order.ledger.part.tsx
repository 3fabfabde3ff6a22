import { coinOrderMessages } from "@countinghouse/contract/coin-order/coin-order.messages.ts";
import { coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { LedgerEvent } from "@countinghouse/contract/ledger/ledger-enumerations.ts";
import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { effectOn } from "@countinghouse/ledger/balance.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { AccountName } from "../../platform/payments/account-name.tsx";
import { PickerState } from "../../platform/pickers/picker-state.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

type Explanation = ResultOf<(typeof coinOrder.operations)["explain"]>;
type Posting = Explanation["journals"][number]["postings"][number];

const wordOf = {
  captured: "lineCaptured",
  converted: "lineConverted",
  fee: "lineFee",
  tax: "lineTax",
  cost: "lineCost",
  passedOn: "linePassedOn",
  net: "lineNet",
} as const;

/** Every figure of the order down to its postings, with what the merchant's pending account holds of it after each. */
export function OrderLedger({ id, merchantId }: { readonly id: string; readonly merchantId: string }) {
  const { actions, text } = useWords(coinOrderMessages);
  const { data, error, isPending, refetch } = useAnswer(coinOrder, "explain", { id });
  return (
    <section className="ch-card order-card">
      <header className="order-card-head">
        <h2>{actions.explain}</h2>
        <span className="ch-grow" />
        {data && data.journals.length > 0 ? <Balanced journals={data.journals} /> : null}
      </header>
      <PickerState isLoading={isPending} error={data ? null : error} onRetry={() => void refetch()}>
        {data && data.journals.length === 0 ? <p className="order-none">{text.noPostings}</p> : null}
        {data && data.journals.length > 0 ? <Lines lines={data.lines} /> : null}
        {data && data.journals.length > 0 ? <Postings journals={data.journals} merchantId={merchantId} /> : null}
      </PickerState>
    </section>
  );
}

/** Whether debits equal credits, counted anew from what is shown. */
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

function Lines({ lines }: Pick<Explanation, "lines">) {
  const { text } = useWords(coinOrderMessages);
  return (
    <dl className="order-lines">
      {lines.map(({ kind, amount, currency }) => (
        <div key={`${kind} ${currency}`} className={kind === "net" ? "order-line-net" : undefined}>
          <dt>{text[wordOf[kind]]}</dt>
          <dd>
            <MoneyCell amount={fromWire(amount, currency)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PostingsProps extends Pick<Explanation, "journals"> {
  readonly merchantId: string;
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

function Postings({ journals, merchantId }: PostingsProps) {
  const screen = useWords(orderScreenMessages);
  const locale = useLocale();
  const rows = journals.flatMap((journal) =>
    journal.postings.map((posting, index) => ({
      journal,
      posting,
      isFirst: index === 0,
      key: `${journal.journalId} ${index}`,
    })),
  );
  const after = pendingAfter(
    rows.map(({ posting }) => posting),
    merchantId,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="order-scroll" tabIndex={0} aria-label={screen.postings}>
      <table className="order-table">
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col">{screen.event}</th>
            <th scope="col">{screen.debit}</th>
            <th scope="col">{screen.credit}</th>
            <th scope="col" className="order-figure">
              {screen.amount}
            </th>
            <th scope="col" className="order-figure">
              {screen.pendingAfter}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ journal, posting, isFirst, key }, index) => {
            const held = after[index];
            return (
              <tr key={key} className={isFirst ? "order-journal" : undefined}>
                <td className="ch-mono order-dim">{isFirst ? journal.event : ""}</td>
                <td>
                  {isFirst ? (
                    <span className="order-two">
                      <span>{LedgerEvent.memberOf(journal.event)?.text[locale] ?? journal.event}</span>
                      <small>
                        <TimeCell value={journal.postedAt} isClockOnly />
                      </small>
                    </span>
                  ) : null}
                </td>
                <td>
                  <AccountName code={posting.debit} />
                </td>
                <td>
                  <AccountName code={posting.credit} />
                </td>
                <td className="order-figure">
                  <MoneyCell amount={fromWire(posting.amount, posting.currency)} />
                </td>
                <td className="order-figure order-strong">
                  {held ? <MoneyCell amount={held} /> : <span className="order-dim">–</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
