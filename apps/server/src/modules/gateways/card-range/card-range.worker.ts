import type { CardRangeFailureName } from "@countinghouse/contract/gateways/card-range/card-range-enumerations.ts";
import {
  cardRangeFaultsMax,
  cardRangeRowsMax,
  type FaultyRow,
} from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { z } from "zod";
import { headOf, removeFile, rowsOf, UnreadableFile } from "../../../platform/files/file-parts.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { batchRows, type RetentionSweep } from "../../../platform/jobs/retention.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { insertRanges, removeRanges } from "./card-range.store.ts";
import { cardRangeQueue } from "./range-file.service.ts";
import { type CardRangeFileRow, endFileInForce, idleFiles, noteFile, readFile } from "./range-file.store.ts";
import { delimiterOf, type RangeHeading, type ReadRange, readHeading, readRange } from "./range-row.policy.ts";

const retries = 3;
/** Ranges that one statement stores. */
const rangesAtOnce = 20_000;
/** How long a file waits for its next step, in milliseconds. */
const idleMs = 30 * 86_400_000;

/** A heading lacks a required column. */
class HeadingMissing extends Error {}

/** A row of a file by line number: a range, or why it is invalid. */
type JudgedRow = { readonly line: number } & ({ readonly range: ReadRange } | { readonly fault: FaultyRow });

/** Every row of a file with its verdict; reading it again gives the same. */
async function* judgedRows(files: FileStore, row: CardRangeFileRow): AsyncGenerator<JudgedRow> {
  const delimiter = delimiterOf(new TextDecoder().decode(await headOf(files, row), { stream: true }));
  const seen = new Set<string>();
  let heading: RangeHeading | undefined;
  for await (const { row: line, cells } of rowsOf(files, row, {
    encoding: "utf-8",
    delimiter,
    rowsMax: cardRangeRowsMax,
  })) {
    if (!heading) {
      heading = readHeading(cells);
      if (!heading) throw new HeadingMissing();
      continue;
    }
    const read = readRange(heading, cells);
    if ("reason" in read) {
      yield { line, fault: { line, ...read } };
      continue;
    }
    const name = `${read.low}-${read.high}`;
    if (seen.has(name)) yield { line, fault: { line, column: "low", reason: "repeated", value: read.low } };
    else yield { line, range: read };
    seen.add(name);
  }
}

/** The dry run: checks every row and changes no range. */
async function checkFile(job: JobContext, files: FileStore, row: CardRangeFileRow, at: Date): Promise<void> {
  const faults: FaultyRow[] = [];
  let rowCount = 0;
  let refusedCount = 0;
  for await (const judged of judgedRows(files, row)) {
    rowCount += 1;
    if ("range" in judged) continue;
    refusedCount += 1;
    if (faults.length < cardRangeFaultsMax) faults.push(judged.fault);
  }
  if (rowCount === 0) throw new UnreadableFile("emptyFile");
  const checkTime = at.toISOString();
  await noteFile(job.db, row, {
    rowCount,
    refusedCount,
    faults: JSON.stringify(faults) as never,
    checkTime,
    status: "checked",
  });
}

/** Replaces the source's ranges by the file's in one transaction: no payment sees a partial set. */
async function loadFile(job: JobContext, files: FileStore, row: CardRangeFileRow, at: Date): Promise<void> {
  await job.db.transaction().execute(async (tx) => {
    const ended = await endFileInForce(tx, row);
    const replacedCount = ended === undefined ? 0 : await removeRanges(tx, ended);
    const of = { tenantId: row.tenantId, fileId: row.id, at };
    let ranges: ReadRange[] = [];
    for await (const judged of judgedRows(files, row)) {
      if ("range" in judged) ranges.push(judged.range);
      if (ranges.length < rangesAtOnce) continue;
      await insertRanges(tx, of, ranges);
      ranges = [];
    }
    if (ranges.length > 0) await insertRanges(tx, of, ranges);
    const values = { replacedCount, startTime: at.toISOString(), status: "inForce" } as const;
    if (!(await noteFile(tx, row, values))) throw new Error(`the file ${row.id} was moved on while it was loaded`);
  });
  await removeFile(files, row);
}

const failureOf = (error: unknown): CardRangeFailureName =>
  error instanceof UnreadableFile ? error.failure : error instanceof HeadingMissing ? "headingMissing" : "unexpected";

/** Checks and loads files of card ranges. Idempotent. */
export const cardRangeWorker = (platform: Platform, files: FileStore): JobWorker =>
  defineWorker({
    queue: cardRangeQueue,
    schema: z.object({ fileId: z.string(), step: z.enum(["check", "load", "drop"]) }),
    retry: { limit: retries, delaySeconds: 5, delaySecondsMax: 60 },
    handle: async (job, { fileId, step }) => {
      const row = await readFile(job.db, fileId);
      if (!row) return;
      if (step === "drop" || (step === "load" && row.status === "inForce")) return removeFile(files, row);
      const now = platform.clock.now();
      try {
        if (step === "check" && row.status === "checking") await checkFile(job, files, row, now);
        if (step === "load" && row.status === "loading") await loadFile(job, files, row, now);
      } catch (error) {
        const failure = failureOf(error);
        if (failure === "unexpected" && job.attempt < retries) throw error;
        if (failure === "unexpected") job.logger.error({ err: error, fileId }, "a file of card ranges failed");
        const failureLine = error instanceof UnreadableFile ? error.row : null;
        await noteFile(job.db, row, { status: "failed", failure, failureLine });
      }
    },
  });

/** Retention sweep of abandoned files. */
export const idleCardRangeFiles = (files: FileStore): RetentionSweep => ({
  name: "idle card range files",
  run: async (db, now) => {
    const idle = await idleFiles(db, new Date(now.getTime() - idleMs).toISOString(), batchRows);
    for (const row of idle) {
      await removeFile(files, row);
      await noteFile(db, row, { status: "canceled" });
    }
    return idle.length;
  },
});
