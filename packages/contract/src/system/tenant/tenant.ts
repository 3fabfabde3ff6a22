import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Id, Instant, OrderNo, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { lookup } from "../../references.ts";
import { Status } from "../../system-enumerations.ts";
import { PhoneNumber } from "../user/phone-field.ts";
import { AccountName, Invitation } from "../user/user.ts";
import { sysTenantMessages } from "./tenant.messages.ts";

const fields = {
  name: requiredText(64).min(2),
  orderNo: OrderNo.default(100),
  remark: optionalText(128),
};

const stored = {
  id: Id,
  name: requiredText(64),
  orgId: Id.nullable(),
  /** The tenant's administrator. */
  userId: Id.nullable(),
  orderNo: OrderNo,
  status: Status.schema,
  remark: optionalText(128),
};

/** A tenant: a company whose people, organisations and records are apart from everyone else's. */
export const Tenant = z.object({
  ...stored,
  adminAccount: z.string().nullable(),
  adminName: z.string().nullable(),
  phone: PhoneNumber.nullable(),
  email: field(z.string(), { kind: "text", personal: true }).nullable(),
  ...auditFields,
});
export type Tenant = z.output<typeof Tenant>;

const spec = {
  filters: { name: contains(64), phone: contains(16), status: oneOf(Status.schema) },
  sortBy: ["orderNo", "name", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

/** Which tenant it is about, and the link of its administrator. */
const Seated = Invitation.extend({ id: Id });
const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });
const menuIdList = field(z.array(Id).max(2000), { kind: "list" });

export const sysTenant = defineResource({
  name: "sysTenant",
  record: Tenant,
  for: "operator",
  refusals: {
    default: { status: 409 },
    platformOnly: { status: 403 },
    duplicate: { status: 409, field: "name", constraint: "tenants_name_unique" },
    duplicateAccount: { status: 409, field: "adminAccount", constraint: "users_account_unique" },
    duplicatePhone: { status: 409, field: "phone", constraint: "users_phone_unique" },
    noAdministrator: { status: 409 },
    menuUnknown: { field: "menuIdList" },
  },
  operations: {
    page: list(Tenant, spec),
    /** For choosing a tenant: all of them for the platform administrator, the own one for everybody else. */
    list: query(z.object(lookup("sysTenant")), z.array(z.object({ ...stored, ...auditFields }))),
    detail: query(ById, Tenant),
    /** A tenant with its root organisation, roles, positions and administrator, who chooses a password by a link. */
    add: command(
      z.object({
        ...fields,
        adminAccount: AccountName,
        adminName: requiredText(32),
        phone: PhoneNumber.nullish(),
        email: field(z.email().max(64), { kind: "text", personal: true }).nullish(),
      }),
      Seated,
      {
        stepUp: true,
        secretResult: true,
        refusals: ["platformOnly", "duplicate", "duplicateAccount", "duplicatePhone"],
      },
    ),
    /** Also renames the root organisation, as long as it is called like the tenant. */
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      refusals: ["platformOnly", "duplicate"],
    }),
    /** A disabled tenant's users cannot sign in and are signed out. */
    setStatus: command(z.object({ id: Id, status: Status.schema }), Done, {
      refusals: ["default", "platformOnly"],
      stepUp: true,
    }),
    /** Replaces what the tenant's administrators may do, and with it all that anybody of the tenant can be given. */
    grantMenu: command(z.object({ id: Id, menuIdList }), Done, {
      stepUp: true,
      refusals: ["default", "platformOnly", "noAdministrator", "menuUnknown"],
    }),
    ownMenuList: query(ById, z.array(Id)),
    /** Lets the tenant's administrator in by a link alone; what opened the account before does not any more. */
    resetPwd: command(ById, Seated, {
      stepUp: true,
      secretResult: true,
      refusals: ["platformOnly", "noAdministrator"],
    }),
    /** Puts the caller's session inside a tenant for an hour: it sees no other, and what it makes is of that one. */
    switchTo: command(z.object({ id: Id, reason: Reason }), z.object({ until: Instant }), {
      stepUp: true,
      refusals: ["platformOnly"],
    }),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: { path: "/system/tenant", component: "tenant/tenant.list", icon: "building", order: 160 },
  messages: sysTenantMessages,
});
