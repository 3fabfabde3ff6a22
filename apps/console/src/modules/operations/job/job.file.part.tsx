import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { type JobDetail, sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { JobRecords } from "./job.records.part.tsx";
import { JobTriggers } from "./job.triggers.part.tsx";

const forms = () => import("./job.form.tsx");

/** A job beside the list: what it is, what starts it, and how it went. */
export function JobFile({ job }: { readonly job: JobDetail }) {
  const { fields, text } = useWords(sysJobMessages);
  const time = (value: string | null) => (value ? <TimeCell value={value} /> : "–");
  return (
    <div className="job-file">
      <JobButtons job={job} />
      <Facts
        facts={[
          { key: "jobId", label: fields.jobId, value: job.jobId },
          { key: "groupName", label: fields.groupName, value: job.groupName },
          { key: "lastRun", label: fields.lastRun, value: time(job.lastRun) },
          { key: "nextRun", label: fields.nextRun, value: time(job.nextRun) },
          { key: "waiting", label: fields.waiting, value: job.waiting },
          { key: "failed", label: fields.failed, value: job.failed },
          ...(job.isPaused
            ? [
                { key: "pauseUserName", label: fields.pauseUserName, value: job.pauseUserName },
                { key: "pauseTime", label: fields.pauseTime, value: time(job.pauseTime) },
              ]
            : []),
          { key: "description", label: fields.description, value: job.description ?? "–", isWide: true },
        ]}
      />
      <JobTriggers job={job} />
      <Allowed need="sysJob:pageJobTriggerRecord">
        <section aria-label={fill(text.history, { name: job.title })}>
          <h3 className="ch-section-title">{fill(text.history, { name: job.title })}</h3>
          <JobRecords jobId={job.jobId} />
        </section>
      </Allowed>
    </div>
  );
}

function JobButtons({ job: { jobId, title, isPaused, groupName, description } }: { readonly job: JobDetail }) {
  const { actions, text } = useWords(sysJobMessages);
  const run = useOperation(sysJob, "runJob");
  const pause = useOperation(sysJob, "pauseJob");
  const start = useOperation(sysJob, "startJob");
  const { ask, dialog } = useConfirm();
  const [isEdited, setIsEdited] = useState(false);
  const asked = async (question: string, label: string, isDangerous: boolean) =>
    ask({ title: label, text: fill(question, { name: title }), confirm: label, isDangerous });
  const runNow = async () => {
    if (await asked(text.runQuestion, actions.runJob, false)) await run.attempt({ jobId });
  };
  const rest = async () => {
    if (await asked(text.pauseQuestion, actions.pauseJob, true)) await pause.attempt({ jobId });
  };
  const row = { jobId, groupName, description };
  return (
    <div className="job-tools">
      <Allowed need="sysJob:runJob">
        <Button type="primary" loading={run.isRunning} onClick={() => void runNow()}>
          {actions.runJob}
        </Button>
      </Allowed>
      {isPaused ? (
        <Allowed need="sysJob:startJob">
          <Button loading={start.isRunning} onClick={() => void start.attempt({ jobId })}>
            {actions.startJob}
          </Button>
        </Allowed>
      ) : (
        <Allowed need="sysJob:pauseJob">
          <Button danger loading={pause.isRunning} onClick={() => void rest()}>
            {actions.pauseJob}
          </Button>
        </Allowed>
      )}
      <Allowed need="sysJob:updateJobDetail">
        <Button onClick={() => setIsEdited(true)}>{actions.updateJobDetail}</Button>
      </Allowed>
      {isEdited && (
        <ActionForm
          resource={sysJob}
          operation="updateJobDetail"
          forms={forms}
          record={row}
          plain={null}
          onClose={() => setIsEdited(false)}
        />
      )}
      {dialog}
    </div>
  );
}
