import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { describedAs, OpenCurrency, openText, pageOfOpen, pageQuery } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";
import { OpenRefund, OpenRefundCreation, OpenRefundStatus } from "./open-refund.ts";

const group = "refunds";
const params = z.strictObject({
  refundNo: describedAs(z.string().regex(/^RF[0-9A-Z]{10,30}$/), "Our refund number", "平台退款单号", "平台退款單號"),
});

export const refundOperations = {
  createRefund: openOperation({
    method: "POST",
    path: "/v1/refunds",
    scope: "refunds:write",
    group,
    summary: text3("Refund an order", "创建退款", "建立退款"),
    description: text3(
      "Gives back captured money, in one or several refunds. The refund is pending until its outcome is known; its events tell. A repeated request shows the refund that it made. A failed refund gave nothing back: ask again with a new key.",
      "退还已请款金额，可分多次。结果确定前状态为 pending，并以事件通知。重复请求返回其创建的退款。失败的退款未退出款项，请用新的键重新申请。",
      "退還已請款金額，可分多次。結果確定前狀態為 pending，並以事件通知。重複請求傳回其建立的退款。失敗的退款未退出款項，請以新的鍵重新申請。",
    ),
    body: OpenRefundCreation,
    answer: OpenRefund,
    refusals: [
      "not_found",
      "not_refundable",
      "exceeds_refundable",
      "capture_not_priced",
      "part_not_offered",
      "window_closed",
      "method_not_refundable",
      "merchant_may_not_refund",
      "insufficient_balance",
      "remark_needed",
      "duplicate_refund_no",
      "altered",
    ],
    needsKey: true,
    callsGateway: true,
    example: { orderNo: "OR20260601ABCDEFGHJK", amount: 2500, merchantRefundNo: "R-1001" },
  }),
  listRefunds: openOperation({
    method: "GET",
    path: "/v1/refunds",
    scope: "orders:read",
    group,
    summary: text3("List or find refunds", "查询退款列表", "查詢退款列表"),
    query: z.strictObject({
      ...pageQuery,
      merchantRefundNo: describedAs(openText(64).optional(), "Your number", "商户退款单号", "特店退款單號"),
      orderNo: describedAs(openText(40).optional(), "Our order number", "平台订单号", "平台訂單編號"),
      status: OpenRefundStatus.optional(),
      currency: OpenCurrency.optional(),
    }),
    answer: pageOfOpen("Refund", OpenRefund),
    ratePerSecond: 20,
    exampleQuery: { merchantRefundNo: "R-1001" },
  }),
  getRefund: openOperation({
    method: "GET",
    path: "/v1/refunds/:refundNo",
    scope: "orders:read",
    group,
    summary: text3("Read a refund", "查询退款", "查詢退款"),
    params,
    answer: OpenRefund,
  }),
  cancelRefund: openOperation({
    method: "POST",
    path: "/v1/refunds/:refundNo/cancel",
    scope: "refunds:write",
    group,
    summary: text3("Cancel a refund that was not sent", "取消未提交的退款", "取消未送出的退款"),
    params,
    answer: OpenRefund,
    refusals: ["invalid_transition", "altered", "operators_refund"],
    needsKey: true,
    example: {},
  }),
} as const;
