import {
  byId,
  changed,
  done,
  elsewhere,
  filters,
  id,
  type Kept,
  keepId,
  keepRow,
  keptTable,
  type ReplayedCall,
  rows,
  unsafe,
} from "./replayed-call.ts";
import * as shapes from "./shapes.ts";
import { list, page, scalarOf } from "./shapes.ts";

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

/** The client names a tenant by the account of its administrator. */
const administratorOf = (tenant: unknown): number => (tenant as { userId: number }).userId;

/** A link to the sign-in page by which the account's password is chosen. */
const linkOf = (account: string) => (link: unknown, at: string) =>
  new RegExp(`^http\\S+/login#account=${account.replace(".", "\\.")}&invitation=\\S+$`).test(String(link))
    ? []
    : [`${at} is no link: ${link}`];

/** Calls about people, what they may and what they are told. */
export const peopleReplay: readonly ReplayedCall[] = [
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
  { call: "POST /api/sysUser/resetPwd", body: byId("user"), ends: linkOf("stock.user") },
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
  { call: "GET /api/sysRole/list", ends: list(shapes.record("id:int name:str code:str?"), 1) },
  ...keptTable({
    service: "sysRole",
    as: "role",
    typed: { name: "Stock role", code: "stock_role", orderNo: 100, status: 1, remark: "", menuIdList: [] },
    found: {
      call: "POST /api/sysRole/page",
      body: filters({ name: "Stock role", code: "" }),
      ends: page(shapes.sysRole, 1),
    },
    key: ["code", "stock_role"],
    change: { remark: "changed" },
    between: [
      {
        call: "POST /api/sysRole/grantDataScope",
        body: (kept) => ({ id: kept.role, dataScope: 5, orgIdList: [1] }),
        ends: done,
      },
      ...["ownMenuList", "ownOrgList"].map((action) => ({
        call: `GET /api/sysRole/${action}`,
        path: ({ role }: Kept) => `/api/sysRole/${action}?Id=${role}&Status=1`,
        ends: scalarOf("ids"),
      })),
    ],
  }),
  ...keptTable({
    service: "sysMenu",
    as: "directory",
    typed: {
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
    },
    found: {
      call: "GET /api/sysMenu/list",
      query: { Title: "Stock directory", Type: "" },
      ends: list(shapes.sysMenu, 1),
    },
    key: ["title", "Stock directory"],
    change: { remark: "kept" },
  }),
  ...keptTable({
    service: "sysOrg",
    as: "org",
    typed: { name: "Stock organisation", code: "stock_org", type: "", orderNo: 100, status: 1, remark: "" },
    added: id,
    found: {
      call: "GET /api/sysOrg/list",
      query: { Id: "0", Name: "Stock organisation", Code: "", Type: "" },
      ends: list(shapes.sysOrg, 1),
    },
    key: ["code", "stock_org"],
    change: { remark: "changed" },
  }),
  ...keptTable({
    service: "sysPos",
    as: "pos",
    typed: { name: "Stock position", code: "stock_pos", orderNo: 100, status: 1, remark: "" },
    found: { call: "GET /api/sysPos/list", query: { Name: "Stock", Code: "" }, ends: list(shapes.sysPos, 1) },
    key: ["code", "stock_pos"],
    change: { remark: "changed" },
  }),
  {
    call: "POST /api/sysTenant/add",
    body: () => ({
      name: "Stock tenant",
      adminAccount: "stock.admin",
      phone: "13912345677",
      email: "",
      host: "",
      tenantType: 0,
      connection: "",
      orderNo: 100,
      status: 1,
      remark: "",
    }),
    ends: done,
  },
  {
    call: "POST /api/sysTenant/page",
    body: filters({ name: "", phone: "" }),
    ends: page(shapes.sysTenant, 3),
    keep: keepRow("made", "name", "Stock tenant"),
  },
  { call: "POST /api/sysTenant/update", body: changed("made", { name: "Stock tenant two" }), ends: done },
  {
    call: "POST /api/sysTenant/grantMenu",
    body: (kept) => ({ id: kept.made, menuIdList: [kept.menu] }),
    ends: done,
  },
  {
    call: "GET /api/sysTenant/ownMenuList",
    path: ({ madeRow }) => `/api/sysTenant/ownMenuList?UserId=${administratorOf(madeRow)}`,
    ends: (ids, at) => [
      ...scalarOf("ids")(ids, at),
      ...((ids as number[]).length === 1 ? [] : [`${at} is not what was granted`]),
    ],
  },
  {
    call: "POST /api/sysTenant/resetPwd",
    body: ({ madeRow }) => ({ userId: administratorOf(madeRow) }),
    ends: linkOf("stock.admin"),
  },
  {
    call: "POST /api/sysTenant/userList",
    body: (kept) => ({ tenantId: kept.made }),
    ends: list(shapes.sysUser, 1),
  },
  { call: "POST /api/sysTenant/setStatus", body: (kept) => ({ id: kept.tenant, status: 2 }), ends: rows },
  ...unsafe("sysTenant", "delete", "createDb"),
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
  ...keptTable({
    service: "sysSchedule",
    as: "schedule",
    typed: {
      scheduleTime: "2026-11-23 00:00:00",
      startTime: "09:00",
      endTime: "10:00",
      content: "Call the bank",
      status: 0,
    },
    found: {
      call: "POST /api/sysSchedule/page",
      body: () => ({ startTime: "2026-11-01 00:00:00", endTime: "2026-11-30 23:59:59" }),
      ends: list(shapes.sysSchedule, 1),
    },
    key: ["content", "Call the bank"],
    change: { content: "Call the other bank" },
    between: [
      { call: "POST /api/sysSchedule/setStatus", body: (kept) => ({ id: kept.schedule, status: 1 }), ends: rows },
    ],
  }),
  {
    call: "POST /api/sysOnlineUser/page",
    body: filters({ userName: "", realName: "" }),
    ends: page(shapes.sysOnlineUser, 1),
  },
  ...keptTable({
    service: "sysLdap",
    as: "ldap",
    typed: {
      host: "ldap.example.com",
      port: 389,
      baseDn: "dc=example,dc=com",
      bindDn: "cn=reader,dc=example,dc=com",
      bindPass: "quiet-Harbour-71",
      authFilter: "sAMAccountName=%s",
      version: 3,
      bindAttrAccount: "sAMAccountName",
      bindAttrEmployeeId: "EmployeeId",
      bindAttrCode: "objectGUID",
      status: 1,
    },
    added: id,
    found: {
      call: "POST /api/sysLdap/page",
      body: filters({ searchKey: "ldap.", host: "" }),
      ends: page(shapes.sysLdap, 1),
    },
    key: ["host", "ldap.example.com"],
    change: { authFilter: "uid=%s" },
    between: [{ call: "POST /api/sysLdap/syncUser", body: byId("ldap"), ends: done }],
  }),
  { call: "POST /api/sysWechatUser/page", body: filters({ nickName: "", mobile: "" }), ends: page(shapes.wechatUser) },
  ...elsewhere("sysWechatUser", "add", "update", "delete"),
];
