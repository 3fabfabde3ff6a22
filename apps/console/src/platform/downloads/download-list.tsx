import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { JobRunState, sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Button } from "antd";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { download } from "../api/download.ts";
import { toastFailure, useOperation } from "../api/use-operation.ts";
import { languageTags } from "../i18n/language.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import "./downloads.css";
import { sizeIn } from "../files/file-size.ts";
import { downloadsMessages } from "./downloads.messages.ts";
import { type ExportJob, type ImportJob, importKinds, isGoing, isImportGoing, useMyJobs } from "./use-my-jobs.ts";

/** An export or import with its section and time of request. */
interface Listed {
  readonly id: string;
  readonly section: "going" | "failed" | "ready" | "past";
  readonly at: string;
  readonly line: ReactNode;
}

const sections = ["going", "failed", "ready", "past"] as const;

const isKept = ({ state, expiresAt }: ExportJob): boolean =>
  state === "done" && expiresAt !== null && Date.parse(expiresAt) > Date.now();

function sectionOf(run: ExportJob): Listed["section"] {
  if (isGoing(run)) return "going";
  if (run.state === "failed") return "failed";
  return isKept(run) ? "ready" : "past";
}

const importSection = (one: ImportJob): Listed["section"] =>
  isImportGoing(one) ? "going" : one.status === "failed" ? "failed" : "past";

interface DownloadListProps {
  /** Maximum number; all by default. */
  readonly limit?: number;
}

/** A user's exports and imports: running, failed, available and past. */
export function DownloadList({ limit = Number.POSITIVE_INFINITY }: DownloadListProps) {
  const words = useWords(downloadsMessages);
  const { runs, imports, hasFailed, retry } = useMyJobs();
  if (hasFailed)
    return (
      <p className="ch-downloads-note" role="alert">
        {words.failed}{" "}
        <button type="button" className="ch-btn-link" onClick={retry}>
          {words.retry}
        </button>
      </p>
    );
  if (!runs) return null;
  const listed: Listed[] = [
    ...runs.map((run) => ({ id: run.id, section: sectionOf(run), at: run.createdAt, line: <RunLine run={run} /> })),
    ...imports.map((one) => ({
      id: one.id,
      section: importSection(one),
      at: one.createTime,
      line: <ImportLine one={one} />,
    })),
  ];
  if (listed.length === 0) return <p className="ch-downloads-note">{words.empty}</p>;
  const newest = listed
    .toSorted((a, b) => Number(b.section === "going") - Number(a.section === "going") || b.at.localeCompare(a.at))
    .slice(0, limit);
  return (
    <div className="ch-downloads">
      {sections.map((section) => {
        const own = newest.filter((one) => one.section === section);
        if (own.length === 0) return null;
        return (
          <section key={section}>
            <h3>
              {words.sections[section]}
              {section === "going" && <small>{words.goesOn}</small>}
              {section === "ready" && <small>{words.kept}</small>}
            </h3>
            <ul aria-label={words.sections[section]}>
              {own.map(({ id, line }) => (
                <li key={id}>{line}</li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function RunLine({ run }: { readonly run: ExportJob }) {
  const words = useWords(downloadsMessages);
  const locale = useLocale();
  const cancel = useOperation(sysJobRun, "cancel");
  const title = fill(words.export, { title: run.titles?.[locale] ?? run.kind });
  const name = isKept(run) ? (run.fileName ?? title) : title;
  const facts = useFacts(run);
  return (
    <>
      <div className="ch-downloads-head">
        <strong className="ch-cut" title={name}>
          {name}
        </strong>
        <StatusChip {...chipOf(JobRunState, run.state, locale)} />
      </div>
      {isGoing(run) && <progress max={100} value={run.progress} aria-label={title} />}
      {run.error && <p className="ch-downloads-error">{run.error}</p>}
      <div className="ch-downloads-foot">
        <small>{facts.join(" · ")}</small>
        {isKept(run) && (
          <Button
            size="small"
            icon={<Download size={14} aria-hidden="true" />}
            aria-label={`${words.download}: ${name}`}
            onClick={() => void download(sysJobRun, "download", { id: run.id }, name).catch(toastFailure)}
          >
            {words.download}
          </Button>
        )}
        {isGoing(run) && (
          <Button
            size="small"
            aria-label={`${words.cancel}: ${name}`}
            loading={cancel.isRunning}
            onClick={() => void cancel.attempt({ id: run.id })}
          >
            {words.cancel}
          </Button>
        )}
      </div>
    </>
  );
}

/** Details of an export: progress, rows, size, start and expiry. */
function useFacts(run: ExportJob): readonly string[] {
  const words = useWords(downloadsMessages);
  const tag = languageTags[useLocale()];
  const timeZone = useTimeZone();
  const at = (template: string, time: string) => fill(template, { time: formatInstant(time, timeZone) });
  const counted = (run.rows ?? 0).toLocaleString("en-US");
  return [
    ...(run.state === "running" ? [`${run.progress} %`] : []),
    ...(run.rows === null ? [] : [fill(words.rows, { count: counted })]),
    ...(run.fileBytes === null ? [] : [sizeIn(tag, run.fileBytes)]),
    run.startedAt ? at(words.started, run.startedAt) : at(words.asked, run.createdAt),
    ...(run.expiresAt ? [at(isKept(run) ? words.until : words.expired, run.expiresAt)] : []),
  ];
}

function ImportLine({ one }: { readonly one: ImportJob }) {
  const words = useWords(downloadsMessages);
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { path, states } = importKinds[one.kind];
  const name = fill(one.kind === "orders" ? words.import : words.refunds, { name: one.fileName });
  const [done, count] = [one.doneRows, one.rowCount ?? 0].map((rows) => rows.toLocaleString("en-US"));
  const started = fill(words.asked, { time: formatInstant(one.createTime, timeZone) });
  const facts = [
    ...(one.rowCount === null ? [] : [fill(words.rowsOf, { done: done ?? "", count: count ?? "" })]),
    sizeIn(languageTags[locale], one.fileBytes),
    started,
  ];
  return (
    <>
      <div className="ch-downloads-head">
        <strong className="ch-cut" title={name}>
          {name}
        </strong>
        <StatusChip {...chipOf(states, one.status, locale)} />
      </div>
      {isImportGoing(one) && <progress max={one.rowCount ?? 1} value={one.doneRows} aria-label={name} />}
      {one.status === "failed" && (
        <p className="ch-downloads-error">{one.kind === "orders" ? words.importFailed : words.refundsFailed}</p>
      )}
      <div className="ch-downloads-foot">
        <small>{facts.join(" · ")}</small>
        <Link to={`${path}/${one.id}`} aria-label={`${words.open}: ${name}`}>
          {words.open}
        </Link>
      </div>
    </>
  );
}

/** Status chip: label, colour and shape from the contract. */
function chipOf({ memberOf }: Enumeration<string>, value: string, locale: Locale) {
  const member = memberOf(value);
  return {
    text: member?.text[locale] ?? value,
    tone: member?.tone ?? "neutral",
    shape: member?.shape ?? "filled",
  } as const;
}
