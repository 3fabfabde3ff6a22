import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { type Journal, ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { IdCell, middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { AccountName } from "../../../platform/payments/account-name.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { Amount, orderNumberIn, shortDescription } from "./ledger.words.part.tsx";
import "./ledger.css";

const facts = [
  "description",
  "merchantName",
  "mode",
  "effectiveDate",
  "postedAt",
  "seq",
  "eventId",
  "part",
  "operatorName",
  "reversalOf",
] as const;

type Detail = ResultOf<(typeof ledger.operations)["journal"]>;

/** A journal beside the list. */
export const JournalDetail = ({ row }: { readonly row: Journal }) => (
  <JournalCard merchantId={row.merchantId} id={row.id} />
);

interface JournalCardProps {
  readonly merchantId: string;
  readonly id: string;
}

/** A journal: what it says, both sides of its postings, its seal, and the order it leads to. */
export function JournalCard({ merchantId, id }: JournalCardProps) {
  const answer = useAnswer(ledger, "journal", { merchantId, id });
  return <Answered answer={answer}>{(data) => <JournalFacts journal={data} />}</Answered>;
}

function JournalFacts({ journal }: { readonly journal: Detail }) {
  const { text } = useWords(ledgerMessages);
  const description = shortDescription(journal.description);
  const told = facts.filter((name) => journal[name] !== null && journal[name] !== "");
  return (
    <>
      <RecordFacts resource={ledger} of={{ ...journal, description }} fields={told} />
      {journal.orderId && (
        <p className="ledger-onward">
          <OrderLink orderId={journal.orderId} description={journal.description} />
        </p>
      )}
      <section>
        <h3 className="ch-section-title">{text.legs}</h3>
        <JournalLegs legs={journal.legs} />
      </section>
      <JournalSeal journal={journal} />
    </>
  );
}

interface OrderLinkProps {
  readonly orderId: string;
  /** Where it names the order's number, that is shown. */
  readonly description: string;
}

/** Leads to the order that money belongs to. */
export function OrderLink({ orderId, description }: OrderLinkProps) {
  const { text } = useWords(ledgerMessages);
  return (
    <Link to={`/trade/order/${encodeURIComponent(orderId)}`} className="ch-link">
      {text.toOrder} <span className="ch-mono">{orderNumberIn(description) ?? middleCut(orderId)}</span>
    </Link>
  );
}

interface LegsProps {
  readonly legs: Detail["legs"];
}

/**
 * The postings of a journal, debit and credit apart, with what each account held after them: a table, or one below the
 * other where there is no room for its width.
 */
export const JournalLegs = ({ legs }: LegsProps) => (usePhone() ? <LegCards legs={legs} /> : <LegTable legs={legs} />);

function LegTable({ legs }: LegsProps) {
  const { fields, text } = useWords(ledgerMessages);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="ledger-scroll" tabIndex={0} aria-label={text.legs}>
      <table>
        <thead>
          <tr>
            <th scope="col">{fields.accountCode}</th>
            <th scope="col" className="ledger-figure">
              {text.debit}
            </th>
            <th scope="col" className="ledger-figure">
              {text.credit}
            </th>
            <th scope="col" className="ledger-figure">
              {fields.balanceAfter}
            </th>
          </tr>
        </thead>
        <tbody>
          {legs.map(({ line, accountCode, direction, amount, currency, balanceAfter }) => {
            const figure = <Amount value={amount} currency={currency} />;
            return (
              <tr key={`${line} ${direction}`}>
                <td>
                  <AccountName code={accountCode} />
                </td>
                <td className="ledger-figure">{direction === "debit" && figure}</td>
                <td className="ledger-figure">{direction === "credit" && figure}</td>
                <td className="ledger-figure">
                  <Amount value={balanceAfter} currency={currency} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The postings one below the other, each with its side and its figures named. */
function LegCards({ legs }: LegsProps) {
  const { fields, text } = useWords(ledgerMessages);
  return (
    <ol className="ledger-legs" aria-label={text.legs}>
      {legs.map(({ line, accountCode, direction, amount, currency, balanceAfter }) => (
        <li key={`${line} ${direction}`}>
          <AccountName code={accountCode} />
          <dl className="ch-pairs">
            <dt>{text[direction]}</dt>
            <dd>
              <Amount value={amount} currency={currency} />
            </dd>
            <dt>{fields.balanceAfter}</dt>
            <dd>
              <Amount value={balanceAfter} currency={currency} />
            </dd>
          </dl>
        </li>
      ))}
    </ol>
  );
}

function JournalSeal({ journal: { hash, prevHash, reversedBy } }: { readonly journal: Detail }) {
  const { fields, text } = useWords(ledgerMessages);
  const undone = reversedBy
    ? [{ key: "reversedBy", label: fields.reversedBy, value: <IdCell value={reversedBy} /> }]
    : [];
  const links =
    hash && prevHash
      ? [
          { key: "hash", label: fields.hash, value: <IdCell value={hash} /> },
          { key: "prevHash", label: fields.prevHash, value: <IdCell value={prevHash} /> },
        ]
      : [{ key: "unsealed", label: fields.hash, value: text.unsealed, isWide: true }];
  return (
    <section>
      <h3 className="ch-section-title">{text.seal}</h3>
      <Facts facts={[...undone, ...links]} />
    </section>
  );
}
