import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { field, Instant } from "../../kit/field.ts";
import { defineLifecycle } from "../../kit/lifecycle.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysJobRunMessages } from "./job-run.messages.ts";

/** Where a background job stands. */
export const JobRunState = defineEnumeration("JobRunStateEnum", text3("Job state", "任务状态", "工作狀態"), {
  Waiting: ["waiting", text3("Waiting", "排队中", "等候中"), "neutral", "hollow"],
  Running: ["running", text3("Running", "执行中", "執行中"), "progress", "turning"],
  Done: ["done", text3("Done", "已完成", "已完成"), "success"],
  Failed: ["failed", text3("Failed", "失败", "失敗"), "danger"],
  Cancelled: ["cancelled", text3("Cancelled", "已取消", "已取消"), "neutral", "hollow"],
});

/** States of a job and what leads from one to another. A node that stops gives its job back to the waiting ones. */
export const jobRunLifecycle = defineLifecycle(["waiting", "running", "done", "failed", "cancelled"], "waiting", {
  start: { from: ["waiting", "running"], to: "running" },
  handBack: { from: ["running"], to: "waiting" },
  finish: { from: ["running"], to: "done" },
  fail: { from: ["waiting", "running"], to: "failed" },
  cancel: { from: ["waiting", "running"], to: "cancelled" },
});

const RunId = field(z.string().regex(/^run_[0-9A-HJKMNP-TV-Z]{26}$/), { kind: "id" });
const amount = field(z.number().int().nonnegative(), { kind: "integer" });
const ById = z.object({ id: RunId });

/** A job that a user started, such as an export, and the file it made. */
export const JobRun = z.object({
  id: RunId,
  /** `resource.verb` of what was started. */
  kind: z.string(),
  /** What the list is called that is exported, per language; null for runs from before that was kept. */
  titles: z.object({ en: z.string(), "zh-cn": z.string(), "zh-tw": z.string() }).nullable(),
  state: JobRunState.schema,
  /** Per cent. */
  progress: amount,
  rows: amount.nullable(),
  fileName: z.string().nullable(),
  fileBytes: amount.nullable(),
  /** SHA-256 of the file in hexadecimal. */
  fileChecksum: z.string().nullable(),
  /** Why it failed, in the language it was started in. */
  error: z.string().nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
});
export type JobRun = z.output<typeof JobRun>;

/** Topic of the events that tell a user how far the own jobs are; the payload is a {@link JobRun}. */
export const jobTopic = "job";

const refusals = ["tooMany", "unknownColumn", "unknownTimeZone", "noLongerAllowed", "failed"] as const;

export const sysJobRun = defineResource({
  name: "sysJobRun",
  record: JobRun,
  refusals: {
    ended: { status: 409 },
    notReady: { status: 409 },
    expired: { status: 410 },
    noLongerAllowed: { status: 403 },
    tooMany: { status: 409 },
    unknownTimeZone: { field: "timeZone" },
  },
  operations: {
    /** The caller's newest jobs. */
    list: query(Nothing, z.array(JobRun), { access: "signedIn", passive: true, refusals }),
    detail: query(ById, JobRun, { access: "signedIn", passive: true }),
    cancel: command(ById, Done, { access: "signedIn", refusals: ["ended"] }),
    download: query(ById, z.unknown(), {
      access: "signedIn",
      answer: "file",
      refusals: ["notReady", "expired", "noLongerAllowed"],
    }),
  },
  messages: sysJobRunMessages,
});
