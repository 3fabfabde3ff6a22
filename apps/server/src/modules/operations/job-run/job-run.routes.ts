import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { jobTopic, sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { mayHave } from "../../../platform/export/export-reach.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { FileAnswer } from "../../../platform/http/file-answer.ts";
import { implement } from "../../../platform/http/implement.ts";
import { cancelRun, findRun, listRuns } from "./job-run.store.ts";

const contentTypes: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Routes of a user's own background jobs and files. */
export const buildJobRunRoutes = (files: FileStore) =>
  implement(sysJobRun, {
    list: listRuns,
    detail: (ctx, { id }) => findRun(ctx, id),
    cancel: async (ctx, { id }) => {
      const before = await findRun(ctx, id);
      const after = await cancelRun(ctx, id);
      if (!after) throw refuse("sysJobRun.ended");
      ctx.recordChange({ table: "jobRuns", id, before: { state: before.state }, after: { state: after.state } });
      await ctx.emit({ topic: jobTopic, payload: after, audience: { userIds: [ctx.actor.userId] } });
      return null;
    },
    download: async (ctx, { id }): Promise<FileAnswer> => {
      const run = await findRun(ctx, id);
      if (run.state !== "done") throw refuse("sysJobRun.notReady");
      const isKept = run.filePath !== null && run.expiresAt !== null && Date.parse(run.expiresAt) > ctx.now.getTime();
      const file = isKept ? await files.read(run.filePath ?? "") : undefined;
      if (!file) throw refuse("sysJobRun.expired");
      if (!mayHave(ctx.actor, run.kind, run.reach)) throw refuse("sysJobRun.noLongerAllowed");
      const name = run.fileName ?? id;
      const contentType = contentTypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      return { kind: "file", name, contentType, ...file };
    },
  });
