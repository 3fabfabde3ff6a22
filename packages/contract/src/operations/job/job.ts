import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { field, Instant } from "../../kit/field.ts";
import { text3 } from "../../kit/locale.ts";
import { query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysJobMessages } from "./job.messages.ts";

/** Where one job of a queue stands. */
export const JobState = defineEnumeration("JobStateEnum", text3("Job state", "作业状态", "作業狀態"), {
  Waiting: ["waiting", text3("Waiting", "等待中", "等候中"), "neutral", "hollow"],
  Retry: ["retry", text3("To be tried again", "等待重试", "等候重試"), "warning", "hollow"],
  Active: ["active", text3("Running", "执行中", "執行中"), "progress", "turning"],
  Completed: ["completed", text3("Done", "已完成", "已完成"), "success"],
  Cancelled: ["cancelled", text3("Cancelled", "已取消", "已取消"), "neutral", "hollow"],
  Failed: ["failed", text3("Failed", "失败", "失敗"), "danger"],
});

/** Runs that the board shows, newest first. */
export const boardRunsMax = 50;

const Count = field(z.number().int().nonnegative(), { kind: "integer" });

/** One line of the time table. */
export const JobSchedule = z.object({
  /** Five cron fields. */
  cron: z.string(),
  /** IANA zone the fields are read in. */
  timeZone: z.string(),
  /** Null for a line that never comes up, or that this server cannot read. */
  nextRun: Instant.nullable(),
});

/** A queue of jobs and how it is getting on. */
export const JobQueue = z.object({
  name: z.string(),
  /** Jobs that wait to be worked, those that are tried again included. */
  waiting: Count,
  active: Count,
  /** Jobs that failed for good and are still kept. */
  failed: Count,
  completedToday: Count,
  lastRun: Instant.nullable(),
  nextRun: Instant.nullable(),
  schedules: z.array(JobSchedule),
});
export type JobQueue = z.output<typeof JobQueue>;

/** A job that was begun, as its latest try left it. */
export const JobTry = z.object({
  id: z.uuid(),
  queue: z.string(),
  state: JobState.schema,
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Milliseconds it took, or has taken so far; null between two tries. */
  elapsed: Count.nullable(),
  /** First line of what went wrong. */
  error: z.string().nullable(),
});
export type JobTry = z.output<typeof JobTry>;

const JobBoard = z.object({
  /** The server's clock. */
  now: Instant,
  queues: z.array(JobQueue),
  runs: z.array(JobTry),
});
export type JobBoard = z.output<typeof JobBoard>;

/** The background work of the whole installation, to be looked at. */
export const sysJob = defineResource({
  name: "sysJob",
  record: JobQueue,
  operations: {
    /** `since` is when the reader's day began; without it, the day in UTC. */
    board: query(z.object({ since: Instant.nullish() }), JobBoard, { passive: true, staleOk: true }),
  },
  messages: sysJobMessages,
});
