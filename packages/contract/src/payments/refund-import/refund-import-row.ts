import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, field, Integer } from "../../kit/field.ts";
import { exact, oneOf } from "../../kit/list.ts";
import { list } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { CurrencyCode, signedAmountIn } from "../../payment-fields.ts";
import { RefundBucket, RefundReason, RefundStatus } from "../order-refund/refund-enumerations.ts";
import { RefundImportId } from "./refund-import.ts";
import { RefundRowVerdict } from "./refund-import-enumerations.ts";
import { refundImportRowMessages } from "./refund-import-row.messages.ts";

const words = z.string().nullable();

/** One row of a file of refunds: what would become of it, and once it was asked for, what did. */
export const RefundImportRow = z.object({
  /** Row of the file; the heading is row 1. */
  id: Integer,
  verdict: RefundRowVerdict.schema,
  /** Why it is refused, in the language of whoever brought the file. */
  refusal: words,
  orderNo: Code.nullable(),
  merchantOrderNo: Code.nullable(),
  amount: signedAmountIn("currency").nullable(),
  currency: CurrencyCode.nullable(),
  reason: RefundReason.schema.nullable(),
  remark: words,
  merchantRefundNo: Code.nullable(),
  /** What it takes of the merchant's balance, at the rate of its captures. */
  settleAmount: signedAmountIn("settleCurrency").nullable(),
  settleCurrency: CurrencyCode.nullable(),
  /** Our fee for it, with its tax. */
  handlingFee: signedAmountIn("settleCurrency").nullable(),
  sourceBucket: RefundBucket.schema.nullable(),
  /** The refund that was asked for, now or by an earlier file. */
  refundNo: Code.nullable(),
  refundStatus: RefundStatus.schema.nullable(),
});
export type RefundImportRow = z.output<typeof RefundImportRow>;

const spec = {
  filters: {
    refundImportId: exact(RefundImportId),
    verdict: oneOf(RefundRowVerdict.schema),
    orderNo: exact(field(z.string().trim().max(64), { kind: "code" })),
  },
  sortBy: ["id"],
  defaultSort: { field: "id", order: "asc" },
} as const;

export const refundImportRow = defineResource({
  name: "refundImportRow",
  record: RefundImportRow,
  operations: {
    /** The rows of one file as its latest dry run, or the work since, found them. */
    page: list(RefundImportRow, spec),
    export: exportOf(spec),
  },
  messages: refundImportRowMessages,
});
