import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { ledgerMessages } from "@countinghouse/contract/ledger/ledger.messages.ts";
import { type Journal, ledger } from "@countinghouse/contract/ledger/ledger.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../platform/pages/record-facts.tsx";
import { PickerState } from "../../platform/pickers/picker-state.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";
import "./ledger.css";

const facts = [
  "merchantName",
  "mode",
  "event",
  "effectiveDate",
  "postedAt",
  "seq",
  "orderId",
  "eventId",
  "part",
  "operatorName",
  "reversalOf",
] as const;

type Detail = ResultOf<(typeof ledger.operations)["journal"]>;

/** A journal with both sides of its postings and its seal. */
export function JournalDetail({ row }: { readonly row: Journal }) {
  const { text } = useWords(ledgerMessages);
  const { data, error, isPending, refetch } = useAnswer(ledger, "journal", { merchantId: row.merchantId, id: row.id });
  return (
    <>
      <RecordFacts resource={ledger} of={row} fields={facts} />
      <section>
        <h3 className="ch-section-title">{text.legs}</h3>
        <PickerState isLoading={isPending} error={data ? null : error} onRetry={() => void refetch()}>
          {data && <JournalLegs legs={data.legs} />}
        </PickerState>
      </section>
      {data && <JournalSeal detail={data} />}
    </>
  );
}

/** The postings of a journal, debit and credit side by side, with what each account held after them. */
function JournalLegs({ legs }: { readonly legs: Detail["legs"] }) {
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
            const figure = <MoneyCell amount={fromWire(amount, currency)} />;
            return (
              <tr key={`${line} ${direction}`}>
                <td className="ch-mono">{accountCode}</td>
                <td className="ledger-figure">{direction === "debit" && figure}</td>
                <td className="ledger-figure">{direction === "credit" && figure}</td>
                <td className="ledger-figure">
                  <MoneyCell amount={fromWire(balanceAfter, currency)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function JournalSeal({ detail: { hash, prevHash, reversedBy } }: { readonly detail: Detail }) {
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
