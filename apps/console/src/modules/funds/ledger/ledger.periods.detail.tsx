import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { type LedgerPeriod, ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { PeriodStatus } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./ledger.css";

/** The months of the books; nothing more is dated in those that are closed. */
export function Periods() {
  const { fields, text } = useWords(ledgerMessages);
  const [changed, setChanged] = useState<LedgerPeriod>();
  const answer = useAnswer(ledger, "periods", {});
  return (
    <>
      <p className="ledger-intro">{text.periodsIntro}</p>
      <Answered answer={answer}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title={text.noPeriods} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            <section className="ch-card ledger-scroll" tabIndex={0} aria-label={text.periodsTab}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{fields.month}</th>
                    <th scope="col">{fields.status}</th>
                    <th scope="col">{fields.updateTime}</th>
                    <th scope="col">{fields.updateUserName}</th>
                    <th scope="col" />
                  </tr>
                </thead>
                <tbody>
                  {data.map((period) => (
                    <PeriodRow key={period.month} period={period} onChange={() => setChanged(period)} />
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </Answered>
      {changed && (
        <RecordForm
          resource={ledger}
          operation={changed.status === "open" ? "closePeriod" : "openPeriod"}
          fields={[{ field: "reason", isWide: true }]}
          initial={{ month: changed.month }}
          onClose={() => setChanged(undefined)}
        />
      )}
    </>
  );
}

function PeriodRow({ period, onChange }: { readonly period: LedgerPeriod; onChange(): void }) {
  const { actions } = useWords(ledgerMessages);
  const locale = useLocale();
  const { month, status, updateTime, updateUserName } = period;
  const state = PeriodStatus.memberOf(status);
  const action = status === "open" ? "closePeriod" : "openPeriod";
  // The month that is still running cannot be closed.
  const isOver = month < new Date().toISOString().slice(0, 7);
  return (
    <tr>
      <td className="ch-mono">{month}</td>
      <td>{state && <StatusChip text={state.text[locale]} tone={state.tone} shape={state.shape} />}</td>
      <td>{updateTime ? <TimeCell value={updateTime} /> : <Unknown />}</td>
      <td>{updateUserName ?? <Unknown />}</td>
      <td className="ledger-figure">
        {isOver && (
          <Allowed need={`ledger:${action}`}>
            <Button size="small" onClick={onChange}>
              {actions[action]}
            </Button>
          </Allowed>
        )}
      </td>
    </tr>
  );
}
