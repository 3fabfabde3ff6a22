import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { shownNodes } from "../server/index.ts";
import { readBoard } from "./job.service.ts";
import {
  findJobs,
  listGroups,
  pageRecords,
  pauseJob,
  runJob,
  startAllJobs,
  startJob,
  updateDetail,
} from "./job-detail.service.ts";
import { setTicket } from "./job-ticket.service.ts";
import {
  addTrigger,
  deleteTrigger,
  pauseTrigger,
  previewRuns,
  startTrigger,
  updateTrigger,
} from "./job-trigger.service.ts";

/** Routes of the installation's background jobs. */
export const buildJobRoutes = (platform: Platform) =>
  implement(sysJob, {
    board: (ctx, { since }) => readBoard(ctx, since),
    boardTicket: async (ctx) => {
      setTicket(platform, ctx);
      return null;
    },
    pageJobDetail: findJobs,
    listJobGroup: listGroups,
    nextRuns: previewRuns,
    updateJobDetail: updateDetail,
    addJobTrigger: addTrigger,
    updateJobTrigger: updateTrigger,
    deleteJobTrigger: deleteTrigger,
    pauseTrigger,
    startTrigger,
    pauseJob,
    startJob,
    startAllJob: startAllJobs,
    runJob,
    pageJobTriggerRecord: pageRecords,
    jobClusterList: (ctx) => shownNodes(ctx, platform),
  });
