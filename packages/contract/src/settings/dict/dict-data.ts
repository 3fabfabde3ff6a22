import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Id, OrderNo, optionalLongText, optionalText, requiredText } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { Status } from "../../system-enumerations.ts";
import { sysDictDataMessages } from "./dict-data.messages.ts";

/** Colour families of a tag, as clients of the published interface name them. */
export const TagType = z.enum(["primary", "success", "info", "warning", "danger"]);

const fields = {
  dictTypeId: Id,
  /** Shown text of hand-kept items; the number of enumeration items. */
  value: requiredText(128),
  /** The key that records store. */
  code: requiredText(256),
  name: optionalText(256),
  /** The shown text per language. */
  names: localeNames(256),
  tagType: field(TagType, { kind: "code" }).nullish(),
  styleSetting: optionalText(512),
  classSetting: optionalText(512),
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(2048),
  extData: optionalLongText(16_384),
};

/** One item of a dictionary. The value of an enumeration's item may be a blank, such as the tab that separates columns. */
export const DictItem = z.object({ id: Id, ...fields, value: field(z.string(), { kind: "text" }), ...auditFields });
export type DictItem = z.output<typeof DictItem>;

const spec = {
  filters: { dictTypeId: exact(Id), value: contains(128), code: contains(256), status: oneOf(Status.schema) },
  sortBy: ["orderNo", "code", "value", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

export const sysDictData = defineResource({
  name: "sysDictData",
  record: DictItem,
  refusals: {
    duplicate: { status: 409, field: "code", constraint: "dict_items_type_code_unique" },
    builtIn: { status: 409 },
    extDataMalformed: { field: "extData" },
  },
  operations: {
    page: list(DictItem, spec),
    list: query(z.object({ dictTypeId: z.number().int().positive() }), z.array(DictItem)),
    /** Items in use of a dictionary in use, by its code. */
    dataList: query(z.object({ code: z.string().max(64) }), z.array(DictItem), {
      access: "signedIn",
      path: "dataList/:code",
      refusals: ["unknownType"],
    }),
    detail: query(ById, DictItem),
    add: command(z.object(fields), Id, { refusals: ["duplicate", "unknownType", "builtIn", "extDataMalformed"] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      refusals: ["duplicate", "unknownType", "builtIn", "extDataMalformed"],
    }),
    delete: command(Removal, Done, { refusals: ["builtIn"] }),
    setStatus: command(z.object({ id: Id, status: Status.schema }), Done, { refusals: ["builtIn"] }),
    export: exportOf(spec),
  },
  messages: sysDictDataMessages,
});
