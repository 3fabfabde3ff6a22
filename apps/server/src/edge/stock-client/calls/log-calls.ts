import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { sysLogEx } from "@countinghouse/contract/logs/call-log/log-ex.ts";
import { sysLogOp } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import {
  type OwnResult,
  pageOfList,
  pageShape,
  type StockCall,
  type StockFile,
  type StockRequest,
} from "../stock-call.ts";
import type { StockInput } from "../values.ts";

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const second = 1_000;

/** The client's time range, both ends included, as our half-open range. */
function timeRange({ startTime, endTime }: StockInput, { times }: StockRequest): StockInput {
  if (!isSet(startTime) && !isSet(endTime)) return {};
  const from = isSet(startTime) ? times.read(String(startTime)) : null;
  const last = isSet(endTime) ? times.read(String(endTime)) : null;
  const end = last === null ? Number.NaN : Date.parse(last);
  return { createTimeRange: [from, Number.isNaN(end) ? last : new Date(end + second).toISOString()] };
}

const statuses = ["400", "401", "403", "404", "405", "409", "410", "413", "415", "422", "423", "429", "500", "503"];

/** `200` selects calls that succeeded; any other text those that were refused. */
const statusFilter = ({ status }: StockInput): StockInput =>
  !isSet(status) ? {} : { status: String(status) === "200" ? ["200", "202"] : statuses };

function callFilters(sent: StockInput, request: StockRequest): StockInput {
  const { elapsed, controllerName, actionName } = sent;
  return {
    ...sent,
    ...timeRange(sent, request),
    status: undefined,
    elapsed: undefined,
    module: controllerName,
    operation: actionName,
    // Minimum duration in milliseconds.
    ...(isSet(elapsed) ? { elapsedRange: [Number(elapsed), null] } : {}),
  };
}

/** A log line in the client's field names. */
function lineShape(row: OwnResult, operation: string | null) {
  const [service, action] = (operation ?? "").split(/[.:]/);
  return {
    controllerName: service || null,
    actionName: action || null,
    displayTitle: row.operationName ?? null,
    logDateTime: row.createTime,
    logLevel: Number(row.status ?? 500) >= 500 ? 4 : 2,
    longitude: row.longitude ?? null,
    latitude: row.latitude ?? null,
  };
}

const visitShape = (row: OwnResult) => ({ ...row, ...lineShape(row, row.actionName) });

function callShape({ requestParam, stack, errorType, ...row }: OwnResult) {
  return {
    ...row,
    ...lineShape(row, row.operation),
    requestParam: requestParam == null ? null : JSON.stringify(requestParam),
    returnResult: null,
    eventId: null,
    threadId: null,
    traceId: row.requestId,
    exception: stack ?? errorType ?? null,
    message: row.message ?? null,
  };
}

/** The changed columns of a row, as this API's difference log lists them. */
const columnsOf = (row: Readonly<Record<string, unknown>> | null) =>
  Object.entries(row ?? {}).map(([columnName, value]) => ({
    columnName,
    columnDescription: columnName,
    value,
    isPrimaryKey: columnName === "id",
  }));

function differenceShape(row: OwnResult) {
  const side = (which: "beforeData" | "afterData"): string | null => {
    const tables = row.changes
      .filter((change: OwnResult) => change[which] !== null)
      .map((change: OwnResult) => ({
        tableName: change.tableName,
        tableDescription: change.tableName,
        columns: columnsOf(change[which]),
      }));
    return tables.length > 0 ? JSON.stringify(tables) : null;
  };
  return {
    id: row.id,
    beforeData: side("beforeData"),
    afterData: side("afterData"),
    sql: null,
    parameters: null,
    businessData: JSON.stringify({ operation: row.operation, title: row.operationName, requestId: row.requestId }),
    diffType: [...new Set(row.changes.map(({ diffType }: OwnResult) => diffType))].join(", ") || null,
    elapsed: row.elapsed,
    createTime: row.createTime,
    updateTime: null,
    createUserId: null,
    createUserName: row.realName,
    updateUserId: null,
    updateUserName: null,
    isDelete: false,
  };
}

const exportColumns = [
  "createTime",
  "operation",
  "operationName",
  "account",
  "realName",
  "status",
  "elapsed",
  "requestUrl",
  "remoteIp",
  "requestId",
];
const waitMs = 45_000;
const pollMs = 500;

/** Runs the export in the background as usual, and returns the file if it is ready in time. */
async function exported(resource: Resource, sent: StockInput, request: StockRequest): Promise<StockFile> {
  const filter = { page: 1, pageSize: 20, ...timeRange(sent, request) };
  const { jobId } = await request.ask(resource, "export", { format: "xlsx", columns: exportColumns, filter });
  for (let waited = 0; waited < waitMs; waited += pollMs) {
    const { state } = await request.ask(sysJobRun, "detail", { id: jobId });
    if (state === "done") return request.fetch(sysJobRun, "download", { id: jobId });
    if (state === "failed" || state === "cancelled") break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw request.tell("exportWaits", { page: request.page("/dashboard/home") });
}

const callLog = (resource: Resource): StockCall[] => [
  { call: `GET ${resource.name}/detail/:id`, resource, operation: "detail", result: callShape },
  { call: `POST ${resource.name}/clear`, unsafe: "clears" },
  { call: `POST ${resource.name}/export`, run: (sent, request) => exported(resource, sent, request) },
];

/** A log of defects holds no successful calls. */
const defectPage: StockCall = {
  call: "POST sysLogEx/page",
  run: async (sent, request) =>
    String(sent.status) === "200"
      ? pageOfList([], sent)
      : pageShape(await request.ask(sysLogEx, "page", callFilters(sent, request)), callShape),
};

/** Calls about the logs. */
export const logCalls: readonly StockCall[] = [
  {
    call: "POST sysLogVis/page",
    resource: sysLogVis,
    operation: "page",
    input: (sent, request) => ({
      ...callFilters(sent, request),
      actionName: sent.actionName,
      ...statusFilter(sent),
    }),
    result: (page) => pageShape(page, visitShape),
  },
  {
    call: "POST sysLogVis/clear",
    run: async (_sent, request) => {
      await request.ask(sysLogVis, "clear", {});
      throw request.tell("clearing", { page: request.page("/log/vislog") });
    },
  },
  {
    call: "POST sysLogOp/page",
    resource: sysLogOp,
    operation: "page",
    input: callFilters,
    result: (page) => pageShape(page, callShape),
  },
  defectPage,
  ...callLog(sysLogOp),
  ...callLog(sysLogEx),
  {
    call: "POST sysLogDiff/page",
    resource: sysLogDiff,
    operation: "page",
    input: (sent, request) => ({ ...sent, ...timeRange(sent, request) }),
    result: (page) => pageShape(page, differenceShape),
  },
  {
    call: "GET sysLogDiff/detail/:id",
    resource: sysLogDiff,
    operation: "detail",
    result: differenceShape,
  },
];
