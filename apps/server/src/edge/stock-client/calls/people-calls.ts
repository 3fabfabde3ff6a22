import { sysUserMenu } from "@countinghouse/contract/dashboard/user-menu/user-menu.ts";
import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { invitationLink } from "../invitation-link.ts";
import { buttonsShape, menuEntryShape, menuRowInput, menuRowShape, menuTreeShape } from "../menus.ts";
import { markupOf, textOf } from "../notice-text.ts";
import { onlineUserShape } from "../online-users.ts";
import { nothing, type OwnResult, oneRow, pageShape, type StockCall } from "../stock-call.ts";
import type { StockInput } from "../values.ts";
import { directoryCalls } from "./directory-calls.ts";
import { tenantCalls } from "./tenant-calls.ts";

/** 0 and −1 stand for all organisations. */
const orgOf = ({ orgId, ...filters }: StockInput): StockInput =>
  orgId === undefined || Number(orgId) <= 0 ? filters : { ...filters, orgId };

const noticeShape = (notice: OwnResult) => ({ ...notice, content: markupOf(notice.content) });
const noticeInput = ({ content, ...notice }: StockInput): StockInput => ({ ...notice, content: textOf(content) });

const users: readonly StockCall[] = [
  { call: "POST sysUser/page", resource: sysUser, operation: "page", input: orgOf },
  { call: "POST sysUser/add", resource: sysUser, operation: "add", result: ({ id }) => id },
  { call: "POST sysUser/setStatus", resource: sysUser, operation: "setStatus", result: oneRow },
  {
    call: "POST sysUser/resetPwd",
    resource: sysUser,
    operation: "resetPwd",
    result: invitationLink,
  },
  {
    call: "POST sysUser/baseInfo",
    resource: sysUser,
    operation: "saveBaseInfo",
    overwrites: true,
    result: oneRow,
  },
];

const menus: readonly StockCall[] = [
  {
    call: "GET sysMenu/loginMenuTree",
    resource: sysMenu,
    operation: "loginMenuTree",
    result: (tree, request) => menuTreeShape(tree, request),
  },
  {
    call: "GET sysMenu/list",
    resource: sysMenu,
    operation: "list",
    result: (rows: OwnResult[]) => rows.map(menuRowShape),
  },
  { call: "POST sysMenu/add", resource: sysMenu, operation: "add", input: menuRowInput, result: nothing },
  { call: "POST sysMenu/update", resource: sysMenu, operation: "update", input: menuRowInput, overwrites: true },
  {
    call: "GET sysMenu/ownBtnPermList",
    resource: sysMenu,
    operation: "ownBtnPermList",
    result: (codes) => buttonsShape(codes),
  },
  {
    call: "GET sysUserMenu/userMenuList/:userId",
    resource: sysUserMenu,
    operation: "userMenuList",
    result: (entries: OwnResult[], request) => entries.map((entry) => menuEntryShape(entry, request)),
  },
];

const notices: readonly StockCall[] = [
  {
    call: "POST sysNotice/page",
    resource: sysNotice,
    operation: "page",
    result: (page) => pageShape(page, noticeShape),
  },
  { call: "POST sysNotice/add", resource: sysNotice, operation: "add", input: noticeInput, result: nothing },
  {
    call: "POST sysNotice/update",
    resource: sysNotice,
    operation: "update",
    input: noticeInput,
    overwrites: true,
  },
  {
    call: "GET sysNotice/pageReceived",
    resource: sysNotice,
    operation: "pageReceived",
    result: (page) => pageShape(page, (one) => ({ ...one, sysNotice: noticeShape(one.sysNotice) })),
  },
  {
    call: "GET sysNotice/unReadList",
    resource: sysNotice,
    operation: "unReadList",
    result: (rows: OwnResult[]) => rows.map(noticeShape),
  },
];

/** Calls about users, roles, menus and notices. */
export const peopleCalls: readonly StockCall[] = [
  ...users,
  ...menus,
  ...notices,
  ...tenantCalls,
  ...directoryCalls,
  { call: "POST sysRole/add", result: nothing },
  { call: "POST sysOrg/add", resource: sysOrg, operation: "add", input: (sent) => ({ ...sent, pid: sent.pid ?? 0 }) },
  {
    call: "POST sysOnlineUser/page",
    resource: sysOnlineUser,
    operation: "page",
    result: (page) => pageShape(page, onlineUserShape),
  },
  {
    call: "POST sysOnlineUser/forceOffline",
    resource: sysOnlineUser,
    operation: "forceOffline",
    input: ({ connectionId }) => ({ id: connectionId }),
  },
  { call: "POST sysPos/add", result: nothing },
  { call: "POST sysSchedule/add", result: nothing },
  { call: "POST sysSchedule/setStatus", result: oneRow },
];
