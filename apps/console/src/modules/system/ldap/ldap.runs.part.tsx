import { sysLdapMessages } from "@countinghouse/contract/system/ldap/ldap.messages.ts";
import { type LdapRun, sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { LdapKind, LdapVerdict } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const renewEveryMs = 3_000;

/** The last synchronisations of a directory, the latest first. */
export function LdapRuns({ id }: { readonly id: number }) {
  const { actions, text } = useWords(sysLdapMessages);
  const answer = useAnswer(sysLdap, "runs", { id }, { everyMs: renewEveryMs });
  return (
    <section>
      <h3 className="ch-section-title">{actions.runs}</h3>
      <Answered answer={answer}>
        {(runs) =>
          runs.length === 0 ? (
            <p className="ch-lines-muted">{text.noRuns}</p>
          ) : (
            <ol className="ldap-runs">
              {runs.map((run) => (
                <Run key={run.id} run={run} />
              ))}
            </ol>
          )
        }
      </Answered>
    </section>
  );
}

const counted = ["added", "linked", "changed", "disabled", "skipped"] as const;

function Run({ run }: { readonly run: LdapRun }) {
  const { fields, text } = useWords(sysLdapMessages);
  const counts = counted.filter((name) => run[name] > 0).map((name) => `${fields[name]} ${run[name]}`);
  const isTold = run.verdict !== "ok" && run.verdict !== "running";
  return (
    <li>
      <p className="ldap-line">
        <ChipOf enumeration={LdapVerdict} value={run.verdict} />
        <ChipOf enumeration={LdapKind} value={run.kind} isFlat />
        <TimeCell value={run.startTime} />
        <span className="ch-lines-muted">{run.startUserName ?? text.bySchedule}</span>
        {counts.length > 0 && <span>{counts.join(" · ")}</span>}
      </p>
      {isTold && <p>{run.message}</p>}
      {isTold && run.detail && <p className="ch-lines-muted">{run.detail}</p>}
    </li>
  );
}
