import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { isSent, toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import "./rate.css";
import { type FilePreview, joinPreviews, type PreviewRow, partsOf } from "./rate.file.policy.ts";

const fileMaxMb = 20;
const pollEvery = 1_000;
const shownRows = 200;

interface ChosenFile {
  readonly parts: ReturnType<typeof partsOf>;
  readonly preview: FilePreview;
}

/** Takes the central bank's file: checks it, shows what it would change, and imports it in the background. */
export function RateImport({ onClose }: { onClose(): void }) {
  const { text } = useWords(sysRateMessages);
  const { close } = useUiWords();
  const [file, setFile] = useState<ChosenFile>();
  const [runId, setRunId] = useState<string>();
  const { send, isSending } = useSendParts(setRunId, onClose);
  const count = file ? file.preview.added + file.preview.corrected : 0;
  const foot = (
    <>
      <Button onClick={onClose}>{close}</Button>
      {file && !runId && count > 0 && (
        <Button type="primary" loading={isSending} onClick={() => void send(file.parts)}>
          {fill(text.startImport, { count: count.toLocaleString("en-US") })}
        </Button>
      )}
    </>
  );
  return (
    <FormFrame kind="modal" title={text.importTitle} foot={foot} onClose={onClose}>
      <div className="rate-import">
        {runId ? (
          <ImportProgress runId={runId} />
        ) : (
          <>
            <p>{text.importIntro}</p>
            <FileChoice onChosen={setFile} />
            {file && <PreviewTable preview={file.preview} />}
          </>
        )}
      </div>
    </FormFrame>
  );
}

function useSendParts(onStarted: (runId: string) => void, onSent: () => void) {
  const { run, isRunning } = useOperation(sysRate, "import", { success: null });
  const send = async (parts: ChosenFile["parts"]) => {
    try {
      let runId: string | null = null;
      for (const [index, { text }] of parts.entries()) {
        const started: { runId: string } = await run({ part: index + 1, parts: parts.length, runId, text });
        runId = started.runId;
      }
      if (runId) onStarted(runId);
    } catch (error) {
      // It waits for somebody else, and whoever sent it was told where.
      if (isSent(error)) return onSent();
      toastFailure(error);
    }
  };
  return { send, isSending: isRunning };
}

function FileChoice({ onChosen }: { onChosen(file: ChosenFile | undefined): void }) {
  const { text } = useWords(sysRateMessages);
  const picker = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    onChosen(undefined);
    if (file.size > fileMaxMb * 1_048_576) return setState(fill(text.fileTooLarge, { limit: fileMaxMb }));
    setState(text.checking);
    try {
      const parts = partsOf(await file.text());
      const answers = [];
      for (const part of parts)
        answers.push({ preview: await call(sysRate, "preview", { text: part.text }), firstLine: part.firstLine });
      onChosen({ parts, preview: joinPreviews(answers) });
      setState(file.name);
    } catch (error) {
      setState(undefined);
      toastFailure(error);
    }
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={text.chooseFile}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // The same file can be chosen again after it was mended.
          event.target.value = "";
        }}
      />
      <Button icon={<FileUp size={16} aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {text.chooseFile}
      </Button>
      <span role="status">{state}</span>
    </>
  );
}

const isWorthShowing = ({ added, corrected, problem }: PreviewRow): boolean =>
  added + corrected > 0 || problem !== null;

/** What a file would change, row by row. */
export function PreviewTable({ preview }: { readonly preview: FilePreview }) {
  const { text } = useWords(sysRateMessages);
  const { listSeparator } = useWords(platformMessages).words;
  const worth = preview.rows.filter(isWorthShowing);
  return (
    <>
      <p>{fill(text.summary, { ...preview, rows: preview.rows.length })}</p>
      {preview.ignored.length > 0 && <p>{fill(text.ignored, { currencies: preview.ignored.join(listSeparator) })}</p>}
      {worth.length === 0 && <p>{text.nothingNew}</p>}
      {worth.length > shownRows && <p>{fill(text.rowsShown, { count: shownRows })}</p>}
      {worth.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="rate-scroll" tabIndex={0} aria-label={text.result}>
          <table>
            <thead>
              <tr>
                {[text.line, text.day, text.added, text.corrected, text.unchangedRates, text.missing, text.result].map(
                  (title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {worth.slice(0, shownRows).map((row) => (
                <PreviewLine key={row.line} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function PreviewLine({ row }: { readonly row: PreviewRow }) {
  const { text } = useWords(sysRateMessages);
  return (
    <tr>
      <td className="rate-figure">{row.line}</td>
      <td>{row.day ?? "–"}</td>
      <td className="rate-figure">{row.added}</td>
      <td className="rate-figure">{row.corrected}</td>
      <td className="rate-figure">{row.unchanged}</td>
      <td className="rate-figure">{row.missing}</td>
      <td>
        {row.problem ? (
          <StatusChip text={text[row.problem]} tone="danger" />
        ) : (
          <StatusChip text={text.ok} tone="success" />
        )}
      </td>
    </tr>
  );
}

function ImportProgress({ runId }: { readonly runId: string }) {
  const { text } = useWords(sysRateMessages);
  const { cancel: cancelLabel } = useWords(pagesMessages);
  const cancel = useOperation(sysJobRun, "cancel");
  const client = useQueryClient();
  const { data: job } = useQuery({
    queryKey: [sysJobRun.name, "detail", runId],
    queryFn: ({ signal }) => call(sysJobRun, "detail", { id: runId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === "waiting" || state.data?.state === "running" || !state.data ? pollEvery : false,
  });
  const isEnded = job !== undefined && job.state !== "waiting" && job.state !== "running";
  useEffect(() => {
    if (isEnded) void client.invalidateQueries({ queryKey: [sysRate.name] });
  }, [client, isEnded]);
  const { progress = 0, rows = 0, state = "waiting", error = null } = job ?? {};
  const said = {
    waiting: text.importWaiting,
    running: fill(text.importing, { progress }),
    done: fill(text.importDone, { rows: (rows ?? 0).toLocaleString("en-US") }),
    failed: error ?? text.importFailed,
    cancelled: text.importCancelled,
  }[state];
  return (
    <p className="rate-progress" role="status">
      {!isEnded && <progress className="ch-progress" max={100} value={progress} aria-label={text.importTitle} />}
      <span className={state === "failed" ? "ch-field-error" : undefined}>{said}</span>
      {!isEnded && (
        <Button size="small" loading={cancel.isRunning} onClick={() => void cancel.attempt({ id: runId })}>
          {cancelLabel}
        </Button>
      )}
    </p>
  );
}
