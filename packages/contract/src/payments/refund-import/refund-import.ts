import { z } from "zod";
import { Flag, field, Instant, Integer, requiredText } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CurrencyCode, idOf } from "../../payment-fields.ts";
import { filePartBytes } from "../../platform/file-parts.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { refundImportMessages } from "./refund-import.messages.ts";
import { RefundImportFailure, RefundImportStatus, RefundRowVerdict } from "./refund-import-enumerations.ts";

export const RefundImportId = idOf("rim");

/** The largest file of refunds that is taken, in bytes, and its most rows below the heading. */
export const refundImportBytesMax = filePartBytes;
export const refundImportRowsMax = 2_000;
/** Files of one merchant that may wait for a decision. */
export const openRefundImportsMax = 5;

const words = z.string().nullable();

/** A file of refunds of one merchant. Nothing is refunded before somebody who saw its dry run starts it. */
export const RefundImport = z.object({
  id: RefundImportId,
  fileName: requiredText(128),
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  status: RefundImportStatus.schema,
  fileBytes: Integer,
  rowCount: Integer,
  /** Rows that the work of now has behind it. */
  doneRows: Integer,
  failure: RefundImportFailure.schema.nullable(),
  checkTime: Instant.nullable(),
  startTime: Instant.nullable(),
  finishTime: Instant.nullable(),
  ...auditFields,
});
export type RefundImport = z.output<typeof RefundImport>;

const summed = field(z.string().regex(/^-?\d{1,30}$/), { kind: "money", currencyField: "currency" });
const settled = field(z.string().regex(/^-?\d{1,30}$/), { kind: "money", currencyField: "settleCurrency" });

/** What the rows of one verdict and currency come to; those that could not be read have no currency. */
export const RefundTotal = z.object({
  verdict: RefundRowVerdict.schema,
  currency: CurrencyCode.nullable(),
  settleCurrency: CurrencyCode.nullable(),
  count: Integer,
  amount: summed.nullable(),
  /** What they take of the merchant's balance, and our fees with their tax. */
  settleAmount: settled.nullable(),
  handlingFee: settled.nullable(),
});
export type RefundTotal = z.output<typeof RefundTotal>;

export const RefundImportDetail = RefundImport.extend({
  totals: z.array(RefundTotal),
  /** Whether refused rows are left out knowingly. */
  leaveOutRefused: Flag,
});
export type RefundImportDetail = z.output<typeof RefundImportDetail>;

const spec = {
  filters: {
    fileName: contains(64),
    status: oneOf(RefundImportStatus.schema),
    merchantId: exact(MerchantId),
    mode: exact(PaymentMode.schema),
    createTime: between(Instant),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: RefundImportId });

export const refundImport = defineResource({
  name: "refundImport",
  record: RefundImport,
  refusals: {
    emptyFile: { field: "data" },
    unreadable: { field: "data" },
    tooManyRows: { field: "data" },
    columnMissing: { field: "data" },
    tooManyOpen: { status: 409 },
    wrongState: { status: 409 },
    rowsRefused: { status: 409 },
    nothingToRefund: { status: 409 },
  },
  operations: {
    page: list(RefundImport, spec),
    detail: query(ById, RefundImportDetail),
    /** The caller's own newest files. */
    mine: query(Nothing, z.array(RefundImport), { access: "signedIn", passive: true }),
    /** Takes a file in base64 and has every row looked at. Refunds nothing. */
    add: command(
      largerInput(
        z.object({
          merchantId: MerchantId,
          mode: PaymentMode.schema.default("live"),
          fileName: requiredText(128),
          data: z.base64().max(Math.ceil(refundImportBytesMax / 3) * 4),
        }),
        { bytes: 720_000 },
      ),
      RefundImportId,
      { refusals: ["emptyFile", "unreadable", "tooManyRows", "columnMissing", "tooManyOpen"], secretInputs: ["data"] },
    ),
    /** Looks at every row once more. */
    check: command(ById, Done, { refusals: ["wrongState"] }),
    /** Asks for the refunds of the file, or goes on where it was stopped. Refused rows are only left out when told to. */
    start: command(ById.extend({ leaveOutRefused: Flag.default(false) }), Done, {
      refusals: ["wrongState", "rowsRefused", "nothingToRefund"],
    }),
    /** Stops between two rows; what was asked for stays. */
    stop: command(ById, Done, { refusals: ["wrongState"] }),
    cancel: command(ById, Done, { refusals: ["wrongState"] }),
  },
  menu: {
    path: "/trade/refund-import",
    component: "refund-import/refund-import.list",
    icon: "file-up",
    order: 165,
  },
  messages: refundImportMessages,
});
