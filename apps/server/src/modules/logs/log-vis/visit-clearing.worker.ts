import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { systemActor } from "../../../platform/access/actor.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { clearingQueue } from "./visit-clearing.service.ts";
import {
  approvedClearing,
  type ClearedVisits,
  noteClearing,
  removeVisits,
  visitsToClear,
} from "./visit-clearing.store.ts";

/** The visits as NDJSON, counted on the way. */
async function* lines(job: JobContext, of: ClearedVisits, count: { rows: number }): AsyncGenerator<string> {
  for await (const rows of visitsToClear(job.db, of)) {
    job.signal.throwIfAborted();
    count.rows += rows.length;
    if (rows.length > 0) yield `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
  }
}

/**
 * Archives the visits of an approved clearing as compressed NDJSON, and then deletes them; the audit entry of the
 * deletion names file and SHA-256. The number of deleted rows must equal the number archived, otherwise nothing is
 * deleted.
 */
export const clearingWorker = (files: FileStore): JobWorker =>
  defineWorker({
    queue: clearingQueue,
    schema: z.object({ id: z.string() }),
    retry: { limit: 5, delaySeconds: 10, delaySecondsMax: 600 },
    handle: async (job, { id }) => {
      const row = await approvedClearing(job.db, id);
      if (!row) return;
      const count = { rows: 0 };
      const archive = `visit-archives/${id}.gz`;
      // The iteration below throws errors of the pipeline.
      const content = pipeline(Readable.from(lines(job, row, count)), createGzip(), () => {});
      const { checksum: sha256, bytes } = await files.put(archive, content);
      const { tenantId, upTo, askUserName, approveUserName } = row;
      await job.inCommand(
        async (ctx) => {
          const removed = await removeVisits(ctx.db, row);
          if (removed !== count.rows) throw new Error(`${removed} visits would leave and ${count.rows} were archived`);
          await noteClearing(ctx.db, id, { archive, sha256, doneTime: ctx.now.toISOString() });
          ctx.recordChange({
            table: "visits",
            id: "all",
            before: { count: removed, upTo },
            after: { archive, sha256, bytes, askUserName, approveUserName },
          });
        },
        { event: "sysLogVis.carryOut", actor: { ...systemActor, tenantId } },
      );
    },
  });
