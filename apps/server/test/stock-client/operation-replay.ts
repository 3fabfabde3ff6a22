import { byId, changed, done, elsewhere, filters, keepId, type ReplayedCall, text, unsafe } from "./replayed-call.ts";
import * as shapes from "./shapes.ts";
import { list, page, scalarOf } from "./shapes.ts";

const local = (offset: number): string => new Date(Date.now() + offset).toISOString().slice(0, 19).replace("T", " ");
const day = 86_400_000;
const times = { startTime: local(-2 * day), endTime: local(2 * day) };
const calls = { controllerName: "", actionName: "", account: "", remoteIp: "", elapsed: "" };

/** Calls about logs, files and the machinery. */
export const operationReplay: readonly ReplayedCall[] = [
  {
    call: "POST /api/sysLogVis/page",
    body: filters({ ...times, ...calls, actionName: "login", elapsed: null, status: "200" }),
    ends: page(shapes.sysLogVis, 1),
  },
  { call: "POST /api/sysLogVis/clear", ends: "elsewhere" },
  {
    call: "POST /api/sysLogOp/page",
    body: filters({ ...times, ...calls, controllerName: "sysPos", field: "createTime", order: "descending" }),
    ends: page(shapes.sysLogOp, 1),
    keep: (result: { items: { id: number }[] }, kept) => keepId("call")(result.items[0]?.id, kept),
  },
  { call: "GET /api/sysLogOp/detail/{id}", path: ({ call }) => `/api/sysLogOp/detail/${call}`, ends: shapes.sysLogOp },
  { call: "POST /api/sysLogOp/export", body: () => times, ends: "file" },
  ...unsafe("sysLogOp", "clear"),
  ...unsafe("sysLogEx", "clear"),
  {
    call: "POST /api/sysLogEx/page",
    body: filters({ ...times, ...calls, status: "" }),
    ends: page(shapes.sysLogOp, 1),
    keep: (result: { items: { id: number }[] }, kept) => keepId("defect")(result.items[0]?.id, kept),
  },
  {
    call: "GET /api/sysLogEx/detail/{id}",
    path: ({ defect }) => `/api/sysLogEx/detail/${defect}`,
    ends: shapes.sysLogOp,
  },
  { call: "POST /api/sysLogEx/export", body: () => times, ends: "file" },
  { call: "POST /api/sysLogDiff/page", body: filters(times), ends: page(shapes.sysLogDiff, 1) },
  {
    call: "POST /api/sysFile/uploadFile",
    ends: shapes.sysFile,
    keep: (result: { id: number }, kept) => keepId("file")(result.id, kept),
  },
  {
    call: "POST /api/sysFile/page",
    body: filters({ fileName: "stock", startTime: "", endTime: "" }),
    ends: page(shapes.sysFile, 1),
  },
  {
    call: "POST /api/sysFile/update",
    body: (kept) => ({ id: kept.file, fileName: "renamed", fileType: "", isPublic: true }),
    ends: done,
  },
  { call: "POST /api/sysFile/delete", body: byId("file"), ends: done },
  { call: "POST /api/sysFile/uploadAvatar", ends: shapes.sysFile },
  { call: "POST /api/sysFile/uploadSignature", ends: shapes.sysFile },
  {
    call: "GET /api/sysCache/keyList",
    ends: scalarOf("strs"),
    keep: (keys: string[], kept) => keepId("key")(keys[0], kept),
  },
  {
    call: "GET /api/sysCache/value/{key}",
    path: ({ key }) => `/api/sysCache/value/${encodeURIComponent(String(key))}`,
    ends: scalarOf("any"),
  },
  {
    call: "POST /api/sysCache/delete/{key}",
    path: ({ key }) => `/api/sysCache/delete/${encodeURIComponent(String(key))}`,
    ends: scalarOf("int"),
  },
  { call: "POST /api/sysCache/clear", ends: done },
  { call: "GET /api/sysServer/serverBase", ends: shapes.serverBase },
  { call: "GET /api/sysServer/serverUsed", ends: shapes.serverUsed },
  { call: "GET /api/sysServer/serverDisk", ends: list(shapes.serverDisk, 1) },
  { call: "GET /api/sysServer/assemblyList", ends: list(shapes.record("name:str version:str"), 1) },
  {
    call: "POST /api/sysOpenAccess/page",
    body: filters({ accessKey: "" }),
    ends: page(shapes.sysOpenAccess, 1),
    keep: (result: { items: { id: number }[] }, kept) => {
      kept.access = result.items[0]?.id;
      kept.accessRow = result.items[0];
    },
  },
  {
    call: "POST /api/sysOpenAccess/add",
    body: () => ({ accessKey: "k", accessSecret: "s", bindUserId: 1 }),
    ends: "elsewhere",
  },
  { call: "POST /api/sysOpenAccess/secret", ends: "elsewhere" },
  { call: "POST /api/sysOpenAccess/update", body: changed("access", { remark: "changed" }), ends: done },
  { call: "POST /api/sysOpenAccess/delete", body: byId("access"), ends: done },
  {
    call: "POST /api/sysOpenAccess/generateSignature",
    body: () => ({
      accessKey: "key",
      accessSecret: "secret",
      method: 0,
      url: "/api/sysPos/list",
      timestamp: 1_719_999_999,
      nonce: "1234567890abcdef",
    }),
    ends: text,
  },
  {
    call: "POST /api/sysJob/pageJobDetail",
    body: filters({ jobId: "", groupName: "", description: "" }),
    ends: page(shapes.sysJob, 1),
    keep: (result: { items: { jobDetail: { jobId: string } }[] }, kept) =>
      keepId("job")(result.items[0]?.jobDetail.jobId, kept),
  },
  { call: "POST /api/sysJob/listJobGroup", ends: scalarOf("strs") },
  {
    call: "POST /api/sysJob/updateJobDetail",
    body: (kept) => ({ jobId: kept.job, groupName: "default", description: "of ours" }),
    ends: done,
  },
  {
    call: "POST /api/sysJob/addJobTrigger",
    body: (kept) => ({
      jobId: kept.job,
      triggerId: "stock_trigger",
      triggerType: "Furion.Schedule.PeriodTrigger",
      args: "3600000",
      description: "",
      startTime: "",
      endTime: "",
      maxNumberOfRuns: 0,
    }),
    ends: done,
  },
  {
    call: "POST /api/sysJob/updateJobTrigger",
    body: (kept) => ({
      jobId: kept.job,
      triggerId: "stock_trigger",
      triggerType: "Furion.Schedule.CronTrigger",
      args: '"0 30 2 * * ?",2',
      description: "nightly",
    }),
    ends: done,
  },
  {
    call: "POST /api/sysJob/pauseTrigger",
    body: (kept) => ({ jobId: kept.job, triggerId: "stock_trigger" }),
    ends: done,
  },
  {
    call: "POST /api/sysJob/startTrigger",
    body: (kept) => ({ jobId: kept.job, triggerId: "stock_trigger" }),
    ends: done,
  },
  {
    call: "POST /api/sysJob/deleteJobTrigger",
    body: (kept) => ({ jobId: kept.job, triggerId: "stock_trigger" }),
    ends: done,
  },
  { call: "POST /api/sysJob/pauseJob", body: (kept) => ({ jobId: kept.job }), ends: done },
  { call: "POST /api/sysJob/startJob", body: (kept) => ({ jobId: kept.job }), ends: done },
  { call: "POST /api/sysJob/runJob", body: (kept) => ({ jobId: kept.job }), ends: done },
  { call: "POST /api/sysJob/startAllJob", ends: done },
  { call: "GET /api/sysJob/jobClusterList", ends: list(shapes.sysJobCluster) },
  {
    call: "POST /api/sysJob/pageJobTriggerRecord",
    body: (kept) => ({ ...filters()(), jobId: kept.job, triggerId: "" }),
    ends: page(shapes.sysJobRecord),
  },
  ...unsafe("sysJob", "addJobDetail", "deleteJobDetail", "pauseAllJob", "cancelSleep", "persistAll", "cancelJob"),
  {
    call: "GET /api/sysDatabase/list",
    ends: scalarOf("strs"),
    keep: (ids: string[], kept) => keepId("database")(ids[0], kept),
  },
  { call: "GET /api/sysDatabase/visualDbTable", ends: shapes.visualTables },
  {
    call: "GET /api/sysDatabase/tableList/{configId}",
    path: ({ database }) => `/api/sysDatabase/tableList/${database}`,
    ends: list(shapes.record("name:str description:str? dbObjectType:int"), 10),
  },
  {
    call: "GET /api/sysDatabase/columnList/{tableName}/{configId}",
    path: ({ database }) => `/api/sysDatabase/columnList/users/${database}`,
    ends: list(shapes.dbColumn, 5),
  },
  ...unsafe(
    "sysDatabase",
    "addTable",
    "updateTable",
    "deleteTable",
    "addColumn",
    "updateColumn",
    "deleteColumn",
    "createEntity",
    "createSeedData",
  ),
  ...unsafe("sysPlugin", "page", "add", "update", "delete"),
  { call: "POST /api/sysCodeGen/page", body: filters({ tableName: "", busName: "" }), ends: page(shapes.codeGen) },
  {
    call: "GET /api/sysCodeGen/databaseList",
    ends: list(shapes.record("configId:str dbType:str connectionString:str"), 1),
  },
  {
    call: "GET /api/sysCodeGen/tableList/{configId}",
    path: ({ database }) => `/api/sysCodeGen/tableList/${database}`,
    ends: list(
      shapes.record("configId:str tableName:str entityName:str createTime:dt? updateTime:dt? tableComment:str?"),
      10,
    ),
  },
  {
    call: "GET /api/sysCodeGen/columnListByTableName/{tableName}/{configId}",
    path: ({ database }) => `/api/sysCodeGen/columnListByTableName/users/${database}`,
    ends: list(
      shapes.record(
        `columnName:str propertyName:str columnLength:int dataType:str isPrimarykey:bool isNullable:bool netType:str?
        columnComment:str? columnKey:str`,
      ),
      5,
    ),
  },
  { call: "GET /api/sysCodeGen/applicationNamespaces", ends: scalarOf("strs") },
  { call: "GET /api/sysCodeGenConfig/list", query: { CodeGenId: "1" }, ends: list(shapes.record("id:int")) },
  ...unsafe("sysCodeGen", "add", "update", "delete", "preview", "runLocal"),
  ...unsafe("sysCodeGenConfig", "update"),
  {
    call: "POST /api/sysWechatPay/page",
    body: filters({ searchKey: "", createTimeRange: ["2026-11-01 00:00:00", null], field: "createTime" }),
    ends: page(shapes.wechatPay, 1),
    keep: (result: { items: { transactionId: string }[] }, kept) =>
      keepId("transaction")(result.items[0]?.transactionId, kept),
  },
  {
    call: "POST /api/sysWechatPay/listRefund",
    body: ({ transaction }) => transaction,
    ends: list(shapes.wechatRefund, 1),
  },
  ...elsewhere("sysWechatPay", "payTransactionNative", "refundDomestic"),
  {
    call: "POST /api/approvalFlow/page",
    body: filters({ searchKey: "sysConfig.", code: "update", name: "", remark: "" }),
    ends: page(shapes.approvalFlow, 1),
    keep: (result: { items: { id: number }[] }, kept) => keepId("flow")(result.items[0]?.id, kept),
  },
  {
    call: "GET /api/approvalFlow/detail",
    path: ({ flow }) => `/api/approvalFlow/detail?Id=${flow}`,
    ends: shapes.approvalFlow,
  },
  ...unsafe("approvalFlow", "add", "update", "delete"),
];
