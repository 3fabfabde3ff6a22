import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, field, Instant, Integer } from "../../kit/field.ts";
import { exact, oneOf } from "../../kit/list.ts";
import { list } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { OrderStatus } from "../coin-order/order-enumerations.ts";
import { OrderImportId } from "./order-import.ts";
import { ImportField, ImportVerdict, RowReason } from "./order-import-enumerations.ts";
import { orderImportRowMessages } from "./order-import-row.messages.ts";

/** What becomes of one row of a file. */
export const OrderImportRow = z.object({
  /** Row of the file; the heading is row 1. */
  id: Integer,
  verdict: ImportVerdict.schema,
  merchantOrderNo: Code.nullable(),
  amount: field(z.string(), { kind: "money", currencyField: "currency" }).nullable(),
  currency: Code.nullable(),
  status: OrderStatus.schema.nullable(),
  orderTime: Instant.nullable(),
  paymentMethod: Code.nullable(),
  field: ImportField.schema.nullable(),
  /** Heading of the column that the refusal is about. */
  columnName: z.string().nullable(),
  reason: RowReason.schema.nullable(),
  /** What the file says there. */
  value: z.string().nullable(),
});
export type OrderImportRow = z.output<typeof OrderImportRow>;

const spec = {
  filters: {
    importId: exact(OrderImportId),
    verdict: oneOf(ImportVerdict.schema),
    reason: oneOf(RowReason.schema),
    merchantOrderNo: exact(field(z.string().trim().max(64), { kind: "code" })),
  },
  sortBy: ["id"],
  defaultSort: { field: "id", order: "asc" },
} as const;

export const orderImportRow = defineResource({
  name: "orderImportRow",
  record: OrderImportRow,
  operations: {
    /** The rows of one import as its latest dry run found them. */
    page: list(OrderImportRow, spec),
    export: exportOf(spec),
  },
  messages: orderImportRowMessages,
});
