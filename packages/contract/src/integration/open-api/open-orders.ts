import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { OpenCapture } from "./open-capture.ts";
import { OpenCurrency, openText, pageOfOpen, pageQuery, said, sentAmount } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";
import {
  OpenConfirmation,
  OpenOrder,
  OpenOrderCreation,
  OpenOrderWithToken,
  OpenPayerOrder,
  openOrderStatuses,
} from "./open-order.ts";

const group = "orders";
const params = z.strictObject({
  orderNo: said(z.string().regex(/^OR[0-9A-Z]{10,30}$/), "Our order number", "平台订单号", "平台訂單編號"),
});
const captureParams = z.strictObject({
  captureNo: said(z.string().regex(/^CP[0-9A-Z]{10,30}$/), "Our capture number", "请款编号", "請款編號"),
});
const Reason = z.strictObject({ reason: said(openText(200).optional(), "Why", "原因", "原因") });
const stateRefusals = ["not_found", "invalid_state_transition"] as const;
/** What a payment may be refused with before anything is sent. */
const paymentRefusals = [
  "card_malformed",
  "card_refused_here",
  "cvc_required",
  "card_finally_declined",
  "card_declined_too_often",
  "card_tries_used_up",
  "daily_limit_reached",
] as const;

export const orderOperations = {
  createOrder: openOperation({
    method: "POST",
    path: "/v1/orders",
    scope: "orders:write",
    group,
    summary: text3("Create an order", "创建订单", "建立訂單"),
    description: text3(
      "The same merchantOrderNo with the same content answers the order that exists. With paymentMethod the payment is tried at once; a decline is an answer with status 200.",
      "同一 merchantOrderNo 且内容相同时返回已有订单。带 paymentMethod 则立即支付；支付被拒也以 200 返回。",
      "同一 merchantOrderNo 且內容相同時傳回既有訂單。帶 paymentMethod 則立即付款；付款遭拒也以 200 傳回。",
    ),
    body: OpenOrderCreation,
    answer: OpenOrderWithToken,
    refusals: [
      "duplicate_merchant_order",
      "url_refused",
      "merchant_may_not_pay",
      "type_not_offered",
      "items_differ",
      "amount_below_minimum",
      "amount_above_maximum",
      "fee_rule_missing",
      "no_route",
      ...paymentRefusals,
    ],
    needsKey: true,
    callsGateway: true,
    example: {
      merchantOrderNo: "A-1001",
      amount: 10000,
      currency: "USD",
      payer: { email: "ada@example.com" },
      ip: "203.0.113.7",
      returnUrl: "https://shop.example/thanks",
    },
  }),
  listOrders: openOperation({
    method: "GET",
    path: "/v1/orders",
    scope: "orders:read",
    group,
    summary: text3("List or find orders", "查询订单列表", "查詢訂單列表"),
    description: text3(
      "With merchantOrderNo the answer holds that order or none.",
      "传入 merchantOrderNo 时，结果只含该订单或为空。",
      "傳入 merchantOrderNo 時，結果只含該訂單或為空。",
    ),
    query: z.strictObject({
      ...pageQuery,
      merchantOrderNo: said(openText(64).optional(), "Your number", "商户订单号", "商家訂單編號"),
      status: said(z.enum(openOrderStatuses).optional(), "Status", "状态", "狀態"),
      currency: OpenCurrency.optional(),
    }),
    answer: pageOfOpen(OpenOrder),
    refusals: ["cursor_invalid"],
    ratePerSecond: 20,
    exampleQuery: { merchantOrderNo: "A-1001" },
  }),
  getOrder: openOperation({
    method: "GET",
    path: "/v1/orders/:orderNo",
    scope: "orders:read",
    group,
    summary: text3("Read an order", "查询订单", "查詢訂單"),
    params,
    answer: OpenOrder,
    refusals: ["not_found"],
    forPayer: OpenPayerOrder,
  }),
  confirmOrder: openOperation({
    method: "POST",
    path: "/v1/orders/:orderNo/confirm",
    scope: "orders:write",
    group,
    summary: text3("Pay an order", "支付订单", "支付訂單"),
    description: text3(
      "Tries to pay. A decline is an answer with status 200; an outcome that is not known yet leaves the order pending until it is.",
      "发起支付。被拒以 200 返回；结果未知时订单保持 pending，直到有结果。",
      "發起付款。遭拒以 200 傳回；結果未知時訂單維持 pending，直到有結果。",
    ),
    params,
    body: OpenConfirmation,
    answer: OpenOrder,
    refusals: [
      ...stateRefusals,
      "order_expired",
      "attempt_in_flight",
      "too_many_attempts",
      "no_route",
      "fee_rule_missing",
      "merchant_may_not_pay",
      "type_not_offered",
      "amount_below_minimum",
      "amount_above_maximum",
      ...paymentRefusals,
    ],
    needsKey: true,
    callsGateway: true,
    forPayer: OpenPayerOrder,
    example: {
      paymentMethod: {
        code: "card",
        card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2030, cvc: "123" },
      },
    },
  }),
  captureOrder: openOperation({
    method: "POST",
    path: "/v1/orders/:orderNo/capture",
    scope: "orders:write",
    group,
    summary: text3("Capture an authorised order", "请款", "請款"),
    description: text3(
      "Takes what was authorised, at once or in parts with final false. Each capture is a record in captures; one that fails took nothing and may be asked for again. While one is pending, another is refused.",
      "对已授权订单请款，可一次完成，也可传 final 为 false 分次进行。每次请款在 captures 中为一条记录；失败的请款未扣款，可再次发起。有请款处理中时，不能再发起另一笔。",
      "對已授權訂單請款，可一次完成，也可傳 final 為 false 分次進行。每次請款在 captures 中為一筆記錄；失敗的請款未扣款，可再次提出。有請款處理中時，不能再提出另一筆。",
    ),
    params,
    body: z.strictObject({
      amount: sentAmount("How much; all when left out", "请款金额，缺省为全部", "請款金額，預設為全部").optional(),
      final: said(z.boolean().default(true), "Release the rest", "是否释放剩余授权", "是否釋放剩餘授權"),
      reason: said(openText(200).optional(), "Why", "原因", "原因"),
    }),
    answer: OpenOrder,
    refusals: [...stateRefusals, "amount_above_maximum", "single_capture_only"],
    needsKey: true,
    callsGateway: true,
    example: { amount: 10000 },
  }),
  listCaptures: openOperation({
    method: "GET",
    path: "/v1/orders/:orderNo/captures",
    scope: "orders:read",
    group,
    summary: text3("List the captures of an order", "查询订单的请款", "查詢訂單的請款"),
    params,
    answer: z.object({
      data: said(
        z.array(OpenCapture),
        "All of them, the first one first",
        "全部请款，按先后排列",
        "全部請款，依先後排列",
      ),
    }),
    refusals: ["not_found"],
  }),
  getCapture: openOperation({
    method: "GET",
    path: "/v1/captures/:captureNo",
    scope: "orders:read",
    group,
    summary: text3("Read a capture", "查询请款", "查詢請款"),
    params: captureParams,
    answer: OpenCapture,
    refusals: ["not_found"],
  }),
  voidOrder: openOperation({
    method: "POST",
    path: "/v1/orders/:orderNo/void",
    scope: "orders:write",
    group,
    summary: text3("Release an authorisation", "撤销授权", "撤銷授權"),
    description: text3(
      "Gives back what was not captured; releasedAmount says how much. An order that was captured in part is paid with what was taken.",
      "释放未请款的授权，金额见 releasedAmount。已部分请款的订单以已请款金额完成支付。",
      "釋放未請款的授權，金額見 releasedAmount。已部分請款的訂單以已請款金額完成付款。",
    ),
    params,
    body: Reason,
    answer: OpenOrder,
    refusals: stateRefusals,
    needsKey: true,
    callsGateway: true,
    example: {},
  }),
  cancelOrder: openOperation({
    method: "POST",
    path: "/v1/orders/:orderNo/cancel",
    scope: "orders:write",
    group,
    summary: text3("Cancel an unpaid order", "取消未付款订单", "取消未付款訂單"),
    params,
    body: Reason,
    answer: OpenOrder,
    refusals: stateRefusals,
    needsKey: true,
    example: {},
  }),
} as const;
