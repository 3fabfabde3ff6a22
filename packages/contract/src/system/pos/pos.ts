import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Id, OrderNo, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { importOperations, importRefusals } from "../../platform/table-import.ts";
import { lookup } from "../../references.ts";
import { Status } from "../../system-enumerations.ts";
import { sysPosMessages } from "./pos.messages.ts";

const fields = {
  name: requiredText(64),
  code: optionalText(64),
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

/** A row of a file of positions. */
export const PosRow = z.object({
  name: fields.name,
  code: fields.code,
  orderNo: fields.orderNo,
  remark: fields.remark,
});
export type PosRow = z.output<typeof PosRow>;

/** A position that a user holds in an organisation. */
export const Pos = z.object({ id: Id, ...fields, ...tenantFields, ...auditFields });

const spec = {
  filters: { name: contains(64), code: contains(64), status: oneOf(Status.schema) },
  sortBy: ["orderNo", "name", "code", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

export const sysPos = defineResource({
  name: "sysPos",
  record: Pos,
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "positions_name_code_unique" },
    inUse: { status: 409 },
    ...importRefusals,
  },
  operations: {
    page: list(Pos, spec),
    list: query(
      z.object({ ...lookup("sysPos"), name: z.string().optional(), code: z.string().optional() }),
      z.array(Pos),
      {
        access: "signedIn",
      },
    ),
    detail: query(ById, Pos),
    add: command(z.object(fields), Id, { refusals: ["duplicate"] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { refusals: ["duplicate"] }),
    delete: command(Removal, Done, { refusals: ["inUse"] }),
    ...importOperations(),
    export: exportOf(spec),
  },
  menu: { path: "/system/pos", component: "pos/pos.list", icon: "briefcase", order: 130 },
  messages: sysPosMessages,
});
