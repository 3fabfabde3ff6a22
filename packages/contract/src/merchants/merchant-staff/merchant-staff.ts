import { z } from "zod";
import { Flag, field, Id, Instant, requiredText, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PhoneNumber } from "../../system/user/phone-field.ts";
import { AccountName } from "../../system/user/user.ts";
import { Status } from "../../system-enumerations.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { merchantStaffMessages } from "./merchant-staff.messages.ts";
import { StaffRole } from "./staff-enumerations.ts";

const person = {
  realName: requiredText(32),
  email: field(z.email().max(64), { kind: "text", personal: true }).nullish(),
  phone: PhoneNumber.nullish(),
  role: StaffRole.schema,
};

/** A merchant's user. */
export const StaffMember = z.object({
  id: Id,
  merchantId: MerchantId,
  merchantName: z.string(),
  account: AccountName,
  ...person,
  /** Null for users with roles other than the standard merchant roles. */
  role: StaffRole.schema.nullable(),
  status: Status.schema,
  /** Invited, and never signed in. */
  isInvited: Flag,
  lastLoginTime: Instant.nullable(),
  ...tenantFields,
  ...auditFields,
});
export type StaffMember = z.output<typeof StaffMember>;

/** Link for setting a password; shown once, and valid once. */
const Invitation = z.object({
  id: Id,
  account: z.string(),
  invitation: field(z.string(), { kind: "secret" }),
  expireTime: Instant,
});

const spec = {
  filters: {
    realName: contains(32),
    account: contains(32),
    merchantId: exact(MerchantId),
    status: oneOf(Status.schema),
  },
  sortBy: ["createTime", "realName", "account", "lastLoginTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

export const merchantStaff = defineResource({
  name: "merchantStaff",
  record: StaffMember,
  refusals: {
    duplicateAccount: { status: 409, field: "account", constraint: "users_account_unique" },
    duplicatePhone: { status: 409, field: "phone", constraint: "users_phone_unique" },
    roleNotYours: { status: 403, field: "role" },
    roleMissing: { status: 409, field: "role" },
    protected: { status: 403 },
    ownAccount: { status: 409 },
  },
  operations: {
    page: list(StaffMember, spec),
    detail: query(ById, StaffMember),
    /** Creates an account that can only be entered by invitation link. */
    add: command(z.object({ merchantId: MerchantId, account: AccountName, ...person }), Invitation, {
      refusals: ["duplicateAccount", "duplicatePhone", "roleNotYours", "roleMissing"],
      stepUp: true,
      secretResult: true,
    }),
    /** Other roles than the standard merchant roles are kept until one of these is set. */
    update: command(
      changeInput({
        ...person,
        realName: person.realName.optional(),
        role: StaffRole.schema.nullish(),
        ...updateInput,
      }),
      Done,
      {
        refusals: ["duplicatePhone", "roleNotYours", "roleMissing", "protected", "ownAccount"],
        stepUp: true,
      },
    ),
    /** Creates another link; the previous one and the password become invalid, and sessions end. */
    invite: command(ById, Invitation, { refusals: ["protected", "ownAccount"], stepUp: true, secretResult: true }),
    setStatus: command(z.object({ id: Id, status: Status.schema, version: Version.nullish() }), Done, {
      refusals: ["protected", "ownAccount"],
      stepUp: true,
    }),
  },
  menu: {
    path: "/merchant/staff",
    component: "merchant-staff/merchant-staff.list",
    icon: "users",
    order: 110,
    ownTitle: text3("Staff", "员工", "員工"),
  },
  messages: merchantStaffMessages,
});
