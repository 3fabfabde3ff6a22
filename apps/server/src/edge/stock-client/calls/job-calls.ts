import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { type OwnResult, pageOfList, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

const periodTrigger = "Furion.Schedule.PeriodTrigger";
const cronTrigger = "Furion.Schedule.CronTrigger";
const assemblyName = "Furion.Pure";

/** Trigger states as this API numbers them. */
const triggerStates: Readonly<Record<string, number>> = { ready: 1, paused: 3, ended: 6 };
const recordStates: Readonly<Record<string, number>> = {
  waiting: 0,
  retry: 5,
  active: 2,
  completed: 1,
  cancelled: 6,
  failed: 7,
};

function triggerShape(trigger: OwnResult) {
  const isPeriod = trigger.type === "interval";
  return {
    id: trigger.id ?? 0,
    jobId: trigger.jobId,
    triggerId: trigger.triggerId,
    triggerType: isPeriod ? periodTrigger : cronTrigger,
    assemblyName,
    args: isPeriod ? String(trigger.intervalSeconds * 1_000) : `"${trigger.cron ?? ""}",0`,
    description: trigger.description,
    status: triggerStates[trigger.status] ?? 11,
    startTime: trigger.startTime ?? trigger.runAt,
    endTime: trigger.endTime,
    lastRunTime: trigger.lastRun,
    nextRunTime: trigger.nextRun,
    numberOfRuns: trigger.numberOfRuns,
    maxNumberOfRuns: trigger.maxRuns ?? 0,
    numberOfErrors: 0,
    maxNumberOfErrors: 0,
    numRetries: 0,
    retryTimeout: 1_000,
    startNow: true,
    runOnStart: false,
    resetOnlyOnce: true,
    updatedTime: null,
    version: trigger.version,
  };
}

const jobShape = (job: OwnResult, at: number) => ({
  jobDetail: {
    id: at + 1,
    jobId: job.jobId,
    groupName: job.groupName,
    jobType: null,
    assemblyName: null,
    description: job.description ?? job.title,
    concurrent: false,
    includeAnnotation: true,
    properties: "{}",
    updatedTime: job.pauseTime,
    createType: 0,
    scriptCode: null,
  },
  jobTriggers: job.triggers.map(triggerShape),
});

const recordShape = (record: OwnResult, at: number) => ({
  id: at + 1,
  jobId: record.jobId,
  triggerId: record.triggerId ?? "",
  numberOfRuns: 1,
  lastRunTime: record.startedAt,
  nextRunTime: null,
  status: recordStates[record.state] ?? 11,
  result: record.output.join("\n").slice(0, 128) || null,
  elapsedTime: record.elapsed ?? 0,
  createdTime: record.createdAt,
});

/** The quoted cron expression, without the fields for seconds and years that ours does not have. */
function cronOf(args: string, request: StockRequest): string {
  const text = (/"([^"]*)"/.exec(args)?.[1] ?? args).trim();
  const parts = text.split(/\s+/);
  if (parts.length <= 5) return text;
  const [seconds, ...rest] = parts;
  if (seconds !== "0" || (rest[5] ?? "*") !== "*") throw request.tell("cronSeconds");
  return rest.slice(0, 5).join(" ").replaceAll("?", "*");
}

function triggerInput(sent: StockInput, request: StockRequest): StockInput {
  const args = String(sent.args ?? "");
  const isPeriod = sent.triggerType === periodTrigger;
  const timing = isPeriod
    ? { type: "interval", intervalSeconds: Math.round(Number(args.replace(/\D/g, "")) / 1_000) }
    : { type: "cron", cron: cronOf(args, request) };
  const runs = Number(sent.maxNumberOfRuns);
  return {
    jobId: sent.jobId,
    triggerId: sent.triggerId,
    description: sent.description,
    startTime: sent.startTime,
    endTime: sent.endTime,
    version: sent.version,
    timeZone: request.zone,
    ...(runs > 0 ? { maxRuns: runs } : {}),
    ...timing,
  };
}

/** The id of the trigger that this API names by job and trigger name. */
async function numberOf(sent: StockInput, request: StockRequest): Promise<unknown> {
  if (Number(sent.id) > 0) return sent.id;
  const jobs: OwnResult[] = await request.ask(sysJob, "pageJobDetail", { jobId: sent.jobId });
  const triggers = jobs.find(({ jobId }) => jobId === sent.jobId)?.triggers ?? [];
  return triggers.find(({ triggerId }: OwnResult) => triggerId === sent.triggerId)?.id ?? 0;
}

const onTrigger = (action: "deleteJobTrigger" | "pauseTrigger" | "startTrigger"): StockCall => ({
  call: `POST sysJob/${action}`,
  run: async (sent, request) => {
    await request.ask(sysJob, action, { id: await numberOf(sent, request) });
    return null;
  },
});

async function records(sent: StockInput, request: StockRequest) {
  const page = Math.max(1, Number(sent.page) || 1);
  const { items, hasNextPage } = await request.ask(sysJob, "pageJobTriggerRecord", { jobId: sent.jobId, page });
  const rows = items.filter(({ triggerId }: OwnResult) => !sent.triggerId || triggerId === sent.triggerId);
  const pageSize = Math.max(1, items.length);
  // Runs are not counted: the total is the number known, plus one where there are more.
  const total = (page - 1) * pageSize + items.length + (hasNextPage ? 1 : 0);
  return {
    page,
    pageSize,
    total,
    totalPages: page + (hasNextPage ? 1 : 0),
    items: rows.map(recordShape),
    hasPrevPage: page > 1,
    hasNextPage,
  };
}

/** Calls about background jobs. */
export const jobCalls: readonly StockCall[] = [
  {
    call: "POST sysJob/pageJobDetail",
    resource: sysJob,
    operation: "pageJobDetail",
    result: (jobs: OwnResult[], _request, sent) => pageOfList(jobs.map(jobShape), sent),
  },
  { call: "POST sysJob/listJobGroup", resource: sysJob, operation: "listJobGroup" },
  { call: "POST sysJob/addJobDetail", unsafe: "jobsAreCode" },
  { call: "POST sysJob/deleteJobDetail", unsafe: "jobsAreCode" },
  {
    call: "POST sysJob/addJobTrigger",
    resource: sysJob,
    operation: "addJobTrigger",
    input: triggerInput,
    result: () => null,
  },
  {
    call: "POST sysJob/updateJobTrigger",
    run: async (sent, request) => {
      const id = await numberOf(sent, request);
      await request.ask(sysJob, "updateJobTrigger", { ...triggerInput(sent, request), id });
      return null;
    },
  },
  onTrigger("deleteJobTrigger"),
  onTrigger("pauseTrigger"),
  onTrigger("startTrigger"),
  { call: "POST sysJob/pauseAllJob", unsafe: "stopsAll" },
  { call: "POST sysJob/startAllJob", resource: sysJob, operation: "startAllJob", result: () => null },
  { call: "POST sysJob/cancelSleep", unsafe: "nothingToDo" },
  { call: "POST sysJob/persistAll", unsafe: "nothingToDo" },
  { call: "POST sysJob/cancelJob", unsafe: "cutsOff" },
  {
    call: "GET sysJob/jobClusterList",
    resource: sysJob,
    operation: "jobClusterList",
    result: (nodes: OwnResult[]) =>
      nodes.map(({ name, role, isWorking, seenAt }, at) => ({
        id: at + 1,
        clusterId: name,
        description: role,
        status: isWorking ? 1 : 0,
        updatedTime: seenAt,
      })),
  },
  { call: "POST sysJob/pageJobTriggerRecord", run: records },
];
