import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Id, OrderNo, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { Status, YesNo } from "../../system-enumerations.ts";
import { DictItem } from "./dict-data.ts";
import { sysDictTypeMessages } from "./dict-type.messages.ts";

const fields = {
  name: requiredText(64),
  names: localeNames(64),
  code: field(requiredText(64).regex(/^[A-Za-z][\w.-]*$/), { kind: "text", format: "name" }),
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(256),
};

/** A dictionary. Those with `sysFlag` 1 mirror an enumeration of the product. */
export const DictType = z.object({ id: Id, ...fields, sysFlag: YesNo.schema, ...auditFields });

/** An item as forms and cells need it, in the caller's language. */
export const DictEntry = z.object({
  typeCode: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  value: z.string(),
  remark: z.string().nullable(),
  orderNo: z.number().int(),
  tagType: z.string().nullable(),
  extData: z.string().nullable(),
});

const spec = {
  filters: { name: contains(64), code: contains(64), status: oneOf(Status.schema), sysFlag: oneOf(YesNo.schema) },
  sortBy: ["orderNo", "name", "code", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

export const sysDictType = defineResource({
  name: "sysDictType",
  record: DictType,
  refusals: {
    duplicate: { status: 409, field: "code", constraint: "dict_types_code_unique" },
    builtIn: { status: 409 },
    unknown: { status: 404 },
  },
  operations: {
    page: list(DictType, spec),
    list: query(Nothing, z.array(DictType)),
    detail: query(z.object({ id: z.number().int().positive(), status: Status.schema.nullish() }), DictType),
    add: command(z.object(fields), Id, { refusals: ["duplicate"] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { refusals: ["duplicate", "builtIn"] }),
    /** Removes the dictionary with its items. */
    delete: command(Removal, Done, { refusals: ["builtIn"] }),
    setStatus: command(z.object({ id: Id, status: Status.schema }), Done, { refusals: ["builtIn"] }),
    /** All items of a dictionary, disabled ones included. */
    dataList: query(z.object({ code: z.string().max(64) }), z.array(DictItem), {
      access: "signedIn",
      refusals: ["unknown"],
    }),
    /** Every dictionary in use: type code → its items in use. */
    allDictList: query(Nothing, z.record(z.string(), z.array(DictEntry)), { access: "signedIn" }),
    export: exportOf(spec),
  },
  menu: { path: "/platform/dict", component: "dict/dict.list", icon: "book-a", order: 130 },
  messages: sysDictTypeMessages,
});
