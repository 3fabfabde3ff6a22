import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface JobTriggers extends AuditedColumns {
  id: Generated<number>;
  jobId: string;
  triggerId: string;
  description: string | null;
  type: "cron" | "interval" | "once";
  cron: string | null;
  timeZone: string;
  intervalSeconds: number | null;
  runAt: string | null;
  startTime: string | null;
  endTime: string | null;
  maxRuns: number | null;
  status: Generated<"ready" | "paused" | "ended">;
  numberOfRuns: Generated<number>;
  lastRun: string | null;
  nextRun: string | null;
}

/** A schedule removed while its job is paused; the library's table has more columns. */
export interface PausedLine {
  readonly kind?: string;
  readonly cron: string;
  readonly timezone: string | null;
}

interface JobDetails {
  jobId: string;
  groupName: string | null;
  description: string | null;
  /** Schedules of the library as removed. */
  pausedLines: JSONColumnType<PausedLine[]> | null;
  pauseTime: string | null;
  pauseUserName: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    jobTriggers: JobTriggers;
    jobDetails: JobDetails;
  }
}

export const jobTables: FactsOf<"jobTriggers" | "jobDetails"> = {
  jobTriggers: { scope: "shared", placement: "local", grant: "readWrite", audited: true },
  jobDetails: { scope: "shared", placement: "local", grant: "readWrite", json: ["pausedLines"] },
};
