import { error } from "./open-error.ts";

/** What the calls about refunds are refused with beside the rest. */
export const refundErrors = {
  not_refundable: error(
    409,
    "Nothing of the order can be refunded: it is not paid.",
    "该订单不可退款：尚未支付。",
    "此訂單無法退款：尚未付款。",
  ),
  exceeds_refundable: error(
    422,
    "More than can still be refunded; `refundable` says how much can, in minor units.",
    "超过可退金额，refundable 为可退金额（最小货币单位）。",
    "超過可退金額，refundable 為可退金額（最小貨幣單位）。",
  ),
  capture_not_priced: error(
    409,
    "What was captured has no price yet. Send it again later with the same Idempotency-Key.",
    "该笔请款尚未计费，请稍后用同一 Idempotency-Key 重发。",
    "此筆請款尚未計費，請稍後以同一 Idempotency-Key 重送。",
  ),
  part_not_offered: error(
    422,
    "The payment method gives back the whole payment only.",
    "该支付方式仅支持全额退款。",
    "此付款方式僅支援全額退款。",
  ),
  window_closed: error(
    409,
    "The payment method's time for refunds has passed.",
    "已超过该支付方式的退款期限。",
    "已超過此付款方式的退款期限。",
  ),
  method_not_refundable: error(
    409,
    "The payment method cannot be refunded.",
    "该支付方式不支持退款。",
    "此付款方式不支援退款。",
  ),
  merchant_may_not_refund: error(403, "The merchant may not refund.", "商户未开通退款。", "特店未開通退款。"),
  operators_refund: error(403, "The platform asked for the refund.", "退款由平台发起。", "退款由平台發起。"),
  insufficient_balance: error(
    409,
    "Your balance does not cover it; `balance` and `needed` say what there is and what it takes. Send it again later with the same Idempotency-Key.",
    "余额不足，balance 与 needed 为现有金额与所需金额。请稍后用同一 Idempotency-Key 重发。",
    "餘額不足，balance 與 needed 為現有金額與所需金額。請稍後以同一 Idempotency-Key 重送。",
  ),
  remark_needed: error(
    422,
    "The reason is other: say it in `remark`.",
    "原因为 other 时须填写 remark。",
    "原因為 other 時須填寫 remark。",
  ),
  duplicate_refund_no: error(
    409,
    "Another refund with other content has this merchantRefundNo.",
    "该 merchantRefundNo 已用于内容不同的退款。",
    "此 merchantRefundNo 已用於內容不同的退款。",
  ),
  invalid_transition: error(
    409,
    "The status of the refund, withdrawal or payout does not allow this; read it first.",
    "退款、提现或代付的当前状态不允许此操作，请先查询。",
    "退款、提領或代付的目前狀態不允許此操作，請先查詢。",
  ),
  altered: error(
    409,
    "A record of it is being looked into. Nothing was sent.",
    "相关记录正在核查，未提交任何请求。",
    "相關紀錄正在查核，未送出任何請求。",
  ),
} as const;
