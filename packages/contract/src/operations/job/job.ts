import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { Flag, field, Id, Instant, Integer, optionalText, Version } from "../../kit/field.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { ServerNode } from "../server/server.ts";
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

/** How a trigger says when. */
export const JobTriggerType = defineEnumeration("JobTriggerTypeEnum", text3("Trigger", "触发方式", "觸發方式"), {
  Cron: ["cron", text3("Schedule", "定时", "排程"), "neutral"],
  Interval: ["interval", text3("Interval", "间隔", "間隔"), "neutral"],
  Once: ["once", text3("Once", "一次", "一次"), "neutral"],
});

/** Where a trigger stands. */
export const JobTriggerStatus = defineEnumeration(
  "JobTriggerStatusEnum",
  text3("Trigger state", "触发器状态", "觸發器狀態"),
  {
    Ready: ["ready", text3("Ready", "就绪", "就緒"), "success"],
    Paused: ["paused", text3("Paused", "已暂停", "已暫停"), "warning", "hollow"],
    Ended: ["ended", text3("Ended", "已结束", "已結束"), "neutral", "hollow"],
  },
);

const JobId = field(z.string().min(2).max(64), { kind: "code" });
const intervalMax = 31 * 86_400;

/** When a job is started: by the product itself, or by what an operator set. */
export const JobTrigger = z.object({
  /** Null for one that the product brings. */
  id: Id.nullable(),
  jobId: JobId,
  triggerId: z.string(),
  description: z.string().nullable(),
  type: JobTriggerType.schema,
  cron: z.string().nullable(),
  timeZone: z.string(),
  intervalSeconds: Integer.nullable(),
  runAt: Instant.nullable(),
  startTime: Instant.nullable(),
  endTime: Instant.nullable(),
  maxRuns: Integer.nullable(),
  numberOfRuns: Integer,
  lastRun: Instant.nullable(),
  nextRun: Instant.nullable(),
  status: JobTriggerStatus.schema,
  version: Integer,
});
export type JobTrigger = z.output<typeof JobTrigger>;

/** A job of the time table with all that starts it. */
export const JobDetail = z.object({
  jobId: JobId,
  /** What it is called in the caller's language. */
  title: z.string(),
  groupName: z.string(),
  /** What the house says of it. */
  description: z.string().nullable(),
  isPaused: Flag,
  pauseUserName: z.string().nullable(),
  pauseTime: Instant.nullable(),
  waiting: Count,
  active: Count,
  failed: Count,
  lastRun: Instant.nullable(),
  nextRun: Instant.nullable(),
  triggers: z.array(JobTrigger),
});
export type JobDetail = z.output<typeof JobDetail>;

/** One run of a job, as its latest try left it. */
export const JobRecord = z.object({
  id: z.uuid(),
  jobId: JobId,
  /** The trigger that started it; null for the product's own, and for what was run by hand. */
  triggerId: z.string().nullable(),
  state: JobState.schema,
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  elapsed: Count.nullable(),
  /** What it said on the way, and what went wrong. */
  output: z.array(z.string()),
});
export type JobRecord = z.output<typeof JobRecord>;

const timing = {
  type: JobTriggerType.schema,
  cron: field(z.string().trim().max(128), { kind: "code" }).nullish(),
  timeZone: field(z.string().trim().min(1).max(64), { kind: "text", isZone: true }),
  intervalSeconds: field(z.number().int().min(60).max(intervalMax), { kind: "integer" }).nullish(),
  runAt: Instant.nullish(),
  startTime: Instant.nullish(),
  endTime: Instant.nullish(),
};
const triggerInput = {
  ...timing,
  jobId: JobId,
  triggerId: field(
    z
      .string()
      .trim()
      .regex(/^[\w.-]{2,64}$/),
    { kind: "code" },
  ),
  description: optionalText(128),
  maxRuns: field(z.number().int().min(1).max(1_000_000), { kind: "integer" }).nullish(),
};
const timingRefusals = ["cronUnreadable", "zoneUnknown", "timingMissing", "neverRuns", "windowBackwards"] as const;
const ByJob = z.object({ jobId: JobId });
const ByTrigger = z.object({ id: Id });

/** Next runs that the editor of a trigger shows. */
export const nextRunsShown = 5;

/** The background work of the whole installation: what runs when, how it went, and what operators add to it. */
export const sysJob = defineResource({
  name: "sysJob",
  record: JobQueue,
  for: "operator",
  refusals: {
    cronUnreadable: { field: "cron" },
    zoneUnknown: { field: "timeZone" },
    windowBackwards: { field: "endTime" },
    triggerExists: { field: "triggerId", status: 409, constraint: "job_triggers_name_unique" },
    alreadyPaused: { status: 409 },
    notPaused: { status: 409 },
    triggerEnded: { status: 409 },
  },
  operations: {
    /** `since` is when the reader's day began; without it, the day in UTC. */
    board: query(z.object({ since: Instant.nullish() }), JobBoard, { passive: true, staleOk: true }),
    /** Lets the caller's browser open the board of this server for a few minutes. */
    boardTicket: command(Nothing, Done, { passive: true }),
    /** The jobs of the time table; texts are looked for in their parts. */
    pageJobDetail: query(
      z.object({ jobId: optionalText(64), groupName: optionalText(64), description: optionalText(128) }),
      z.array(JobDetail),
      { passive: true },
    ),
    listJobGroup: query(Nothing, z.array(z.string()), { passive: true }),
    /** The next runs by a timing, before it is kept. */
    nextRuns: query(z.object(timing), z.array(Instant), { method: "POST", refusals: timingRefusals }),
    updateJobDetail: command(
      z.object({ jobId: JobId, groupName: optionalText(64), description: optionalText(128) }),
      Done,
    ),
    addJobTrigger: command(z.object(triggerInput), Id, {
      stepUp: true,
      refusals: [...timingRefusals, "triggerExists"],
    }),
    updateJobTrigger: command(z.object({ ...triggerInput, id: Id, version: Version.nullish() }), Done, {
      stepUp: true,
      refusals: [...timingRefusals, "triggerExists"],
    }),
    deleteJobTrigger: command(z.object({ id: Id, version: Version.nullish() }), Done, { stepUp: true }),
    pauseTrigger: command(ByTrigger, Done, { stepUp: true, refusals: ["alreadyPaused", "triggerEnded"] }),
    startTrigger: command(ByTrigger, Done, { stepUp: true, refusals: ["notPaused", "neverRuns"] }),
    /** Nothing starts the job until it is started again; what runs now ends. */
    pauseJob: command(ByJob, Done, { stepUp: true, refusals: ["alreadyPaused"] }),
    startJob: command(ByJob, Done, { stepUp: true, refusals: ["notPaused"] }),
    startAllJob: command(Nothing, z.object({ count: Count }), { stepUp: true }),
    /** Once, beside its time table; also while it is paused. */
    runJob: command(ByJob, Done, { stepUp: true }),
    pageJobTriggerRecord: query(
      z.object({ jobId: JobId, page: z.coerce.number().int().min(1).max(1_000).default(1) }),
      z.object({ items: z.array(JobRecord), hasNextPage: Flag }),
      { passive: true },
    ),
    /** The nodes that work, or were heard of within a day. */
    jobClusterList: query(Nothing, z.array(ServerNode), { passive: true }),
  },
  menu: { path: "/develop/job", component: "job/job.page", icon: "alarm-clock", order: 140 },
  messages: sysJobMessages,
});
