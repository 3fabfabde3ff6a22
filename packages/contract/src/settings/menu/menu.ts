import { z } from "zod";
import { Flag, field, Id, OrderNo, optionalText, ParentId, requiredText } from "../../kit/field.ts";
import { command, Done, Nothing, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { MenuType, Status } from "../../system-enumerations.ts";
import { sysMenuMessages } from "./menu.messages.ts";

const fields = {
  /** The entry above; 0 for a first-level entry. */
  pid: ParentId,
  type: MenuType.schema,
  title: requiredText(64),
  /** The title per language; a language left out shows `title`. */
  titles: localeNames(64),
  /** Route name, unique where present. */
  name: optionalText(64),
  path: optionalText(128),
  /** Page file below the console's modules, without its extension. */
  component: optionalText(128),
  redirect: optionalText(128),
  /** Of buttons only: `resource:operation`. */
  permission: optionalText(128),
  icon: optionalText(128),
  isIframe: Flag.default(false),
  outLink: optionalText(256),
  isHide: Flag.default(false),
  isKeepAlive: Flag.default(true),
  isAffix: Flag.default(false),
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(256),
};

/** A directory, a page or a button. */
export const Menu = z.object({
  id: Id,
  /** Set on entries that come with the product, so that renaming them keeps them the same entry. */
  code: z.string().nullable(),
  ...fields,
  ...auditFields,
});
export type Menu = z.output<typeof Menu>;

export const MenuNode = Menu.extend({
  get children() {
    return field(z.array(MenuNode), { kind: "list" });
  },
});
export type MenuNode = z.output<typeof MenuNode>;

const MenuMeta = z.object({
  title: z.string(),
  titles: localeNames(64),
  icon: z.string().nullable(),
  isIframe: z.boolean(),
  isLink: z.string().nullable(),
  isHide: z.boolean(),
  isKeepAlive: z.boolean(),
  isAffix: z.boolean(),
});

/** An entry as the shell needs it to build routes and menus. */
export const MenuEntryOutput = z.object({
  id: Id,
  pid: ParentId,
  type: MenuType.schema,
  name: z.string().nullable(),
  path: z.string().nullable(),
  component: z.string().nullable(),
  permission: z.string().nullable(),
  redirect: z.string().nullable(),
  orderNo: OrderNo,
  status: Status.schema,
  remark: z.string().nullable(),
  createTime: auditFields.createTime,
  updateTime: auditFields.updateTime,
  createUserName: auditFields.createUserName,
  updateUserName: auditFields.updateUserName,
  meta: MenuMeta,
});

export const MenuTreeNode = MenuEntryOutput.extend({
  get children() {
    return field(z.array(MenuTreeNode), { kind: "list" });
  },
});
export type MenuTreeNode = z.output<typeof MenuTreeNode>;

const changeRefusals = [
  "duplicateTitle",
  "duplicatePermission",
  "duplicateName",
  "parentUnknown",
  "parentIsButton",
  "buttonAtRoot",
  "permissionMissing",
  "permissionMalformed",
  "permissionNotYours",
  "linkMalformed",
  "pathMalformed",
  "componentUnknown",
] as const;

export const sysMenu = defineResource({
  name: "sysMenu",
  record: Menu,
  refusals: {
    parentIsSelf: { field: "pid" },
    parentIsBelow: { field: "pid" },
    typeFixed: { field: "type" },
    builtIn: { status: 409 },
    buttonAtRoot: { field: "pid" },
    componentUnknown: { field: "component" },
    linkMalformed: { field: "outLink" },
    parentIsButton: { field: "pid" },
    parentUnknown: { field: "pid" },
    permissionMalformed: { field: "permission" },
    permissionMissing: { field: "permission" },
    permissionNotYours: { status: 403, field: "permission" },
    duplicateTitle: { status: 409, field: "title", constraint: "menus_title_unique" },
    duplicatePermission: { status: 409, field: "permission", constraint: "menus_permission_unique" },
    duplicateName: { status: 409, field: "name", constraint: "menus_name_unique" },
  },
  operations: {
    /** The caller's own pages and directories as a tree, ancestors added, buttons left out. */
    loginMenuTree: query(Nothing, z.array(MenuTreeNode), { access: "signedIn" }),
    /** A tree; a flat list as soon as title or type is given. Only entries the caller was granted. */
    list: query(z.object({ title: optionalText(64), type: MenuType.schema.nullish() }), z.array(MenuNode), {
      access: "signedIn",
    }),
    /** Whether an address is a page of this installation, the caller's or not: a page one may not see is no lost one. */
    hasPage: query(z.object({ path: requiredText(512) }), z.boolean(), { access: "signedIn", passive: true }),
    ownBtnPermList: query(Nothing, z.array(z.string()), { access: "signedIn" }),
    detail: query(ById, Menu),
    add: command(z.object(fields), Id, { stepUp: true, refusals: changeRefusals }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      refusals: [...changeRefusals, "parentIsSelf", "parentIsBelow", "typeFixed"],
    }),
    /** Removes the entry, all below it and the grants on them. */
    delete: command(Removal, Done, { stepUp: true, refusals: ["builtIn"] }),
  },
  menu: { path: "/platform/menu", component: "menu/menu.list", icon: "list-tree", order: 110 },
  messages: sysMenuMessages,
});
