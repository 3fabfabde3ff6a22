import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import type { Kysely } from "kysely";
import type pg from "pg";
import { z } from "zod";
import type { Actor } from "../access/actor.ts";
import { holds, isFor } from "../access/permission.ts";
import type { Clock } from "../clock/clock.ts";
import type { Tables } from "../db/tables.ts";
import type { FileStore, StoredFile } from "../files/file-store.ts";
import type { Context } from "../http/context.ts";
import { withoutGuessing } from "../http/masked-search.ts";
import { refuseOperatorsFields } from "../http/merchants-view.ts";
import type { Translator } from "../http/translate.ts";
import type { JobContext } from "../jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../jobs/worker.ts";
import { type DictionaryLabels, exportColumns } from "./export-columns.ts";
import {
  columnsOf,
  csvContent,
  expectedRows,
  type RowCount,
  withExportConnection,
  xlsxContent,
} from "./export-file.ts";
import { type ExportFilter, exportCells, exportRows } from "./export-query.ts";
import { reachOf } from "./export-reach.ts";
import type { ExportRun, ExportRuns, RunFacts } from "./export-run.ts";
import type { ExportLines, ExportSource } from "./exportable.ts";
import { exportQueue } from "./start-export.ts";

export interface ExportWorkerOptions {
  readonly db: Kysely<Tables>;
  readonly runs: ExportRuns;
  readonly clock: Clock;
  readonly translator: Translator;
  readonly files: FileStore;
  /** Connection string to read rows from: a standby where the list may be read from one. */
  readonly urlOf: (source: ExportSource) => string;
  readonly sources: ReadonlyMap<string, ExportSource>;
  /** The user with current scope and permissions; undefined when the account may no longer sign in. */
  readonly actorOf: (run: { readonly userId: number; readonly tenantId: number | null }) => Promise<Actor | undefined>;
  /** Labels of a dictionary's items in a language. */
  readonly labelsOf?: (dictionary: string, locale: Locale) => Promise<DictionaryLabels>;
  /** Least interval between progress writes, in milliseconds. */
  readonly progressMs?: number;
}

/** How long a finished file is kept, in milliseconds. */
export const exportKeptMs = 7 * 86_400_000;

const retries = 2;

/** The export was cancelled or handed back: nothing more is recorded for it. */
class ExportStopped extends Error {}

/**
 * Makes the files of all exports, in the name of the requesting user and with that user's access at the time it runs.
 */
export const exportWorker = (options: ExportWorkerOptions): JobWorker =>
  defineWorker({
    queue: exportQueue,
    schema: z.object({ runId: z.string() }),
    concurrency: 2,
    retry: { limit: retries, delaySeconds: 5 },
    expireSeconds: 1_800,
    handle: async (job, { runId }) => {
      const run = await options.runs.read(runId);
      if (!run) return;
      const startedAt = options.clock.now().toISOString();
      if (!(await options.runs.move(runId, "start", { startedAt, progress: 0, rows: null, error: null }))) return;
      try {
        await makeFile(options, job, run);
      } catch (error) {
        await settleFailure(options, job, run, error);
      }
    },
  });

async function settleFailure(
  { runs, clock, translator }: ExportWorkerOptions,
  job: JobContext,
  run: ExportRun,
  error: unknown,
): Promise<void> {
  if (error instanceof ExportStopped && !job.signal.aborted) return;
  const isFinal = error instanceof Refusal || job.attempt >= retries;
  if (job.signal.aborted || !isFinal) {
    await runs.move(run.id, "handBack", { progress: 0, rows: null });
    throw error;
  }
  if (!(error instanceof Refusal)) job.logger.error({ err: error, runId: run.id }, "an export failed");
  const refusal = error instanceof Refusal ? error : refuse("sysJobRun.failed", { id: run.id });
  const reason = translator.refusal(refusal.code, refusal.values, run.input.locale);
  await runs.move(run.id, "fail", { error: reason, finishedAt: clock.now().toISOString() });
}

async function makeFile(options: ExportWorkerOptions, job: JobContext, run: ExportRun): Promise<void> {
  const { clock, translator, files, sources } = options;
  const source = sources.get(run.kind.split(".")[0] ?? "");
  if (!source) throw new Error(`nothing can be exported as ${run.kind}`);
  const actor = await options.actorOf(run);
  const { name: exported, operations } = source.resource;
  if (!actor || !holds(actor, permissionOf(exported, "export")) || !isFor(actor, operations.export))
    throw refuse("sysJobRun.noLongerAllowed");
  const { format, locale, timeZone } = run.input;
  const name = `exports/${run.id}.${format}`;
  const count: RowCount = { rows: 0 };
  const stopping = new AbortController();
  const signal = AbortSignal.any([job.signal, stopping.signal]);
  const stored = await withExportConnection(options.urlOf(source), signal, async (client) => {
    const { content, expected } = await contentOf(options, client, run, source, actor, count);
    const report = reportProgress(options, run.id, expected, count, stopping);
    try {
      return await files.put(name, content);
    } finally {
      await report.stop();
    }
  }).catch((error: unknown) => {
    throw signal.aborted ? new ExportStopped("the export was stopped") : error;
  });
  const title = translator.title(source.resource.name, locale);
  const fileName = `${title} ${stamp(clock.now(), timeZone)}.${format}`;
  const facts = { rows: count.rows, filePath: name, fileName, reach: reachOf(actor, source.resource) };
  await finish(options, run, stored, facts);
}

async function finish(
  { runs, clock, files }: ExportWorkerOptions,
  { id }: ExportRun,
  { bytes, checksum }: StoredFile,
  made: RunFacts & { readonly filePath: string },
): Promise<void> {
  const now = clock.now();
  const facts = {
    ...made,
    progress: 100,
    fileBytes: bytes,
    fileChecksum: checksum,
    finishedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + exportKeptMs).toISOString(),
  };
  // Cancelled at the last moment: nobody will download the file.
  if (!(await runs.move(id, "finish", facts))) await files.remove(made.filePath);
}

async function contentOf(
  options: ExportWorkerOptions,
  client: pg.Client,
  run: ExportRun,
  source: ExportSource,
  actor: Actor,
  count: RowCount,
) {
  const { db, translator } = options;
  const { format, locale, timeZone } = run.input;
  const { lines } = source;
  const ofLines = Object.keys(lines?.record.shape ?? {});
  const names = [...run.input.columns.filter((name) => !ofLines.includes(name)), ...ofLines];
  const resource = lines ? withLines(source.resource, lines) : source.resource;
  refuseOperatorsFields(actor, resource, run.input);
  const { filter } = withoutGuessing(actor, resource, run.input);
  const ctx = readingContext(options, actor, run);
  const rows = exportRows(ctx, source, filter as ExportFilter);
  const present = await columnsOf(client, db, rows);
  const columns = exportColumns(
    resource,
    names.filter((column) => present.has(column)),
    {
      locale,
      timeZone,
      translator,
      dictionaries: await dictionariesOf(options, source, names, locale),
      seesPersonal: holds(actor, permissionOf(resource.name, "reveal")),
      merchantIds: actor.scope.merchantIds,
      present,
    },
  );
  if (columns.length === 0) throw refuse("sysJobRun.unknownColumn", { column: names.join(", ") });
  const cells = exportCells(ctx, rows, columns, format);
  const expected = await expectedRows(client, db, rows);
  const title = translator.title(resource.name, locale);
  const content =
    format === "csv"
      ? csvContent(client, db, cells, columns, count)
      : xlsxContent(client, cells, columns, title, count);
  return { content, expected };
}

/** A resource whose record also has the columns of its lines. */
const withLines = (resource: Resource, { record }: ExportLines): Resource => ({
  ...resource,
  record: resource.record.extend(record.shape),
});

async function dictionariesOf(
  { labelsOf }: ExportWorkerOptions,
  { resource }: ExportSource,
  names: readonly string[],
  locale: Locale,
) {
  const wanted = names.flatMap((name) => {
    const schema = resource.record.shape[name];
    const dictionary = schema ? factsOf(schema).dictionary : undefined;
    return dictionary ? [dictionary] : [];
  });
  const labels = new Map<string, DictionaryLabels>();
  for (const dictionary of new Set(wanted)) if (labelsOf) labels.set(dictionary, await labelsOf(dictionary, locale));
  return labels;
}

/** The requesting user's read context: enough to build a scoped query. */
function readingContext({ db, clock }: ExportWorkerOptions, actor: Actor, run: ExportRun): Context {
  const never = (): never => {
    throw new Error("an export only reads");
  };
  return {
    actor,
    db,
    now: clock.now(),
    request: {
      id: run.id,
      method: "JOB",
      path: run.kind,
      ip: "",
      userAgent: "",
      locale: run.input.locale,
      queryNames: [],
      headers: {},
    },
    seals: { made: never, isGenuine: never, changed: never, watch: never },
    setHeader: never,
    emit: never,
    enqueue: never,
    recordChange: never,
    recordReason: never,
    afterRollback: never,
  };
}

/** Records progress while the file grows, and stops the export when its run was cancelled. */
function reportProgress(
  options: ExportWorkerOptions,
  id: string,
  expected: number,
  count: RowCount,
  stopping: AbortController,
) {
  const { runs, progressMs = 1_000 } = options;
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const progress = Math.min(99, Math.floor((count.rows * 100) / Math.max(expected, count.rows, 1)));
    // An unreachable database is no reason to stop; the export's own connection will fail.
    const goesOn = await runs.noteProgress(id, { progress, rows: count.rows }).catch(() => true);
    if (!goesOn) stopping.abort();
  };
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, progressMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}

/** Day and time of a file's name in the user's zone: `20261121-183005`. */
const stamp = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
    .format(now)
    .replace(/[-:]/g, "")
    .replace(" ", "-");
