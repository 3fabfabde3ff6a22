import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import {
  dictionaryCode,
  Flag,
  field,
  Id,
  Integer,
  OrderNo,
  optionalText,
  ParentId,
  requiredText,
} from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { importOperations, importRefusals } from "../../platform/table-import.ts";
import { reference } from "../../references.ts";
import { Status } from "../../system-enumerations.ts";
import { sysOrgMessages } from "./org.messages.ts";

const fields = {
  /** The organisation above; 0 for a root. */
  pid: ParentId,
  name: requiredText(64),
  code: optionalText(64),
  level: Integer.nullish(),
  type: dictionaryCode("org_type").nullish(),
  /** The user who heads it. */
  directorId: reference("sysUser").nullish(),
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

/** An organisation of a tenant: company, department, team. */
export const Org = z.object({ id: Id, ...fields, ...tenantFields, ...auditFields });

/** An organisation with those below it. `disabled` ones are outside the caller's scope and only show the way. */
export const OrgNode = Org.extend({
  disabled: Flag,
  get children() {
    return field(z.array(OrgNode), { kind: "list" });
  },
});
export type OrgNode = z.output<typeof OrgNode>;

/** A row of a file of organisations; the code above it takes the place of the id. */
export const OrgRow = z.object({
  code: requiredText(64),
  name: fields.name,
  parentCode: requiredText(64),
  level: fields.level,
  type: fields.type,
  orderNo: fields.orderNo,
  remark: fields.remark,
});
export type OrgRow = z.output<typeof OrgRow>;

const spec = {
  filters: {
    name: contains(64),
    code: contains(64),
    type: exact(dictionaryCode("org_type")),
    status: oneOf(Status.schema),
    /** The organisation and everything below it. */
    orgId: exact(reference("sysOrg")),
  },
  sortBy: ["orderNo", "name", "code", "level", "createTime", "updateTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

const placing = ["rootNotAllowed", "outsideScope", "parentUnknown", "parentIsSelf", "parentIsBelow"] as const;

const listInput = z.object({
  /** Root of the wanted tree, 0 for all. */
  id: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(0),
  name: optionalText(64),
  code: optionalText(64),
  type: optionalText(64),
});

export const sysOrg = defineResource({
  name: "sysOrg",
  record: Org,
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "orgs_name_code_unique" },
    rootNotAllowed: { status: 403, field: "pid" },
    outsideScope: { status: 403 },
    parentUnknown: { field: "pid" },
    tenantRoot: { status: 409 },
    hasUsers: { status: 409 },
    hasExtraUsers: { status: 409 },
    hasUsersBelow: { status: 409 },
    ...importRefusals,
  },
  operations: {
    /** A tree; a flat list as soon as name, code or type is given. */
    list: query(listInput, z.array(OrgNode), { access: "signedIn" }),
    /** Those in the caller's organisations, as rows. */
    page: list(Org, spec, { access: "signedIn" }),
    detail: query(ById, Org),
    add: command(z.object(fields), Id, {
      stepUp: true,
      refusals: ["duplicate", "rootNotAllowed", "outsideScope", "parentUnknown"],
    }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      refusals: ["duplicate", ...placing],
    }),
    /** Puts an organisation below another one, behind the given one there or before all of them. */
    move: command(z.object({ ...updateInput, pid: ParentId, afterId: reference("sysOrg").nullish() }), Done, {
      stepUp: true,
      refusals: [...placing, "duplicate"],
    }),
    /** Removes the organisation and all below it. */
    delete: command(Removal, Done, {
      stepUp: true,
      refusals: ["outsideScope", "tenantRoot", "hasUsers", "hasExtraUsers", "hasUsersBelow"],
    }),
    ...importOperations({ stepUp: true }),
    export: exportOf(spec),
  },
  menu: { path: "/system/org", component: "org/org.list", icon: "building-2", order: 120 },
  messages: sysOrgMessages,
});
