import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { type JobRecord, sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { StateChip, tookIn } from "./job.columns.part.tsx";

const renewEveryMs = 5_000;

/** How a job went, newest first, with what it said. */
export function JobRecords({ jobId }: { readonly jobId: string }) {
  const { text } = useWords(sysJobMessages);
  const [page, setPage] = useState(1);
  const answer = useAnswer(sysJob, "pageJobTriggerRecord", { jobId, page }, { everyMs: renewEveryMs });
  return (
    <Answered answer={answer}>
      {({ items, hasNextPage }) => (
        <>
          {items.length === 0 ? <p className="job-empty">{text.noHistory}</p> : null}
          <ol className="job-records">
            {items.map((one) => (
              <Run key={one.id} run={one} />
            ))}
          </ol>
          <div className="job-tools">
            <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {text.later}
            </Button>
            <Button size="small" disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
              {text.earlier}
            </Button>
          </div>
        </>
      )}
    </Answered>
  );
}

function Run({ run: { state, createdAt, startedAt, elapsed, triggerId, output } }: { readonly run: JobRecord }) {
  const { text } = useWords(sysJobMessages);
  const locale = useLocale();
  return (
    <li>
      <div className="job-trigger-head">
        <StateChip state={state} locale={locale} />
        <TimeCell value={startedAt ?? createdAt} />
        <span className="job-quiet">{tookIn(text, elapsed)}</span>
        {triggerId ? <span className="ch-mono">{triggerId}</span> : null}
      </div>
      {output.length > 0 ? <pre className="job-output">{output.join("\n")}</pre> : null}
    </li>
  );
}
