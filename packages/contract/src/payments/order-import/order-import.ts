import { z } from "zod";
import { Flag, field, Instant, Integer, requiredText } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { idOf } from "../../payment-fields.ts";
import { filePart } from "../../platform/file-parts.ts";
import { ImportMapping } from "./import-mapping.ts";
import { orderImportMessages } from "./order-import.messages.ts";
import {
  ImportDelimiter,
  ImportEncoding,
  ImportFailure,
  ImportVerdict,
  OrderImportStatus,
} from "./order-import-enumerations.ts";

export const OrderImportId = idOf("imp");

/** The largest file that is taken. */
export const importFileBytesMax = 200 * 1_048_576;
export const importRowsMax = 1_000_000;
/** Files of one merchant that may wait for their import. */
export const openImportsMax = 5;

const words = z.string().nullable();
const summed = field(z.string().regex(/^\d{1,30}$/), { kind: "money", currencyField: "currency" });

/** A file of orders that were taken elsewhere, on its way into the history of a merchant. */
export const OrderImport = z.object({
  id: OrderImportId,
  fileName: requiredText(128),
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  status: OrderImportStatus.schema,
  fileBytes: Integer,
  /** Rows below the heading; null until the file was read. */
  rowCount: Integer.nullable(),
  /** Rows that the work of now has behind it. */
  doneRows: Integer,
  newCount: Integer,
  presentCount: Integer,
  leftOutCount: Integer,
  refusedCount: Integer,
  importedCount: Integer,
  failure: ImportFailure.schema.nullable(),
  /** Row of the file where it could not be read on; the heading is row 1. */
  failureRow: Integer.nullable(),
  checkTime: Instant.nullable(),
  startTime: Instant.nullable(),
  finishTime: Instant.nullable(),
  ...auditFields,
});
export type OrderImport = z.output<typeof OrderImport>;

/** A column of the file: its heading, its first texts, and its words where they are few. */
export const ImportColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  words: z.array(z.object({ word: z.string(), count: Integer })).nullable(),
});
export type ImportColumn = z.output<typeof ImportColumn>;

/** What the rows of one verdict, currency and status come to; those whose amount cannot be read have no currency. */
export const ImportTotal = z.object({
  verdict: ImportVerdict.schema,
  currency: z.string().nullable(),
  status: z.enum(["paid", "failed", "canceled"]).nullable(),
  count: Integer,
  amount: summed.nullable(),
});
export type ImportTotal = z.output<typeof ImportTotal>;

export const OrderImportDetail = OrderImport.extend({
  receivedBytes: Integer,
  encoding: ImportEncoding.schema.nullable(),
  delimiter: ImportDelimiter.schema.nullable(),
  columns: z.array(ImportColumn),
  /** What was chosen, or what the headings suggest. */
  mapping: ImportMapping.nullable(),
  totals: z.array(ImportTotal),
  /** Whether refused rows are left out knowingly. */
  leaveOutRefused: Flag,
});
export type OrderImportDetail = z.output<typeof OrderImportDetail>;

const spec = {
  filters: {
    fileName: contains(64),
    status: oneOf(OrderImportStatus.schema),
    merchantId: exact(MerchantId),
    mode: exact(PaymentMode.schema),
    createTime: between(Instant),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: OrderImportId });

export const orderImport = defineResource({
  name: "orderImport",
  record: OrderImport,
  refusals: {
    fileTooLarge: { field: "fileBytes" },
    tooManyOpen: { status: 409 },
    partOutOfOrder: { status: 409 },
    wrongState: { status: 409 },
    rowsRefused: { status: 409 },
    nothingNew: { status: 409 },
    ordersInUse: { status: 409 },
  },
  operations: {
    page: list(OrderImport, spec),
    detail: query(ById, OrderImportDetail),
    /** The caller's own newest imports. */
    mine: query(Nothing, z.array(OrderImport), { access: "signedIn", passive: true }),
    /** Opens an import; the file follows in parts. */
    add: command(
      z.object({
        merchantId: MerchantId,
        mode: PaymentMode.schema.default("live"),
        fileName: requiredText(128),
        fileBytes: field(z.number().int().min(1), { kind: "integer" }),
      }),
      OrderImportId,
      { refusals: ["fileTooLarge", "tooManyOpen"] },
    ),
    /** Takes one part of the file in base64. Parts come in their order; after the last one the file is read. */
    upload: command(filePart(ById), z.object({ receivedBytes: Integer }), {
      refusals: ["partOutOfOrder", "wrongState"],
      secretInputs: ["data"],
    }),
    /** Reads the file again, with another encoding or separator. */
    inspect: command(ById.extend({ encoding: ImportEncoding.schema, delimiter: ImportDelimiter.schema }), Done, {
      refusals: ["wrongState"],
    }),
    /** Looks at every row and imports none. */
    check: command(ById.extend({ mapping: ImportMapping }), Done, {
      refusals: ["wrongState", "fieldMissing", "noSuchColumn"],
    }),
    /** Imports the new rows, or goes on where it was stopped. Refused rows are only left out when told to. */
    start: command(ById.extend({ leaveOutRefused: Flag.default(false) }), Done, {
      refusals: ["wrongState", "rowsRefused", "nothingNew"],
    }),
    /** Stops between two batches; what was imported stays. */
    stop: command(ById, Done, { refusals: ["wrongState"] }),
    cancel: command(ById, Done, { refusals: ["wrongState"] }),
    /** Takes every order of the import out again, unless somebody has worked with one of them. */
    undo: command(ById, Done, { refusals: ["wrongState", "ordersInUse"] }),
  },
  menu: {
    path: "/trade/order-import",
    component: "order-import/order-import.list",
    icon: "file-up",
    order: 150,
  },
  messages: orderImportMessages,
});
