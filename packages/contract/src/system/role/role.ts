import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Id, OrderNo, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { lookup } from "../../references.ts";
import { DataScope, Status } from "../../system-enumerations.ts";
import { sysRoleMessages } from "./role.messages.ts";

const fields = {
  name: requiredText(64),
  code: optionalText(64),
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

/** What its holders may do (menus and buttons) and whose data they see. */
export const Role = z.object({ id: Id, ...fields, dataScope: DataScope.schema, ...tenantFields, ...auditFields });

const menuIdList = field(z.array(Id).max(2000), { kind: "list" });
const orgIdList = field(z.array(Id).max(2000), { kind: "list" });

const spec = {
  filters: {
    name: contains(64),
    code: contains(64),
    status: oneOf(Status.schema),
    dataScope: oneOf(DataScope.schema),
  },
  sortBy: ["orderNo", "name", "code", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

export const sysRole = defineResource({
  name: "sysRole",
  record: Role,
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "roles_name_code_unique" },
    menuNotYours: { status: 403 },
    wider: { status: 403 },
    builtInCode: { status: 409 },
    builtInStatus: { status: 409 },
    builtIn: { status: 409 },
    inUse: { status: 409 },
    scopeNotYours: { status: 403 },
    orgNotYours: { status: 403 },
    orgMissing: { field: "orgIdList" },
  },
  operations: {
    page: list(Role, spec),
    /** Roles in use, for choosing. */
    list: query(
      z.object(lookup("sysRole")),
      z.array(z.object({ id: Id, name: z.string(), code: z.string().nullable(), ...tenantFields })),
      {
        access: "signedIn",
      },
    ),
    detail: query(ById, Role),
    /** A new role with its menus and whose data its holders see: their own alone unless told. */
    add: command(
      z.object({
        ...fields,
        dataScope: DataScope.schema.optional(),
        orgIdList: orgIdList.optional(),
        menuIdList: menuIdList.optional(),
      }),
      Id,
      {
        refusals: ["duplicate", "menuNotYours", "scopeNotYours", "orgNotYours", "orgMissing", "wider"],
        stepUp: true,
      },
    ),
    /** Changes the role; `menuIdList` replaces its menus where sent. Never changes the data scope. */
    update: command(changeInput({ ...fields, ...updateInput, menuIdList: menuIdList.optional() }), Done, {
      refusals: ["duplicate", "menuNotYours", "wider", "builtInCode", "builtInStatus"],
      stepUp: true,
    }),
    delete: command(Removal, Done, { stepUp: true, refusals: ["builtIn", "inUse", "wider"] }),
    /** Replaces the role's menus and buttons. */
    grantMenu: command(z.object({ id: Id, menuIdList }), Done, { refusals: ["menuNotYours", "wider"], stepUp: true }),
    /** Sets whose data the role's holders see; organisations only count for the scope of chosen ones. */
    grantDataScope: command(z.object({ id: Id, dataScope: DataScope.schema, orgIdList: orgIdList.default([]) }), Done, {
      refusals: ["scopeNotYours", "orgNotYours", "orgMissing", "wider"],
      stepUp: true,
    }),
    ownMenuList: query(ById, z.array(Id)),
    ownOrgList: query(ById, z.array(Id)),
    setStatus: command(z.object({ id: Id, status: Status.schema }), Done, {
      stepUp: true,
      refusals: ["builtInStatus", "wider"],
    }),
    export: exportOf(spec),
  },
  menu: { path: "/system/role", component: "role/role.list", icon: "shield-check", order: 110 },
  messages: sysRoleMessages,
});
