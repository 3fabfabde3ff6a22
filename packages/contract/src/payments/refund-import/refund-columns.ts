import { text3 } from "../../kit/locale.ts";
import { findColumn } from "../../platform/file-columns.ts";

/** What a file of refunds may tell, each with its heading and the other headings that are understood. */
export const refundColumns = {
  orderNo: { text: text3("Order no.", "订单号", "訂單編號"), also: ["orderid", "ordernumber", "order"] },
  merchantOrderNo: {
    text: text3("Merchant order no.", "商户订单号", "特店訂單編號"),
    also: ["merchantorderid", "merchantreference", "reference"],
  },
  amount: { text: text3("Refund amount", "退款金额", "退款金額"), also: ["amount", "refund", "金额", "金額"] },
  currency: { text: text3("Currency", "币种", "幣別"), also: ["ccy", "currencycode"] },
  reason: { text: text3("Reason", "退款原因", "退款原因"), also: ["refundreason", "原因"] },
  remark: { text: text3("Remark", "备注", "備註"), also: ["note", "comment", "说明", "說明"] },
  merchantRefundNo: {
    text: text3("Merchant’s refund no.", "商户退款单号", "特店退款編號"),
    also: ["merchantrefundno", "merchantrefundid", "refundno", "refundid", "退款单号", "退款編號"],
  },
} as const;

export type RefundColumn = keyof typeof refundColumns;

/** Columns without which a file says nothing; one of the order's two numbers is needed as well. */
export const neededRefundColumns = ["amount", "currency", "reason"] as const satisfies readonly RefundColumn[];

/** Where in a header the column stands, or -1 when no heading names it. */
export const findRefundColumn = (column: RefundColumn, header: readonly string[]): number =>
  findColumn(column, refundColumns[column], header);
