import { z } from "zod";
import { OpenFailureCode } from "./open-failures.ts";
import { amount, describedAs, instant, namedSchema, nullableAmount, OpenCurrency, OpenInstant } from "./open-fields.ts";

/** A capture as the merchant sees it: a sale, or a part of an authorisation. */
export const OpenCapture = z.object({
  captureNo: describedAs(z.string(), "Our number of the capture", "请款编号", "請款編號"),
  orderNo: describedAs(z.string(), "Our number of its order", "所属平台订单号", "所屬平台訂單編號"),
  seq: describedAs(
    z.int(),
    "Its place among the captures of the order, from 1",
    "在该订单中的次序，从 1 起",
    "在該訂單中的次序，從 1 起",
  ),
  status: describedAs(
    namedSchema(
      "CaptureStatus",
      z.enum(["pending", "succeeded", "failed"]),
      "Where a capture stands",
      "请款状态",
      "請款狀態",
    ),
    "Whether the money was taken; a failed capture took nothing and can be asked for again",
    "是否已请款；failed 表示未扣款，可再次请款",
    "是否已請款；failed 表示未扣款，可再次請款",
  ),
  amount: amount("Amount, in minor units", "金额，最小货币单位", "金額，最小貨幣單位"),
  currency: OpenCurrency,
  final: describedAs(
    z.boolean(),
    "Whether the rest of the authorisation is released with it",
    "是否随之释放剩余授权",
    "是否隨之釋放剩餘授權",
  ),
  upstreamId: describedAs(
    z.string().nullable(),
    "The gateway's own number of the capture; null where the gateway gives captures none",
    "网关对该笔请款的编号；网关不提供时为 null",
    "閘道對該筆請款的編號；閘道不提供時為 null",
  ),
  failureCode: describedAs(OpenFailureCode.nullable(), "Why it failed", "失败原因代码", "失敗原因代碼"),
  failureMessage: describedAs(z.string().nullable(), "The same in words", "失败原因说明", "失敗原因說明"),
  settleCurrency: describedAs(
    OpenCurrency.nullable(),
    "The currency you are settled in; null until the capture is priced, like everything in it",
    "结算币种；计价前为 null，以下各项相同",
    "撥款幣別；計價前為 null，以下各項相同",
  ),
  settleAmount: nullableAmount("Amount in the settlement currency", "结算金额", "撥款金額"),
  feeAmount: nullableAmount("Our fee", "手续费", "手續費"),
  feeTaxAmount: nullableAmount("Tax on the fee", "手续费税额", "手續費稅額"),
  netAmount: nullableAmount("What is left to you", "净额", "淨額"),
  fxRate: describedAs(
    z.string().nullable(),
    "Exchange rate, where currencies differ",
    "汇率，币种不同时给出",
    "匯率，幣別不同時提供",
  ),
  dueDate: describedAs(z.iso.date().nullable(), "The day it is settled", "应结算日", "應撥款日"),
  createTime: instant("When it was asked for", "发起时间", "提出時間"),
  finishedTime: describedAs(OpenInstant.nullable(), "When its outcome was known", "完成时间", "完成時間"),
});
namedSchema(
  "Capture",
  OpenCapture,
  "A capture of an order: a sale, or a part of an authorisation",
  "订单的一次请款",
  "訂單的一次請款",
);
export type OpenCaptureView = z.input<typeof OpenCapture>;
