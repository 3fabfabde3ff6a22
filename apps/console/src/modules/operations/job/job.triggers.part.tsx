import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import {
  type JobDetail,
  type JobTrigger,
  JobTriggerStatus,
  JobTriggerType,
  sysJob,
} from "@countinghouse/contract/operations/job/job.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";

const forms = () => import("./job.form.tsx");

/** What starts a job: the product's own lines, and what operators added, which they change here. */
export function JobTriggers({ job }: { readonly job: JobDetail }) {
  const { actions, fields, text } = useWords(sysJobMessages);
  const timeZone = useTimeZone();
  const [edited, setEdited] = useState<object>();
  const isNew = edited !== undefined && !("id" in edited);
  return (
    <section aria-label={fields.schedules}>
      <div className="job-tools">
        <h3 className="ch-section-title">{fields.schedules}</h3>
        <span className="ch-grow" />
        <Allowed need="sysJob:addJobTrigger">
          <Button size="small" onClick={() => setEdited({ jobId: job.jobId, type: "cron", timeZone })}>
            {actions.addJobTrigger}
          </Button>
        </Allowed>
      </div>
      <p className="job-pulse">{text.minuteSteps}</p>
      {job.triggers.length === 0 ? <p className="job-empty">{text.noTriggers}</p> : null}
      <ul className="job-triggers">
        {job.triggers.map((trigger) => (
          <Trigger key={trigger.id ?? trigger.cron} trigger={trigger} job={job} onEdit={() => setEdited(trigger)} />
        ))}
      </ul>
      {edited && (
        <ActionForm
          resource={sysJob}
          operation={isNew ? "addJobTrigger" : "updateJobTrigger"}
          forms={forms}
          record={edited as never}
          plain={null}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

interface TriggerProps<T = JobTrigger> {
  readonly trigger: T;
  readonly job: JobDetail;
  onEdit(): void;
}

function Trigger({ trigger, job, onEdit }: TriggerProps) {
  const { fields, text } = useWords(sysJobMessages);
  const locale = useLocale();
  const { id, status, type, cron, timeZone, intervalSeconds, runAt, triggerId, description, nextRun } = trigger;
  const shown = JobTriggerStatus.members.find(({ value }) => value === status);
  const kind = JobTriggerType.members.find(({ value }) => value === type)?.text[locale];
  return (
    <li>
      <div className="job-trigger-head">
        <strong>{id === null ? text.builtIn : triggerId}</strong>
        {shown && <StatusChip text={shown.text[locale]} tone={shown.tone} shape={shown.shape} isFlat />}
        <span className="ch-grow" />
        {id === null ? null : <TriggerButtons trigger={{ ...trigger, id }} job={job} onEdit={onEdit} />}
      </div>
      <div>
        {kind} {cron ? <span className="ch-mono">{cron}</span> : null}
        {intervalSeconds ? `${fields.intervalSeconds} ${intervalSeconds}` : null}
        {runAt ? <TimeCell value={runAt} /> : null} <span className="job-quiet">{timeZone}</span>
      </div>
      {description ? <div>{description}</div> : null}
      <div className="job-quiet">
        {fields.nextRun} {nextRun ? <TimeCell value={nextRun} /> : "–"}
        {id === null ? null : ` · ${fields.numberOfRuns} ${trigger.numberOfRuns}`}
      </div>
    </li>
  );
}

function TriggerButtons({ trigger, job, onEdit }: TriggerProps<JobTrigger & { readonly id: number }>) {
  const { actions, text } = useWords(sysJobMessages);
  const { id, version, status, triggerId } = trigger;
  const pause = useOperation(sysJob, "pauseTrigger");
  const start = useOperation(sysJob, "startTrigger");
  const removal = useOperation(sysJob, "deleteJobTrigger");
  const { ask, dialog } = useConfirm();
  const remove = async () => {
    const label = actions.deleteJobTrigger;
    const question = fill(text.deleteQuestion, { trigger: triggerId, name: job.title });
    if (await ask({ title: label, text: question, confirm: label, isDangerous: true }))
      await removal.attempt({ id, version });
  };
  return (
    <>
      {status === "ready" && (
        <Allowed need="sysJob:pauseTrigger">
          <button type="button" className="ch-btn-link" onClick={() => void pause.attempt({ id })}>
            {actions.pauseTrigger}
          </button>
        </Allowed>
      )}
      {status === "paused" && (
        <Allowed need="sysJob:startTrigger">
          <button type="button" className="ch-btn-link" onClick={() => void start.attempt({ id })}>
            {actions.startTrigger}
          </button>
        </Allowed>
      )}
      <Allowed need="sysJob:updateJobTrigger">
        <button type="button" className="ch-btn-link" onClick={onEdit}>
          {actions.updateJobTrigger}
        </button>
      </Allowed>
      <Allowed need="sysJob:deleteJobTrigger">
        <button type="button" className="ch-btn-link" onClick={() => void remove()}>
          {actions.deleteJobTrigger}
        </button>
      </Allowed>
      {dialog}
    </>
  );
}
