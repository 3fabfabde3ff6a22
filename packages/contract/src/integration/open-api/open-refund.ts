import { z } from "zod";
import { RefundFailure, RefundReason } from "../../payments/order-refund/refund-enumerations.ts";
import {
  amount,
  describedAs,
  instant,
  listedText,
  namedSchema,
  OpenCurrency,
  OpenInstant,
  OpenMode,
  openText,
  sentAmount,
  valuesOf,
  withInputRule,
} from "./open-fields.ts";

const OpenRefundReason = namedSchema(
  "RefundReason",
  z.enum(valuesOf(RefundReason)),
  "Why money goes back",
  "退款原因",
  "退款原因",
);

/** Where a refund stands for its merchant. */
export const OpenRefundStatus = namedSchema(
  "RefundStatus",
  z.enum(["pending", "succeeded", "failed", "canceled", "rejected"]),
  "Where a refund stands: pending until its outcome is known, which may take somebody's approval (of a large one, or in live mode of the fourth to one card in a day); a failed, cancelled or rejected one gave nothing back",
  "退款状态：结果确定前为 pending，大额退款或生产环境中同卡当日第四笔起可能须人工复核；failed、canceled、rejected 均未退款",
  "退款狀態：結果確定前為 pending，大額退款或正式環境中同卡當日第四筆起可能須人工覆核；failed、canceled、rejected 均未退款",
);

/** A refund as the merchant sees it. */
export const OpenRefund = z.object({
  refundNo: describedAs(z.string(), "Our number of the refund", "平台退款单号", "平台退款單號"),
  merchantRefundNo: describedAs(z.string().nullable(), "Your number of it", "商户退款单号", "特店退款單號"),
  orderNo: describedAs(z.string(), "Our number of its order", "所属平台订单号", "所屬平台訂單編號"),
  merchantOrderNo: describedAs(z.string(), "Your number of the order", "商户订单号", "特店訂單編號"),
  mode: OpenMode,
  status: OpenRefundStatus,
  reversed: describedAs(
    z.boolean(),
    "Whether it had been paid and the payer's bank sent it back",
    "是否退款成功后被付款人银行退回",
    "是否退款成功後遭付款人銀行退回",
  ),
  amount: amount("What goes back, in minor units", "退款金额，最小货币单位", "退款金額，最小貨幣單位"),
  askedAmount: describedAs(
    z.number().int().nullable(),
    "What was asked for, where the gateway gave back another amount; null otherwise",
    "申请金额，仅在网关实退金额不同时给出，否则为 null",
    "申請金額，僅於閘道實退金額不同時提供，否則為 null",
  ),
  currency: OpenCurrency,
  settleAmount: amount(
    "What it takes of your balance, at the rate of the payment",
    "从余额扣除的金额，按原支付汇率",
    "自餘額扣除的金額，依原付款匯率",
  ),
  settleCurrency: OpenCurrency,
  fxRate: describedAs(z.string().nullable(), "Exchange rate of the payment", "原支付汇率", "原付款匯率"),
  feeAmount: amount(
    "Our fee for refunding; none before it succeeds",
    "退款手续费，成功后收取",
    "退款手續費，成功後收取",
  ),
  feeTaxAmount: amount("Tax on that fee", "退款手续费税额", "退款手續費稅額"),
  returnedFeeAmount: amount("Transaction fee given back", "退还的交易手续费", "退還的交易手續費"),
  returnedFeeTaxAmount: amount("Tax given back with it", "随之退还的税额", "隨之退還的稅額"),
  reason: OpenRefundReason,
  remark: describedAs(z.string().nullable(), "The reason in words", "原因说明", "原因說明"),
  failureCode: describedAs(
    listedText(
      "RefundFailureCode",
      valuesOf(RefundFailure),
      "Why a refund did not reach the payer",
      "退款失败原因代码",
      "退款失敗原因代碼",
    ).nullable(),
    "Why it failed",
    "失败原因代码",
    "失敗原因代碼",
  ),
  failureMessage: describedAs(z.string().nullable(), "The same in words", "失败原因说明", "失敗原因說明"),
  arn: describedAs(
    z.string().nullable(),
    "By which the payer's bank traces it",
    "收单参考号，付款人银行可据此查询",
    "收單參考號，付款人銀行可據此查詢",
  ),
  retryOf: describedAs(
    z.string().nullable(),
    "Number of the failed refund that it makes again",
    "所重试的失败退款单号",
    "所重試的失敗退款單號",
  ),
  createTime: instant("When it was asked for", "申请时间", "申請時間"),
  finishedTime: describedAs(OpenInstant.nullable(), "When its outcome was known", "完成时间", "完成時間"),
});
namedSchema("Refund", OpenRefund, "Money given back to a payer", "向付款人退款", "向付款人退款");
export type OpenRefundView = z.input<typeof OpenRefund>;

/** What a merchant's server asks for. */
export const OpenRefundCreation = namedSchema(
  "RefundCreation",
  z.strictObject({
    orderNo: describedAs(
      withInputRule(z.string().regex(/^OR[0-9A-Z]{10,30}$/), "orderNo"),
      "Our order number",
      "平台订单号",
      "平台訂單編號",
    ),
    captureNo: describedAs(
      z
        .string()
        .regex(/^CP[0-9A-Z]{10,30}$/)
        .optional(),
      "A single capture to refund; left out, the newest captures first",
      "指定退款的请款；缺省时从最近的请款开始",
      "指定退款的請款；未提供時自最近的請款開始",
    ),
    amount: sentAmount(
      "How much; all that is left when left out",
      "退款金额，缺省为全部可退金额",
      "退款金額，預設為全部可退金額",
    ).optional(),
    merchantRefundNo: describedAs(
      openText(64).optional(),
      "Your number of it: the same number with the same content answers the refund that exists",
      "商户退款单号；同一单号且内容相同时返回已有退款",
      "特店退款單號；同一單號且內容相同時傳回既有退款",
    ),
    reason: describedAs(OpenRefundReason.default("requested_by_customer"), "Why", "退款原因", "退款原因"),
    remark: describedAs(
      openText(500).optional(),
      "In words; needed where the reason is other",
      "原因说明；原因为 other 时必填",
      "原因說明；原因為 other 時必填",
    ),
  }),
  "A refund to make",
  "要创建的退款",
  "要建立的退款",
);
