import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { OrderNo, optionalText, requiredText, Version } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMethodCategory, SwitchStatus } from "../../payment-enumerations.ts";
import { SnakeCode } from "../../payment-fields.ts";
import { lookup, reference } from "../../references.ts";
import { paymentMethodMessages } from "./payment-method.messages.ts";

export const PaymentMethodId = reference("paymentMethod");

const fields = {
  nameEn: requiredText(64),
  nameZhCn: requiredText(64),
  nameZhTw: requiredText(64),
  category: PaymentMethodCategory.schema,
  sort: OrderNo.default(100),
  remark: optionalText(128),
};

/** A payment method as payers know it, of any provider. */
export const PaymentMethod = z.object({
  id: PaymentMethodId,
  code: SnakeCode,
  ...fields,
  status: SwitchStatus.schema,
  ...auditFields,
});
export type PaymentMethod = z.output<typeof PaymentMethod>;

const spec = {
  filters: {
    // Not validated like the field: a filter is read while being typed.
    code: contains(32),
    category: oneOf(PaymentMethodCategory.schema),
    status: oneOf(SwitchStatus.schema),
  },
  sortBy: ["sort", "code", "category", "createTime"],
  defaultSort: { field: "sort", order: "asc" },
} as const;

const ById = z.object({ id: PaymentMethodId });
const idAndVersion = { id: PaymentMethodId, version: Version.nullish() };

export const paymentMethod = defineResource({
  name: "paymentMethod",
  record: PaymentMethod,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "code", constraint: "payment_methods_code_unique" },
  },
  operations: {
    page: list(PaymentMethod, spec),
    /** For choosing and naming a method: all of them, including disabled ones. */
    list: query(
      z.object({ ...lookup("paymentMethod"), merchantId: reference("merchant").nullish() }),
      z.array(
        z.object({
          id: PaymentMethodId,
          code: z.string(),
          nameEn: z.string(),
          nameZhCn: z.string(),
          nameZhTw: z.string(),
          category: PaymentMethodCategory.schema,
          status: SwitchStatus.schema,
        }),
      ),
      { for: "everyone", access: "signedIn" },
    ),
    detail: query(ById, PaymentMethod),
    /** The code cannot be changed: programs and stored orders refer to it. */
    add: command(z.object({ code: SnakeCode, ...fields }), PaymentMethodId, { refusals: ["duplicate"] }),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/method",
    component: "payment-method/payment-method.list",
    icon: "credit-card",
    order: 140,
  },
  messages: paymentMethodMessages,
});
