import { z } from "zod";
import { Id, OrderNo, optionalText, requiredText } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { lookup } from "../../references.ts";
import { Status } from "../../system-enumerations.ts";
import { sysTenantMessages } from "./tenant.messages.ts";

/** A tenant: a company whose people, organisations and records are apart from everyone else's. */
export const Tenant = z.object({
  id: Id,
  name: requiredText(64),
  orgId: Id.nullable(),
  /** The tenant's administrator. */
  userId: Id.nullable(),
  host: optionalText(128),
  orderNo: OrderNo,
  status: Status.schema,
  remark: optionalText(128),
  ...auditFields,
});

export const sysTenant = defineResource({
  name: "sysTenant",
  record: Tenant,
  refusals: {
    default: { status: 409 },
  },
  operations: {
    /** For choosing a tenant: all of them for the platform administrator, the own one for everybody else. */
    list: query(z.object(lookup("sysTenant")), z.array(Tenant)),
    /** A disabled tenant's users cannot sign in and are signed out. */
    setStatus: command(z.object({ id: Id, status: Status.schema }), Done, { refusals: ["default"], stepUp: true }),
  },
  messages: sysTenantMessages,
});
