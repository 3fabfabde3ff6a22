import { z } from "zod";
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
import { command, Done, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
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
  },
  operations: {
    /** A tree; a flat list as soon as name, code or type is given. */
    list: query(listInput, z.array(OrgNode), { access: "signedIn" }),
    detail: query(ById, Org),
    add: command(z.object(fields), Id, {
      stepUp: true,
      refusals: ["duplicate", "rootNotAllowed", "outsideScope", "parentUnknown"],
    }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      refusals: ["duplicate", "rootNotAllowed", "outsideScope", "parentUnknown", "parentIsSelf", "parentIsBelow"],
    }),
    /** Removes the organisation and all below it. */
    delete: command(Removal, Done, {
      stepUp: true,
      refusals: ["outsideScope", "tenantRoot", "hasUsers", "hasExtraUsers", "hasUsersBelow"],
    }),
  },
  menu: { path: "/system/org", component: "org/org.list", icon: "building-2", order: 120 },
  messages: sysOrgMessages,
});
