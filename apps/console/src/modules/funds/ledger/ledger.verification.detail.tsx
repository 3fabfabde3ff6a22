import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { type InvariantViolation, ledger, type Verification } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { LedgerLaw, VerificationStatus } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { Button } from "antd";
import { useEffect } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { onServerEvent } from "../../../platform/api/events.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./ledger.css";

/** Progress is looked at this often while a verification runs, in ms. */
const lookEvery = 2_000;

/** The looks over the books, the newest first, and the button for another one. */
export function Verifications() {
  const { actions, text } = useWords(ledgerMessages);
  const answer = useAnswer(ledger, "verificationPage", {});
  const { data, refetch } = answer;
  const { attempt, isRunning } = useOperation(ledger, "verify", { success: text.verifyAsked });
  const isUnderWay = data?.some(({ status }) => status === "waiting" || status === "running") ?? false;
  useEffect(() => onServerEvent("ledger.verified", () => void refetch()), [refetch]);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => void refetch(), lookEvery);
    return () => clearInterval(timer);
  }, [isUnderWay, refetch]);
  return (
    <>
      <div className="ledger-bar">
        <p className="ledger-intro">{text.verifyIntro}</p>
        <Allowed need="ledger:verify">
          <Button type="primary" loading={isRunning} disabled={isUnderWay} onClick={() => void attempt({})}>
            {actions.verify}
          </Button>
        </Allowed>
      </div>
      <Answered answer={answer}>
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState title={text.noVerifications} />
          ) : (
            runs.map((run) => <Run key={run.id} run={run} />)
          )
        }
      </Answered>
    </>
  );
}

function Run({ run }: { readonly run: Verification }) {
  const { fields, text } = useWords(ledgerMessages);
  const locale = useLocale();
  const state = VerificationStatus.memberOf(run.status);
  const figures = [
    [fields.books, run.books],
    [fields.journals, run.journals],
    [fields.postings, run.postings],
    [fields.seals, run.seals],
    [fields.heads, run.heads],
  ] as const;
  return (
    <section className="ch-card ledger-run">
      <header className="ledger-run-head">
        {state && <StatusChip text={state.text[locale]} tone={state.tone} shape={state.shape} />}
        {run.violationCount > 0 && <strong>{fill(text.found, { count: run.violationCount })}</strong>}
        <TimeCell value={run.finishedAt ?? run.startedAt ?? run.createdAt} />
        <span className="ledger-quiet">{run.startedBy}</span>
      </header>
      <dl className="ledger-run-figures">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
      {run.violations.length > 0 && <Mismatches violations={run.violations} />}
    </section>
  );
}

/** What did not add up, row by row. */
export function Mismatches({ violations }: Pick<Verification, "violations">) {
  const { fields, text } = useWords(ledgerMessages);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="ledger-scroll" tabIndex={0} aria-label={fields.violationCount}>
      <table>
        <thead>
          <tr>
            {[text.law, fields.merchantId, text.row, text.column, text.expected, text.foundValue].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {violations.map((one) => (
            <Mismatch
              key={`${one.law} ${one.merchantId} ${one.mode} ${one.table} ${one.key} ${one.column} ${one.place}`}
              one={one}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Mismatch({ one }: { readonly one: InvariantViolation }) {
  const { text } = useWords(ledgerMessages);
  const locale = useLocale();
  return (
    <tr>
      <td>{LedgerLaw.memberOf(one.law)?.text[locale] ?? one.law}</td>
      <td>{one.merchantId === null ? nothing : <IdCell value={one.merchantId} />}</td>
      <td className="ch-mono">
        {one.table} {one.key}
        {one.place !== null && <div>{one.place}</div>}
      </td>
      <td className={one.column === null ? undefined : "ch-mono"}>{one.column ?? text.wholeRow}</td>
      <td className="ch-mono">{one.expected ?? nothing}</td>
      <td className="ch-mono">{one.found ?? nothing}</td>
    </tr>
  );
}

/** Stands where there is nothing. */
const nothing = "–";
