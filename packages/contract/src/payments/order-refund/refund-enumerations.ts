import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a refund stands; the states of `refundLifecycle`. */
export const RefundStatus = defineEnumeration("RefundStatusEnum", text3("Refund status", "退款状态", "退款狀態"), {
  Created: ["created", text3("Accepted", "已受理", "已受理"), "neutral", "hollow"],
  Review: ["review", text3("Awaiting review", "待复核", "待覆核"), "warning", "half"],
  Processing: ["processing", text3("Processing", "退款中", "退款中"), "progress", "turning"],
  Succeeded: ["succeeded", text3("Refunded", "退款成功", "退款成功"), "success"],
  Failed: ["failed", text3("Failed", "退款失败", "退款失敗"), "danger"],
  Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral"],
  Rejected: ["rejected", text3("Turned down", "已驳回", "已駁回"), "danger", "hollow"],
});

/** Why money goes back. */
export const RefundReason = defineEnumeration(
  "RefundReasonEnum",
  text3("Reason of the refund", "退款原因", "退款原因"),
  {
    RequestedByCustomer: ["requested_by_customer", text3("Customer asked for it", "消费者要求退款", "消費者要求退款")],
    Duplicate: ["duplicate", text3("Paid twice", "重复付款", "重複付款")],
    Fraudulent: ["fraudulent", text3("Fraud", "疑似欺诈", "疑似詐騙")],
    ProductNotReceived: ["product_not_received", text3("Not received", "未收到商品或服务", "未收到商品或服務")],
    ProductUnacceptable: ["product_unacceptable", text3("Not as described", "商品或服务不符", "商品或服務不符")],
    SubscriptionCanceled: ["subscription_canceled", text3("Subscription cancelled", "已取消订阅", "已取消訂閱")],
    LateSuccess: ["late_success", text3("Paid too late", "逾期付款", "逾期付款")],
    AmountMismatch: ["amount_mismatch", text3("Wrong amount paid", "付款金额不符", "付款金額不符")],
    Other: ["other", text3("Other", "其他", "其他")],
  },
);

/** Where the money of a refund was taken from. */
export const RefundBucket = defineEnumeration("RefundBucketEnum", text3("Taken from", "扣款来源", "扣款來源"), {
  Pending: ["pending", text3("Pending balance", "待结算余额", "待撥款餘額"), "info"],
  Available: ["available", text3("Available balance", "可用余额", "可用餘額"), "success"],
  PayerFunds: ["payer_funds", text3("Money held for payers", "付款人挂账款", "付款人暫列款"), "accent"],
});

/** Why a refund did not reach the payer, or came back. */
export const RefundFailure = defineEnumeration(
  "RefundFailureEnum",
  text3("Why the refund failed", "退款失败原因", "退款失敗原因"),
  {
    InstrumentClosed: ["instrument_closed", text3("Card or account closed", "卡或账户已注销", "卡片或帳戶已註銷")],
    WindowClosed: ["window_closed", text3("Too late to refund", "已超过退款期限", "已超過退款期限")],
    ProviderBalance: [
      "provider_balance",
      text3("Balance at the gateway too low", "网关账户余额不足", "閘道帳戶餘額不足"),
    ],
    NothingLeft: [
      "nothing_left",
      text3("Nothing left to refund at the gateway", "网关侧无可退金额", "閘道端無可退金額"),
    ],
    InDispute: ["in_dispute", text3("Payment in dispute", "交易存在拒付", "交易有爭議款")],
    NotProcessed: ["not_processed", text3("Could not be sent", "未能提交网关", "未能送出至閘道")],
    Declined: ["declined", text3("Turned down by the gateway", "网关拒绝退款", "閘道拒絕退款")],
    ReturnedByBank: ["returned_by_bank", text3("Sent back by the payer’s bank", "付款人银行退回", "付款人銀行退回")],
  },
);

/** Who asked for a refund. */
export const RefundApplicant = defineEnumeration("RefundApplicantEnum", text3("Asked by", "申请方", "申請方"), {
  MerchantApi: ["merchant_api", text3("Merchant’s server", "商户接口", "特店 API")],
  MerchantUser: ["merchant_user", text3("Merchant", "商户用户", "特店使用者")],
  Operator: ["operator", text3("Operator", "运营人员", "營運人員")],
  System: ["system", text3("System", "系统", "系統")],
});

/** Why a refund waits for a second person. */
export const RefundReviewCause = defineEnumeration(
  "RefundReviewCauseEnum",
  text3("Reviewed because", "复核原因", "覆核原因"),
  {
    AboveLimit: ["above_limit", text3("Above the limit", "超过限额", "超過限額")],
    AboveOwnLimit: ["above_own_limit", text3("Above the person's own limit", "超过个人退款限额", "超過個人退款限額")],
    NoRate: ["no_rate", text3("No current exchange rate", "无可用汇率", "無可用匯率")],
    HighRisk: ["high_risk", text3("High-risk merchant", "高风险商户", "高風險特店")],
    SameCard: ["same_card", text3("Several to one card in a day", "同卡当日多次退款", "同卡當日多次退款")],
    OldOrder: ["old_order", text3("Paid long ago", "订单时间较久", "訂單時間較久")],
  },
);

/** By whom what went beyond a refund's captures is borne. */
export const RefundExcessCause = defineEnumeration("RefundExcessCauseEnum", text3("Borne by", "承担方", "承擔方"), {
  Gateway: ["gateway", text3("Gateway made it good", "网关已补回", "閘道已補回")],
  Merchant: ["merchant", text3("Merchant’s available balance", "商户可用余额", "特店可用餘額")],
  Goodwill: ["goodwill", text3("Us, as goodwill", "平台补偿", "平台補償")],
  Loss: ["loss", text3("Us, written off", "平台核销损失", "平台沖銷損失")],
});

/** How a refund ended of which its gateway told a success that cannot be this refund's. */
export const RefundToldOutcome = defineEnumeration(
  "RefundToldOutcomeEnum",
  text3("What people found", "人工核实结果", "人工查證結果"),
  {
    Given: ["given", text3("The payer has the refund", "付款人已收到退款", "付款人已收到退款")],
    NotGiven: ["not_given", text3("The payer has nothing", "付款人未收到退款", "付款人未收到退款")],
  },
);

/** Every enumeration of refunds; each becomes a dictionary of the same name. */
export const refundEnumerations = [
  RefundStatus,
  RefundReason,
  RefundBucket,
  RefundFailure,
  RefundApplicant,
  RefundReviewCause,
  RefundExcessCause,
  RefundToldOutcome,
] as const;
