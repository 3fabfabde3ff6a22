import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { type JobDetail, sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { DrawerPanel } from "@countinghouse/ui/layout/drawer-panel.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Button, Input } from "antd";
import { useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./job.css";

const JobFile = lazyPart(async () => (await import("./job.file.part.tsx")).JobFile);

const renewEveryMs = 10_000;

type Words = (typeof sysJobMessages)[Locale];

function jobColumns({ fields, text }: Words): Column<JobDetail>[] {
  return [
    {
      key: "title",
      title: fields.title,
      width: 260,
      isFlexible: true,
      pin: "left",
      cell: ({ title, jobId }) => <TwoLineCell first={title} second={title === jobId ? "" : jobId} />,
    },
    { key: "groupName", title: fields.groupName, width: 140, cell: ({ groupName }) => groupName },
    {
      key: "isPaused",
      title: fields.state,
      width: 120,
      cell: ({ isPaused, active, failed }) =>
        isPaused ? (
          <StatusChip text={text.paused} tone="warning" shape="hollow" />
        ) : (
          <span className={failed > 0 ? "job-count job-danger" : "job-quiet"}>
            {active > 0 ? fields.active : failed > 0 ? `${fields.failed} ${failed}` : "–"}
          </span>
        ),
    },
    { key: "lastRun", title: fields.lastRun, width: 168, cell: ({ lastRun }) => timeOf(lastRun) },
    { key: "nextRun", title: fields.nextRun, width: 168, cell: ({ nextRun }) => timeOf(nextRun) },
    {
      key: "triggers",
      title: fields.schedules,
      width: 220,
      cell: ({ triggers }) => (
        <span className="ch-cut">
          {triggers.map(({ cron, triggerId }) => cron ?? triggerId).join(", ") || text.noTriggers}
        </span>
      ),
    },
    { key: "description", title: fields.description, width: 220, cell: ({ description }) => description ?? "–" },
  ];
}

const timeOf = (value: string | null) =>
  value === null ? <span className="job-quiet">–</span> : <TimeCell value={value} />;

/** The jobs of the time table; one that is opened shows what starts it and how it went. */
export function JobList() {
  const words = useWords(sysJobMessages);
  const { fields, text } = words;
  const locale = useLocale();
  const [filter, setFilter] = useState({ jobId: "", groupName: "", description: "" });
  const [open, setOpen] = useState<string>();
  const { data, isPending, error, refetch } = useAnswer(sysJob, "pageJobDetail", useDeferredValue(filter), {
    everyMs: renewEveryMs,
  });
  const groups = useAnswer(sysJob, "listJobGroup", {});
  const columns = useMemo(() => jobColumns(words), [words]);
  const job = data?.find(({ jobId }) => jobId === open);
  const failure =
    error && !data ? { message: error.message, requestId: undefined, retry: () => void refetch() } : undefined;
  const type = (name: keyof typeof filter) => (value: string) => setFilter({ ...filter, [name]: value });
  return (
    <>
      <div className="job-tools">
        <Input
          allowClear
          aria-label={fields.title}
          placeholder={fields.title}
          value={filter.jobId}
          maxLength={64}
          onChange={({ target }) => type("jobId")(target.value)}
        />
        <PlainSelect
          label={fields.groupName}
          value={filter.groupName}
          choices={(groups.data ?? []).map((group) => ({ value: group, label: group }))}
          onChange={type("groupName")}
        />
        <Input
          allowClear
          aria-label={fields.description}
          placeholder={fields.description}
          value={filter.description}
          maxLength={128}
          onChange={({ target }) => type("description")(target.value)}
        />
        <span className="ch-grow" />
        <Allowed need="sysJob:board">
          <Link to="/platform/job/dashboard">{text.openBoard}</Link>
        </Allowed>
        <StartAll isIdle={!data?.some(({ isPaused }) => isPaused)} />
      </div>
      <div className="job-beside">
        <div className="ch-card job-table">
          <DataTable
            label={text.jobs}
            columns={columns}
            rows={data ?? []}
            rowKey={({ jobId }) => jobId}
            state={failure ? { kind: "failed", failure } : { kind: isPending ? "loading" : "ready" }}
            openKey={open}
            onOpen={({ jobId }) => setOpen(jobId)}
            empty={<p className="job-empty">{text.noJobs}</p>}
            height="rows"
          />
        </div>
        {job && (
          <DrawerPanel key={locale} label={job.title} width="wide" onClose={() => setOpen(undefined)}>
            <JobFile job={job} />
          </DrawerPanel>
        )}
      </div>
    </>
  );
}

function StartAll({ isIdle }: { readonly isIdle: boolean }) {
  const { actions, text } = useWords(sysJobMessages);
  const { attempt, isRunning } = useOperation(sysJob, "startAllJob");
  const { ask, dialog } = useConfirm();
  const start = async () => {
    const label = actions.startAllJob;
    if (await ask({ title: label, text: text.startAllQuestion, confirm: label })) await attempt({});
  };
  return (
    <Allowed need="sysJob:startAllJob">
      <Button disabled={isIdle} loading={isRunning} onClick={() => void start()}>
        {actions.startAllJob}
      </Button>
      {dialog}
    </Allowed>
  );
}
