import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where an order stands. Refunds and disputes have statuses of their own and never change it. */
export const OrderStatus = defineEnumeration("OrderStatusEnum", text3("Order status", "订单状态", "訂單狀態"), {
  Created: ["created", text3("Created", "已创建", "已建立"), "neutral", "hollow"],
  Awaiting: ["awaiting", text3("Awaiting", "等待中", "等待中"), "info", "half"],
  Pending: ["pending", text3("Processing", "处理中", "處理中"), "progress", "turning"],
  Paid: ["paid", text3("Paid", "已支付", "已付款"), "success"],
  Failed: ["failed", text3("Failed", "已失败", "失敗"), "danger"],
  Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral"],
});

/** What an awaiting order waits for. */
export const AwaitingReason = defineEnumeration("AwaitingReasonEnum", text3("Waiting for", "等待事项", "等待事項"), {
  PayerAction: ["payer_action", text3("Payer", "付款人操作", "付款人操作"), "info"],
  Authentication: ["authentication", text3("Authentication", "身份验证", "身分驗證"), "info"],
  Review: ["review", text3("Review", "人工审核", "人工審核"), "warning"],
  Capture: ["capture", text3("Capture", "请款", "請款"), "accent"],
  Retry: ["retry", text3("Another try", "重新支付", "重新付款"), "warning"],
});

/** Who began a payment that a stored card is charged by. */
export const ConsentInitiator = defineEnumeration("ConsentInitiatorEnum", text3("Initiated by", "发起方", "發起方"), {
  Payer: ["payer", text3("Payer", "付款人", "付款人"), "neutral"],
  Merchant: ["merchant", text3("Merchant", "商户", "特店"), "accent"],
});

/** For what the payer lets the merchant charge the card again. */
export const ConsentUsage = defineEnumeration("ConsentUsageEnum", text3("Card stored for", "存卡用途", "存卡用途"), {
  Recurring: ["recurring", text3("Regular charges", "定期扣款", "定期扣款"), "accent"],
  Unscheduled: ["unscheduled", text3("Charges when due", "不定期扣款", "不定期扣款"), "info"],
});

/** How an order came to be. */
export const OrderType = defineEnumeration("OrderTypeEnum", text3("Order type", "订单类型", "訂單類型"), {
  OneTime: ["one_time", text3("One-off", "一次性", "單次"), "neutral"],
  SubscriptionFirst: ["subscription_first", text3("First of a subscription", "订阅首期", "訂閱首期"), "accent"],
  SubscriptionRenewal: ["subscription_renewal", text3("Renewal", "订阅续期", "訂閱續期"), "accent"],
  PaymentLink: ["payment_link", text3("Payment link", "支付链接", "付款連結"), "info"],
  VirtualPage: ["virtual_page", text3("Virtual page", "虚拟商品页", "虛擬商品頁"), "info"],
  Moto: ["moto", text3("Mail or telephone", "邮购电购", "郵購電購"), "warning"],
});

/** How much of an order was paid back. */
export const OrderRefundStatus = defineEnumeration(
  "OrderRefundStatusEnum",
  text3("Refund status", "退款状态", "退款狀態"),
  {
    None: ["none", text3("None", "无退款", "無退款"), "neutral", "hollow"],
    Processing: ["processing", text3("Refund in progress", "退款中", "退款中"), "progress", "turning"],
    Partial: ["partial", text3("Partly refunded", "部分退款", "部分退款"), "warning", "half"],
    Full: ["full", text3("Refunded", "全额退款", "全額退款"), "info"],
  },
);

/** The worst dispute of an order: an open one before a lost one before a won one. */
export const OrderDisputeStatus = defineEnumeration(
  "OrderDisputeStatusEnum",
  text3("Dispute status", "拒付状态", "爭議款狀態"),
  {
    None: ["none", text3("None", "无拒付", "無爭議款"), "neutral", "hollow"],
    Pending: ["pending", text3("Open", "处理中", "處理中"), "warning", "turning"],
    Win: ["win", text3("Won", "胜诉", "勝訴"), "success"],
    Lost: ["lost", text3("Lost", "败诉", "敗訴"), "danger"],
  },
);

/** Whether the merchant has been credited. */
export const OrderSettlementStatus = defineEnumeration(
  "OrderSettlementStatusEnum",
  text3("Settlement status", "结算状态", "撥款狀態"),
  {
    None: ["none", text3("Nothing to settle", "无需结算", "無需撥款"), "neutral", "hollow"],
    Unsettled: ["unsettled", text3("Unsettled", "未结算", "未撥款"), "info", "half"],
    Settled: ["settled", text3("Settled", "已结算", "已撥款"), "success"],
  },
);

export const CaptureMethod = defineEnumeration("CaptureMethodEnum", text3("Capture", "请款方式", "請款方式"), {
  Automatic: ["automatic", text3("Automatic", "自动请款", "自動請款"), "neutral"],
  Manual: ["manual", text3("Manual", "手动请款", "手動請款"), "accent"],
});

/** What the checks of risk said before the payment. */
export const RiskVerdict = defineEnumeration("RiskVerdictEnum", text3("Risk decision", "风控结果", "風控結果"), {
  Allow: ["allow", text3("Allowed", "放行", "放行"), "success"],
  Review: ["review", text3("Review", "人工审核", "人工審核"), "warning"],
  Reject: ["reject", text3("Rejected", "拒绝", "拒絕"), "danger"],
});

/** Where one try to take the money stands. */
export const AttemptStatus = defineEnumeration("AttemptStatusEnum", text3("Attempt status", "支付状态", "付款狀態"), {
  Initiated: ["initiated", text3("Not sent", "未发送", "未送出"), "neutral", "hollow"],
  AuthenticationPending: [
    "authentication_pending",
    text3("Awaiting payer", "待付款人操作", "待付款人操作"),
    "info",
    "half",
  ],
  Submitting: ["submitting", text3("In progress", "处理中", "處理中"), "progress", "turning"],
  Unknown: ["unknown", text3("Outcome unknown", "结果未知", "結果未知"), "warning", "turning"],
  Authorized: ["authorized", text3("Authorised", "已授权", "已授權"), "accent"],
  CapturePending: ["capture_pending", text3("Capturing", "请款中", "請款中"), "progress", "turning"],
  Captured: ["captured", text3("Captured", "已请款", "已請款"), "success"],
  Declined: ["declined", text3("Declined", "已拒绝", "已拒絕"), "danger"],
  Error: ["error", text3("Technical error", "技术错误", "技術錯誤"), "danger", "hollow"],
  Voided: ["voided", text3("Voided", "已撤销", "已取消授權"), "neutral"],
  Expired: ["expired", text3("Expired", "已过期", "已逾期"), "neutral", "hollow"],
});

/** Where one taking of money stands; the states of `captureLifecycle`. */
export const CaptureStatus = defineEnumeration("CaptureStatusEnum", text3("Capture status", "请款状态", "請款狀態"), {
  Asked: ["asked", text3("Requested", "待请款", "待請款"), "neutral", "hollow"],
  Sent: ["sent", text3("Capturing", "请款中", "請款中"), "progress", "turning"],
  Unknown: ["unknown", text3("Outcome unknown", "结果未知", "結果未知"), "warning", "turning"],
  Succeeded: ["succeeded", text3("Captured", "已请款", "已請款"), "success"],
  Failed: ["failed", text3("Failed", "请款失败", "請款失敗"), "danger"],
});

/** Why an attempt was made. */
export const AttemptTrigger = defineEnumeration("AttemptTriggerEnum", text3("Triggered by", "触发方式", "觸發方式"), {
  Payer: ["payer", text3("Payer", "付款人", "付款人"), "neutral"],
  AutoRetry: ["auto_retry", text3("Automatic retry", "自动重试", "自動重試"), "info"],
  Failover: ["failover", text3("Failover", "故障转移", "備援切換"), "warning"],
  StepUp: ["step_up", text3("3DS forced", "强制 3DS 验证", "強制 3DS 驗證"), "accent"],
  Subscription: ["subscription", text3("Subscription", "订阅", "訂閱"), "info"],
  Operator: ["operator", text3("Operator", "运营人员", "營運人員"), "warning"],
});

/** What an entry of an order's story is about. */
export const TimelineKind = defineEnumeration("TimelineKindEnum", text3("Kind", "类型", "類型"), {
  Status: ["status", text3("Status", "状态", "狀態"), "info"],
  Attempt: ["attempt", text3("Attempt", "支付尝试", "付款嘗試"), "progress"],
  Risk: ["risk", text3("Risk", "风控", "風控"), "warning"],
  Authentication: ["authentication", text3("Authentication", "身份验证", "身分驗證"), "info"],
  Capture: ["capture", text3("Capture", "请款", "請款"), "success"],
  Refund: ["refund", text3("Refund", "退款", "退款"), "accent"],
  Dispute: ["dispute", text3("Dispute", "拒付", "爭議款"), "danger"],
  Ledger: ["ledger", text3("Ledger", "账务", "帳務"), "accent"],
  Settlement: ["settlement", text3("Settlement", "结算", "撥款"), "success"],
  WebhookIn: ["webhook_in", text3("Notification received", "收到通知", "收到通知"), "neutral"],
  WebhookOut: ["webhook_out", text3("Notification sent", "发出通知", "送出通知"), "neutral"],
  Operator: ["operator", text3("Operator", "运营操作", "營運操作"), "warning"],
  Note: ["note", text3("Note", "备注", "備註"), "neutral"],
});

export const TimelineActor = defineEnumeration("TimelineActorEnum", text3("By", "操作方", "操作方"), {
  Payer: ["payer", text3("Payer", "付款人", "付款人")],
  Merchant: ["merchant", text3("Merchant", "商户", "特店")],
  Operator: ["operator", text3("Operator", "运营人员", "營運人員")],
  System: ["system", text3("System", "系统", "系統")],
  Gateway: ["gateway", text3("Gateway", "网关", "閘道")],
});

/** Who may read an entry of an order's story. */
export const TimelineVisibility = defineEnumeration(
  "TimelineVisibilityEnum",
  text3("Visible to", "可见范围", "可見範圍"),
  {
    All: ["all", text3("Merchant too", "商户可见", "特店可見"), "info"],
    Operator: ["operator", text3("Operators only", "仅运营可见", "僅營運可見"), "neutral"],
  },
);

export const ExchangeDirection = defineEnumeration("ExchangeDirectionEnum", text3("Direction", "方向", "方向"), {
  MerchantIn: ["merchant_in", text3("Merchant → us", "商户 → 平台", "特店 → 平台"), "info"],
  MerchantOut: ["merchant_out", text3("Us → merchant", "平台 → 商户", "平台 → 特店"), "neutral"],
  GatewayOut: ["gateway_out", text3("Us → gateway", "平台 → 网关", "平台 → 閘道"), "accent"],
  GatewayIn: ["gateway_in", text3("Gateway → us", "网关 → 平台", "閘道 → 平台"), "progress"],
});

export const ExchangeResult = defineEnumeration("ExchangeResultEnum", text3("Result", "结果", "結果"), {
  Success: ["success", text3("Success", "成功", "成功"), "success"],
  Declined: ["declined", text3("Declined", "已拒绝", "已拒絕"), "warning"],
  Error: ["error", text3("Error", "错误", "錯誤"), "danger"],
  Timeout: ["timeout", text3("No response", "无响应", "無回應"), "danger", "hollow"],
});

/** Where an order was taken. */
export const OrderOrigin = defineEnumeration("OrderOriginEnum", text3("Origin", "订单来源", "訂單來源"), {
  Platform: ["platform", text3("Taken here", "本平台", "本平台"), "neutral"],
  Import: ["import", text3("Imported", "导入", "匯入"), "accent", "hollow"],
});

/** Every enumeration of orders; each becomes a dictionary of the same name. */
export const orderEnumerations = [
  OrderStatus,
  AwaitingReason,
  OrderType,
  OrderOrigin,
  OrderRefundStatus,
  OrderDisputeStatus,
  OrderSettlementStatus,
  CaptureMethod,
  RiskVerdict,
  AttemptStatus,
  CaptureStatus,
  AttemptTrigger,
  TimelineKind,
  TimelineActor,
  TimelineVisibility,
  ExchangeDirection,
  ExchangeResult,
  ConsentInitiator,
  ConsentUsage,
] as const;
