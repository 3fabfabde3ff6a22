import * as shapes from "./shapes.ts";
import { list, nothing, page, type Shape, scalarOf } from "./shapes.ts";

/** What earlier calls of the replay left: ids of what they made. */
export type Kept = Record<string, unknown>;

/** One call of the published API, as its stock client makes it. */
export interface ReplayedCall {
  /** Method and path, with the slots of the published description. */
  readonly call: string;
  readonly path?: (kept: Kept) => string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: (kept: Kept) => unknown;
  /** `answers` with a shape; or a refusal in words: `unsafe` for good, `missing` until it is built, `elsewhere` on a page of ours. */
  readonly ends: Shape | "file" | "unsafe" | "missing" | "elsewhere";
  readonly keep?: (result: never, kept: Kept) => void;
}

const id = scalarOf("int");
const rows = scalarOf("int");
const text = scalarOf("str");
const done = nothing;
/** Filters of a list as the client sends them: empty texts, and as many rows as it wants. */
const filters =
  (more: Record<string, unknown> = {}) =>
  () => ({ page: 1, pageSize: 10_000, field: "", order: "", ...more });
const byId = (name: string) => (kept: Kept) => ({ id: kept[name] });
const keepId = (name: string) => (result: unknown, kept: Kept) => {
  kept[name] = result;
};
/** Keeps the id of the row that has a value, from a page or a list. */
const keepRow = (name: string, field: string, value: unknown) => (result: unknown, kept: Kept) => {
  const found = (result as { items?: Record<string, unknown>[] }).items ?? (result as Record<string, unknown>[]);
  kept[name] = found.find((row) => row[field] === value)?.id;
  kept[`${name}Row`] = found.find((row) => row[field] === value);
};
const changed = (name: string, more: Record<string, unknown>) => (kept: Kept) => ({
  ...(kept[`${name}Row`] as object),
  ...more,
});

const missing = (...calls: string[]): ReplayedCall[] =>
  calls.map((call) => ({ call, ends: "missing", body: () => ({ id: 1 }) }));
const unsafe = (...calls: string[]): ReplayedCall[] =>
  calls.map((call) => ({ call, ends: "unsafe", body: () => ({ id: 1, jobId: "x" }) }));

const user = {
  account: "stock.user",
  realName: "Lin Chen",
  phone: "13912345678",
  accountType: 777,
  orgId: 1,
  posId: null,
  sex: 1,
  birthday: "1990-02-03 00:00:00",
  email: "",
  roleIdList: [],
  extOrgIdList: [],
  orderNo: 100,
  status: 1,
  remark: "",
};

const ofPeople: ReplayedCall[] = [
  {
    call: "GET /api/sysAuth/userInfo",
    ends: shapes.loginUser,
    keep: (result: { id: number }, kept) => keepId("me")(result.id, kept),
  },
  { call: "POST /api/sysUser/add", body: () => user, ends: id, keep: keepId("user") },
  {
    call: "POST /api/sysUser/page",
    body: filters({ orgId: -1, account: "stock", realName: "", posName: "", phone: "" }),
    ends: page(shapes.sysUser, 1),
    keep: keepRow("user", "account", "stock.user"),
  },
  {
    call: "POST /api/sysUser/update",
    body: changed("user", { nickName: "Lin", roleIdList: [], extOrgIdList: [] }),
    ends: done,
  },
  { call: "GET /api/sysUser/baseInfo", ends: shapes.sysUser, keep: keepId("own") },
  { call: "POST /api/sysUser/baseInfo", body: (kept) => ({ ...(kept.own as object), nickName: "Boss" }), ends: rows },
  { call: "POST /api/sysUser/setStatus", body: (kept) => ({ id: kept.user, status: 2 }), ends: rows },
  { call: "POST /api/sysUser/resetPwd", body: byId("user"), ends: text },
  { call: "POST /api/sysUser/unlockLogin", body: byId("user"), ends: done },
  {
    call: "GET /api/sysUser/ownRoleList/{userId}",
    path: ({ user: one }) => `/api/sysUser/ownRoleList/${one}`,
    ends: scalarOf("ids"),
  },
  {
    call: "GET /api/sysUser/ownExtOrgList/{userId}",
    path: ({ user: one }) => `/api/sysUser/ownExtOrgList/${one}`,
    ends: list(shapes.record("orgId:int")),
  },
  { call: "POST /api/sysUser/delete", body: (kept) => ({ id: kept.user, orgId: 1 }), ends: done },
  {
    call: "GET /api/sysMenu/loginMenuTree",
    ends: list(shapes.menuOutput, 3),
    keep: (tree: { children: { id: number }[] }[], kept) => keepId("menu")(tree[0]?.children[0]?.id, kept),
  },
  { call: "POST /api/sysUserMenu/add", body: (kept) => ({ userId: kept.me, menuIdList: [kept.menu] }), ends: done },
  {
    call: "GET /api/sysUserMenu/userMenuList/{userId}",
    path: ({ me }) => `/api/sysUserMenu/userMenuList/${me}`,
    ends: list(shapes.menuOutput, 1),
  },
  {
    call: "POST /api/sysRole/add",
    body: () => ({ name: "Stock role", code: "stock_role", orderNo: 100, status: 1, remark: "", menuIdList: [] }),
    ends: done,
  },
  {
    call: "POST /api/sysRole/page",
    body: filters({ name: "Stock role", code: "" }),
    ends: page(shapes.sysRole, 1),
    keep: keepRow("role", "code", "stock_role"),
  },
  { call: "GET /api/sysRole/list", ends: list(shapes.record("id:int name:str code:str?"), 1) },
  { call: "POST /api/sysRole/update", body: changed("role", { remark: "changed" }), ends: done },
  {
    call: "POST /api/sysRole/grantDataScope",
    body: (kept) => ({ id: kept.role, dataScope: 5, orgIdList: [1] }),
    ends: done,
  },
  {
    call: "GET /api/sysRole/ownMenuList",
    path: ({ role }) => `/api/sysRole/ownMenuList?Id=${role}&Status=1`,
    ends: scalarOf("ids"),
  },
  {
    call: "GET /api/sysRole/ownOrgList",
    path: ({ role }) => `/api/sysRole/ownOrgList?Id=${role}`,
    ends: scalarOf("ids"),
  },
  { call: "POST /api/sysRole/delete", body: byId("role"), ends: done },
  {
    call: "POST /api/sysMenu/add",
    body: () => ({
      type: 1,
      title: "Stock directory",
      name: "stockDirectory",
      path: "/stock",
      component: "Layout",
      icon: "ele-Menu",
      isIframe: false,
      outLink: "",
      isHide: false,
      isKeepAlive: true,
      isAffix: false,
      orderNo: 100,
      status: 1,
    }),
    ends: done,
  },
  {
    call: "GET /api/sysMenu/list",
    query: { Title: "Stock directory", Type: "" },
    ends: list(shapes.sysMenu, 1),
    keep: keepRow("directory", "title", "Stock directory"),
  },
  { call: "POST /api/sysMenu/update", body: changed("directory", { remark: "kept" }), ends: done },
  { call: "POST /api/sysMenu/delete", body: byId("directory"), ends: done },
  {
    call: "POST /api/sysOrg/add",
    body: () => ({ name: "Stock organisation", code: "stock_org", type: "", orderNo: 100, status: 1, remark: "" }),
    ends: id,
  },
  {
    call: "GET /api/sysOrg/list",
    query: { Id: "0", Name: "Stock organisation", Code: "", Type: "" },
    ends: list(shapes.sysOrg, 1),
    keep: keepRow("org", "code", "stock_org"),
  },
  { call: "POST /api/sysOrg/update", body: changed("org", { remark: "changed" }), ends: done },
  { call: "POST /api/sysOrg/delete", body: byId("org"), ends: done },
  {
    call: "POST /api/sysPos/add",
    body: () => ({ name: "Stock position", code: "stock_pos", orderNo: 100, status: 1, remark: "" }),
    ends: done,
  },
  {
    call: "GET /api/sysPos/list",
    query: { Name: "Stock", Code: "" },
    ends: list(shapes.sysPos, 1),
    keep: keepRow("pos", "code", "stock_pos"),
  },
  { call: "POST /api/sysPos/update", body: changed("pos", { remark: "changed" }), ends: done },
  { call: "POST /api/sysPos/delete", body: byId("pos"), ends: done },
  { call: "POST /api/sysTenant/page", body: filters({ name: "", phone: "" }), ends: page(shapes.sysTenant, 1) },
  { call: "POST /api/sysTenant/setStatus", body: (kept) => ({ id: kept.tenant, status: 2 }), ends: rows },
  ...missing(
    "POST /api/sysTenant/add",
    "POST /api/sysTenant/update",
    "POST /api/sysTenant/delete",
    "POST /api/sysTenant/grantMenu",
    "GET /api/sysTenant/ownMenuList",
    "POST /api/sysTenant/resetPwd",
    "POST /api/sysTenant/createDb",
    "POST /api/sysTenant/userList",
  ),
  {
    call: "POST /api/sysNotice/add",
    body: () => ({ title: "Stock notice", content: "<p>Line &amp; one</p>", type: 1 }),
    ends: done,
  },
  {
    call: "POST /api/sysNotice/page",
    body: filters({ title: "Stock", type: "" }),
    ends: page(shapes.sysNotice, 1),
    keep: keepRow("notice", "title", "Stock notice"),
  },
  { call: "POST /api/sysNotice/update", body: changed("notice", { content: "<p>Line two</p>" }), ends: done },
  { call: "POST /api/sysNotice/public", body: byId("notice"), ends: done },
  {
    call: "GET /api/sysNotice/pageReceived",
    query: { Title: "", Type: "", Page: "1", PageSize: "300" },
    ends: page(shapes.received, 1),
  },
  { call: "GET /api/sysNotice/unReadList", ends: list(shapes.sysNotice, 1) },
  { call: "POST /api/sysNotice/setRead", body: byId("notice"), ends: done },
  { call: "POST /api/sysNotice/delete", body: byId("draft"), ends: done },
  {
    call: "POST /api/sysSchedule/add",
    body: () => ({
      scheduleTime: "2026-11-23 00:00:00",
      startTime: "09:00",
      endTime: "10:00",
      content: "Call the bank",
      status: 0,
    }),
    ends: done,
  },
  {
    call: "POST /api/sysSchedule/page",
    body: () => ({ startTime: "2026-11-01 00:00:00", endTime: "2026-11-30 23:59:59" }),
    ends: list(shapes.sysSchedule, 1),
    keep: keepRow("schedule", "content", "Call the bank"),
  },
  { call: "POST /api/sysSchedule/update", body: changed("schedule", { content: "Call the other bank" }), ends: done },
  { call: "POST /api/sysSchedule/setStatus", body: (kept) => ({ id: kept.schedule, status: 1 }), ends: rows },
  { call: "POST /api/sysSchedule/delete", body: byId("schedule"), ends: done },
  {
    call: "POST /api/sysOnlineUser/page",
    body: filters({ userName: "", realName: "" }),
    ends: page(shapes.sysOnlineUser, 1),
  },
  ...missing(
    "POST /api/sysLdap/page",
    "POST /api/sysLdap/add",
    "POST /api/sysLdap/update",
    "POST /api/sysLdap/delete",
    "POST /api/sysLdap/syncUser",
  ),
  ...missing(
    "POST /api/sysWechatUser/page",
    "POST /api/sysWechatUser/add",
    "POST /api/sysWechatUser/update",
    "POST /api/sysWechatUser/delete",
  ),
];

const ofSettings: ReplayedCall[] = [
  {
    call: "POST /api/sysRegion/add",
    body: () => ({ name: "Stockland", code: "990000", orderNo: 100, lng: 116.4, lat: 39.9 }),
    ends: id,
  },
  {
    call: "POST /api/sysRegion/page",
    body: filters({ pid: 0, name: "Stockland", code: "" }),
    ends: page(shapes.sysRegion, 1),
    keep: keepRow("region", "code", "990000"),
  },
  {
    call: "GET /api/sysRegion/list",
    query: { Id: "0" },
    ends: list(shapes.record("id:int pid:int name:str code:str level:int"), 1),
  },
  { call: "POST /api/sysRegion/update", body: changed("region", { remark: "changed" }), ends: done },
  { call: "POST /api/sysRegion/delete", body: byId("region"), ends: done },
  { call: "POST /api/sysRegion/sync", ends: done },
  {
    call: "POST /api/sysDictType/add",
    body: () => ({ name: "Stock dictionary", code: "stock_dict", orderNo: 100, status: 1, remark: "" }),
    ends: done,
  },
  {
    call: "POST /api/sysDictType/page",
    body: filters({ name: "Stock", code: "" }),
    ends: page(shapes.sysDictType, 1),
    keep: keepRow("dict", "code", "stock_dict"),
  },
  { call: "GET /api/sysDictType/list", ends: list(shapes.sysDictType, 10) },
  { call: "POST /api/sysDictType/update", body: changed("dict", { remark: "changed" }), ends: done },
  {
    call: "POST /api/sysDictData/add",
    body: (kept) => ({
      dictTypeId: kept.dict,
      value: "One",
      code: "1",
      name: "",
      tagType: "primary",
      orderNo: 100,
      status: 1,
      extData: "",
    }),
    ends: done,
  },
  {
    call: "POST /api/sysDictData/page",
    body: (kept) => ({ ...filters({ value: "One", code: "" })(), dictTypeId: kept.dict }),
    ends: page(shapes.sysDictData, 1),
    keep: keepRow("item", "code", "1"),
  },
  { call: "GET /api/sysDictType/dataList", query: { Code: "stock_dict" }, ends: list(shapes.sysDictData, 1) },
  {
    call: "GET /api/sysDictData/dataList/{code}",
    path: () => "/api/sysDictData/DataList/stock_dict",
    ends: list(shapes.sysDictData, 1),
  },
  { call: "GET /api/sysDictType/allDictList", path: () => "/api/sysDictType/AllDictList", ends: shapes.dictionaries },
  { call: "POST /api/sysDictData/update", body: changed("item", { value: "First" }), ends: done },
  { call: "POST /api/sysDictData/delete", body: byId("item"), ends: done },
  { call: "POST /api/sysDictType/delete", body: byId("dict"), ends: done },
  {
    call: "POST /api/sysConfig/add",
    body: () => ({
      name: "Stock setting",
      code: "stock_setting",
      value: "1",
      sysFlag: 2,
      groupCode: "Stock",
      orderNo: 100,
      remark: "",
    }),
    ends: done,
  },
  {
    call: "POST /api/sysConfig/page",
    body: filters({ name: "Stock", code: "", groupCode: "" }),
    ends: page(shapes.sysConfig, 1),
    keep: keepRow("config", "code", "stock_setting"),
  },
  { call: "GET /api/sysConfig/groupList", ends: scalarOf("strs") },
  { call: "POST /api/sysConfig/update", body: changed("config", { value: "2" }), ends: done },
  { call: "POST /api/sysConfig/batchDelete", body: (kept) => [kept.config], ends: done },
  { call: "POST /api/sysConfig/delete", body: byId("config2"), ends: done },
  { call: "GET /api/sysConfig/sysInfo", ends: shapes.sysInfo, keep: keepId("site") },
  {
    call: "POST /api/sysConfig/saveSysInfo",
    body: (kept) => ({ ...(kept.site as object), sysTitle: "Stock title", sysLogoBase64: "", sysLogoFileName: "" }),
    ends: done,
  },
  { call: "GET /api/sysConst/list", ends: list(shapes.constantClass, 1) },
  { call: "GET /api/sysEnum/enumTypeList", ends: list(shapes.enumType, 10) },
  { call: "GET /api/sysEnum/enumDataList", query: { EnumName: "StatusEnum" }, ends: shapes.enumEntities },
  ...missing(
    "POST /api/sysPrint/page",
    "POST /api/sysPrint/add",
    "POST /api/sysPrint/update",
    "POST /api/sysPrint/delete",
  ),
];

const local = (offset: number): string => new Date(Date.now() + offset).toISOString().slice(0, 19).replace("T", " ");
const day = 86_400_000;
const times = { startTime: local(-2 * day), endTime: local(2 * day) };
const calls = { controllerName: "", actionName: "", account: "", remoteIp: "", elapsed: "" };

const ofOperations: ReplayedCall[] = [
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
  ...unsafe("POST /api/sysLogOp/clear", "POST /api/sysLogEx/clear"),
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
  ...missing("POST /api/sysFile/uploadAvatar", "POST /api/sysFile/uploadSignature"),
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
  ...unsafe(
    "POST /api/sysJob/addJobDetail",
    "POST /api/sysJob/deleteJobDetail",
    "POST /api/sysJob/pauseAllJob",
    "POST /api/sysJob/cancelSleep",
    "POST /api/sysJob/persistAll",
    "POST /api/sysJob/cancelJob",
  ),
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
    "POST /api/sysDatabase/addTable",
    "POST /api/sysDatabase/updateTable",
    "POST /api/sysDatabase/deleteTable",
    "POST /api/sysDatabase/addColumn",
    "POST /api/sysDatabase/updateColumn",
    "POST /api/sysDatabase/deleteColumn",
    "POST /api/sysDatabase/createEntity",
    "POST /api/sysDatabase/createSeedData",
  ),
  ...unsafe(
    "POST /api/sysPlugin/page",
    "POST /api/sysPlugin/add",
    "POST /api/sysPlugin/update",
    "POST /api/sysPlugin/delete",
    "POST /api/sysCodeGen/runLocal",
  ),
  ...missing(
    "POST /api/sysCodeGen/page",
    "POST /api/sysCodeGen/add",
    "POST /api/sysCodeGen/update",
    "POST /api/sysCodeGen/delete",
    "GET /api/sysCodeGen/databaseList",
    "GET /api/sysCodeGen/tableList/{configId}",
    "GET /api/sysCodeGen/columnListByTableName/{tableName}/{configId}",
    "GET /api/sysCodeGen/applicationNamespaces",
    "POST /api/sysCodeGen/preview",
    "GET /api/sysCodeGenConfig/list",
    "POST /api/sysCodeGenConfig/update",
  ),
  ...missing(
    "POST /api/sysWechatPay/page",
    "POST /api/sysWechatPay/listRefund",
    "POST /api/sysWechatPay/payTransactionNative",
    "POST /api/sysWechatPay/refundDomestic",
  ),
  ...missing(
    "POST /api/approvalFlow/page",
    "POST /api/approvalFlow/add",
    "POST /api/approvalFlow/update",
    "POST /api/approvalFlow/delete",
    "GET /api/approvalFlow/detail",
  ),
];

/** Calls of the sign-in: the suite makes them by hand, since each ends or begins a session. */
const ofSignIn: ReplayedCall[] = [
  { call: "GET /api/sysAuth/captcha", ends: shapes.record("id:str img:str expirySeconds:int") },
  { call: "POST /api/sysAuth/login", ends: shapes.record("accessToken:str refreshToken:str") },
  { call: "POST /api/sysAuth/loginPhone", ends: "elsewhere" },
  { call: "POST /api/sysSms/sendSms/{phoneNumber}", ends: "elsewhere" },
  { call: "POST /api/sysAuth/unLockScreen", ends: scalarOf("bool") },
  { call: "POST /api/sysUser/changePwd", ends: rows },
  { call: "POST /api/sysAuth/logout", ends: done },
];

export const signInReplay: readonly ReplayedCall[] = ofSignIn;
/** The other calls, in an order in which each finds what it needs. */
export const replay: readonly ReplayedCall[] = [...ofPeople, ...ofSettings, ...ofOperations];
