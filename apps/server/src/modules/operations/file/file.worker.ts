import { createHash } from "node:crypto";
import { takenFileOf } from "@countinghouse/contract/operations/file/file-types.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import { z } from "zod";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { readableText } from "../../../platform/files/table-masking.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { batchRows, type RetentionSweep } from "../../../platform/jobs/retention.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { filePartName, headBytes, isOfForm } from "./file.policy.ts";
import { contentOf, fileQueue } from "./file.service.ts";
import { cutOffSince, noteChecked, readFile, removeFiles, type SysFileRow } from "./file.store.ts";
import { scan } from "./virus-scan.service.ts";

const retries = 3;
/** How long an interrupted upload can be resumed, in milliseconds. */
const cutOffMs = 7 * 86_400_000;
/** The longest card number with eight separators of four bytes between all digits. */
const seamBytes = 19 * 4 + 18 * 8 * 4;

/** Deletes the stored content of a file. */
async function removeContent(files: FileStore, storeKey: string, parts: number): Promise<void> {
  for (let part = 1; part <= parts; part += 1) await files.remove(filePartName(storeKey, part));
}

type Fault = NonNullable<SysFileRow["fault"]>;

/** Reads a whole file: its digest, and why it is refused. */
async function lookThrough(files: FileStore, row: SysFileRow): Promise<{ checksum: string; fault: Fault | null }> {
  const form = takenFileOf(row.suffix)?.form;
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let seam = Buffer.alloc(0);
  let hasCards = false;
  for await (const piece of contentOf(files, row)) {
    hash.update(piece);
    if (head.length < headBytes) head = Buffer.concat([head, piece]).subarray(0, headBytes);
    if (form !== "text" || hasCards) continue;
    const stretch = Buffer.concat([seam, piece]);
    hasCards = hasCardNumber(readableText(stretch));
    seam = stretch.subarray(-seamBytes);
  }
  const isRight = form !== undefined && isOfForm(form, head);
  return { checksum: hash.digest("hex"), fault: !isRight ? "type" : hasCards ? "card_number" : null };
}

/** Checks an uploaded file; a refused one is deleted. */
async function check(job: JobContext, platform: Platform, files: FileStore, row: SysFileRow): Promise<void> {
  const { checksum, ...looked } = await lookThrough(files, row);
  let { fault }: { fault: Fault | null } = looked;
  let finding: string | null = null;
  const { scanner } = platform.config;
  if (fault === null && scanner) {
    try {
      const verdict = await scan(scanner, contentOf(files, row));
      if (!verdict.isClean) [fault, finding] = ["infected", verdict.finding];
    } catch (error) {
      // A file that could not be scanned is refused; before that, the scanner gets time to recover.
      if (job.attempt < retries) throw error;
      job.logger.error({ err: error, fileId: row.id }, "a file could not be scanned");
      fault = "unscanned";
    }
  }
  if (fault !== null) await removeContent(files, row.storeKey, row.parts);
  const now = platform.clock.now().toISOString();
  await noteChecked(job.db, row.id, {
    checksum,
    fault,
    finding,
    status: fault === null ? "ready" : "refused",
    readyTime: fault === null ? now : null,
  });
}

/** Checks uploaded files. Running twice has no further effect. */
export const fileWorker = (platform: Platform): JobWorker =>
  defineWorker({
    queue: fileQueue,
    schema: z.union([z.object({ fileId: z.number() }), z.object({ gone: z.string(), parts: z.number() })]),
    retry: { limit: retries, delaySeconds: 5, delaySecondsMax: 60 },
    handle: async (job, data) => {
      const { files } = platform;
      if ("gone" in data) return removeContent(files, data.gone, data.parts);
      const row = await readFile(job.db, data.fileId);
      if (row?.status === "checking") await check(job, platform, files, row);
    },
  });

/** Deletes uploads without progress. */
export const cutOffUploads = (files: FileStore): RetentionSweep => ({
  name: "uploads that were cut off",
  run: async (db, now) => {
    const rows = await cutOffSince(db, new Date(now.getTime() - cutOffMs).toISOString(), batchRows);
    for (const { storeKey, parts } of rows) await removeContent(files, storeKey, parts);
    await removeFiles(
      db,
      rows.map(({ id }) => id),
    );
    return rows.length;
  },
});
