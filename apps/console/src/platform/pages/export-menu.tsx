import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { type JobRun, jobTopic, sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { zoneOffset } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Popover } from "antd";
import { Upload, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { download } from "../api/download.ts";
import { onServerEvent } from "../api/events.ts";
import { toastFailure, useOperation } from "../api/use-operation.ts";
import { downloadsPath } from "../downloads/use-my-jobs.ts";
import { useWords } from "../i18n/use-words.ts";
import { sessionMemory } from "../state/local.ts";
import { pagesMessages } from "./pages.messages.ts";

/** The event stream usually tells sooner; asking is for when it is cut. Milliseconds. */
const pollEvery = 2_000;

interface ExportMenuProps {
  readonly resource: Resource;
  /** Fields of the shown columns, in their order. */
  readonly columns: readonly string[];
  /** Every field that the reader may have, those shown first. */
  readonly all: readonly string[];
  /** The list's input: the export holds the same rows. */
  readonly filter: object;
}

/** Exports a list as a job of the server and follows it, also after the page was loaded anew. */
export function ExportMenu(props: ExportMenuProps) {
  const { resource } = props;
  const words = useWords(pagesMessages);
  const memoryKey = `export:${resource.name}`;
  const [jobId, setJobId] = useState(() => sessionMemory.read<string>(memoryKey));
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = usePhone();
  const follow = (id: string | undefined) => {
    sessionMemory.write(memoryKey, id);
    setJobId(id);
  };
  const start = (id: string) => {
    follow(id);
    setIsOpen(false);
  };
  return (
    <>
      {jobId && <ExportProgress jobId={jobId} onClose={() => follow(undefined)} />}
      <Popover
        trigger="click"
        // Below its middle, it is moved to where the screen has room.
        placement={isPhone ? "bottom" : "bottomRight"}
        arrow={false}
        destroyOnHidden
        open={isOpen}
        onOpenChange={setIsOpen}
        content={<ExportStart {...props} onStarted={start} />}
      >
        <Button icon={<Upload size={16} aria-hidden="true" />}>{words.exportTitle}</Button>
      </Popover>
    </>
  );
}

const formats = ["csv", "xlsx"] as const;

function ExportStart({
  resource,
  columns,
  all,
  filter,
  onStarted,
}: ExportMenuProps & { onStarted(jobId: string): void }) {
  const words = useWords(pagesMessages);
  const timeZone = useTimeZone();
  const [format, setFormat] = useState<(typeof formats)[number]>("csv");
  const [isWhole, setIsWhole] = useState(columns.length === 0);
  const { run, isRunning } = useOperation(resource, "export", { success: null, alsoChanges: [sysJobRun] });
  const start = async () => {
    const result = await run({ format, columns: isWhole ? all : columns, timeZone, filter } as never);
    onStarted((result as { jobId: string }).jobId);
  };
  const [failure, setFailure] = useState<string>();
  return (
    <div className="ch-export">
      <fieldset className="ch-filter-choices">
        <legend className="ch-sr">{words.exportTitle}</legend>
        {formats.map((one) => (
          <label key={one} className="ch-choice">
            <input type="radio" name="export-format" checked={format === one} onChange={() => setFormat(one)} />
            {one === "csv" ? words.exportCsv : words.exportXlsx}
          </label>
        ))}
      </fieldset>
      <fieldset className="ch-filter-choices">
        <legend>{words.exportColumns}</legend>
        {[false, true].map((whole) => (
          <label key={String(whole)} className="ch-choice">
            <input
              type="radio"
              name="export-columns"
              checked={isWhole === whole}
              disabled={!whole && columns.length === 0}
              onChange={() => setIsWhole(whole)}
            />
            {fill(whole ? words.exportAll : words.exportShown, { count: (whole ? all : columns).length })}
          </label>
        ))}
      </fieldset>
      <p className="ch-export-warning">{words.exportWarning}</p>
      <p>{fill(words.exportZone, { zone: `${timeZone} (${zoneOffset(timeZone, Date.now())})` })}</p>
      {failure && (
        <p className="ch-field-error" role="alert">
          {failure}
        </p>
      )}
      <Button
        type="primary"
        block
        loading={isRunning}
        onClick={() => start().catch((error: Error) => setFailure(error.message))}
      >
        {words.exportStart}
      </Button>
      <Link to={downloadsPath}>{words.exportElsewhere}</Link>
    </div>
  );
}

function ExportProgress({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const words = useWords(pagesMessages);
  const ui = useUiWords();
  const { job, isLost } = useJob(jobId);
  const cancel = useOperation(sysJobRun, "cancel");
  useEffect(() => {
    // The run is gone or another's: nothing is left to follow.
    if (isLost) onClose();
  }, [isLost, onClose]);
  if (!job) return null;
  const isGoing = job.state === "waiting" || job.state === "running";
  const fetchFile = () => download(sysJobRun, "download", { id: job.id }, job.fileName ?? job.id).catch(toastFailure);
  return (
    <span className="ch-export-job" role="status" title={isGoing ? words.exportSurvives : undefined}>
      {isGoing && <progress className="ch-progress" max={100} value={job.progress} aria-label={words.exportTitle} />}
      <span className={job.state === "failed" ? "ch-field-error" : undefined}>{jobText(job, words)}</span>
      {job.state === "done" && (
        <button type="button" className="ch-btn-link" onClick={() => void fetchFile()}>
          {words.download}
        </button>
      )}
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={isGoing ? words.cancel : ui.close}
        title={isGoing ? words.cancel : ui.close}
        onClick={() => (isGoing ? void cancel.attempt({ id: job.id }) : onClose())}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

function jobText({ state, progress, rows, error }: JobRun, words: (typeof pagesMessages)["en"]): string {
  const texts: Readonly<Record<string, string | undefined>> = {
    waiting: words.exportWaiting,
    running: fill(words.exportRunning, { progress }),
    done: fill(words.exportDone, { rows: (rows ?? 0).toLocaleString("en-US") }),
    failed: error ?? words.exportFailed,
    cancelled: words.exportCancelled,
  };
  return texts[state] ?? state;
}

/** A run in the background, followed by the event stream and, in case that is cut, by asking. */
function useJob(jobId: string) {
  const client = useQueryClient();
  const { data: job, isError } = useQuery({
    queryKey: [sysJobRun.name, "detail", jobId],
    queryFn: ({ signal }) => call(sysJobRun, "detail", { id: jobId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === "waiting" || state.data?.state === "running" ? pollEvery : false,
  });
  useEffect(
    () =>
      onServerEvent(jobTopic, ({ payload }) => {
        const told = payload as JobRun | null;
        if (told?.id === jobId) client.setQueryData([sysJobRun.name, "detail", jobId], told);
      }),
    [client, jobId],
  );
  return { job, isLost: isError };
}
