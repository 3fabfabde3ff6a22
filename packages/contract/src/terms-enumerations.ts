import { defineEnumeration } from "./kit/enumeration.ts";
import { text3 } from "./kit/locale.ts";

/** Where a version of terms stands: decided by somebody else, and then by the calendar. */
export const TermsStatus = defineEnumeration("TermsStatusEnum", text3("Version status", "版本状态", "版本狀態"), {
  Pending: ["pending", text3("Awaiting approval", "待审批", "待核准"), "warning", "half"],
  Scheduled: ["scheduled", text3("Scheduled", "待生效", "待生效"), "info", "half"],
  Active: ["active", text3("In force", "生效中", "生效中"), "success"],
  Ended: ["ended", text3("Ended", "已失效", "已失效"), "neutral", "hollow"],
  Rejected: ["rejected", text3("Rejected", "已驳回", "已駁回"), "danger", "hollow"],
});

/** How often due amounts are collected into a settlement. */
export const SettlementFrequency = defineEnumeration(
  "SettlementFrequencyEnum",
  text3("Settlement frequency", "结算频率", "撥款頻率"),
  {
    Daily: ["daily", text3("Daily", "每日", "每日"), "info"],
    Weekly: ["weekly", text3("Weekly", "每周", "每週"), "info"],
    Monthly: ["monthly", text3("Monthly", "每月", "每月"), "info"],
  },
);

/** What is held back against losses. */
export const ReserveType = defineEnumeration("ReserveTypeEnum", text3("Reserve", "保证金方式", "保證金方式"), {
  None: ["none", text3("None", "无", "無"), "neutral", "hollow"],
  Rolling: ["rolling", text3("Rolling", "滚动保证金", "滾動保證金"), "info"],
  Fixed: ["fixed", text3("Fixed deposit", "固定保证金", "固定保證金"), "accent"],
});

/** Whether the fee of a withdrawal is taken out of the amount or charged beside it. */
export const WithdrawFeeMode = defineEnumeration(
  "WithdrawFeeModeEnum",
  text3("Withdrawal fee", "提现手续费方式", "提領手續費方式"),
  {
    Inside: ["inside", text3("Out of the amount", "内扣", "內扣"), "info"],
    OnTop: ["on_top", text3("On top", "外扣", "外加"), "accent"],
  },
);

/** Where the money of a refund may come from. */
export const RefundSource = defineEnumeration("RefundSourceEnum", text3("Refunds from", "退款来源", "退款來源"), {
  Auto: ["auto", text3("Pending, then available", "先待结算后可用", "先待撥款後可用"), "info"],
  AvailableOnly: ["available_only", text3("Available only", "仅可用余额", "僅可用餘額"), "warning"],
});

/** What happens to a payment that succeeds after its order ended. */
export const LateSuccessPolicy = defineEnumeration(
  "LateSuccessPolicyEnum",
  text3("Late payment", "逾期付款", "逾期付款"),
  {
    Accept: ["accept", text3("Accept", "接受", "接受"), "info"],
    AutoRefund: ["auto_refund", text3("Refund at once", "自动退款", "自動退款"), "warning"],
  },
);

/** How a fee changes with the volume of a month. */
export const TierMode = defineEnumeration("TierModeEnum", text3("Tiers", "阶梯方式", "級距方式"), {
  None: ["none", text3("None", "无", "無"), "neutral", "hollow"],
  Whole: ["whole", text3("Last month decides", "按上月交易额", "依上月交易額"), "info"],
  Graduated: ["graduated", text3("Part by part", "分段累进", "分段累進"), "accent"],
});

/** What of the fee a refund gives back. */
export const FeeReturn = defineEnumeration("FeeReturnEnum", text3("Fee on refund", "退款退费", "退款退費"), {
  None: ["none", text3("Kept", "不退", "不退"), "neutral"],
  Proportional: ["proportional", text3("Proportional", "按比例退", "按比例退"), "info"],
});

/** Who carries the provider's cost, where a fee rule departs from the account terms. */
export const GatewayFeeChoice = defineEnumeration(
  "GatewayFeeChoiceEnum",
  text3("Gateway cost", "网关成本", "閘道成本"),
  {
    Inherit: ["inherit", text3("As the account", "同账户条款", "同帳戶條款"), "neutral"],
    Absorb: ["absorb", text3("Absorbed by us", "平台承担", "平台吸收"), "info"],
    Passthrough: ["passthrough", text3("Passed on to the merchant", "商户承担", "轉由特店負擔"), "accent"],
  },
);

/** When payers prove themselves to their bank. */
export const ThreeDsPolicy = defineEnumeration("ThreeDsPolicyEnum", text3("3-D Secure", "3DS 策略", "3DS 策略"), {
  Inherit: ["inherit", text3("As the account", "默认", "預設"), "neutral"],
  Never: ["never", text3("Never", "从不", "從不"), "warning"],
  RiskBased: ["risk_based", text3("By risk", "按风险", "依風險"), "info"],
  Always: ["always", text3("Always", "始终", "一律"), "success"],
});

/** Which self-assessment of PCI DSS a merchant handed in. */
export const PciLevel = defineEnumeration("PciLevelEnum", text3("PCI DSS", "PCI DSS 级别", "PCI DSS 等級"), {
  SaqA: ["saq_a", text3("SAQ A", "SAQ A", "SAQ A"), "info"],
  SaqAEp: ["saq_a_ep", text3("SAQ A-EP", "SAQ A-EP", "SAQ A-EP"), "info"],
  SaqD: ["saq_d", text3("SAQ D", "SAQ D", "SAQ D"), "success"],
});

export const AppCategory = defineEnumeration("AppCategoryEnum", text3("App category", "应用类别", "應用程式類別"), {
  Game: ["game", text3("Games", "游戏", "遊戲")],
  Software: ["software", text3("Software", "软件", "軟體")],
  Content: ["content", text3("Content", "内容", "內容")],
  Education: ["education", text3("Education", "教育", "教育")],
  Travel: ["travel", text3("Travel", "旅游", "旅遊")],
  Retail: ["retail", text3("Retail", "零售", "零售")],
  Service: ["service", text3("Services", "服务", "服務")],
  Other: ["other", text3("Other", "其他", "其他")],
});

export const AppPlatform = defineEnumeration("AppPlatformEnum", text3("Platform", "平台", "平台"), {
  Web: ["web", text3("Web", "网站", "網站")],
  Ios: ["ios", text3("iOS", "iOS", "iOS")],
  Android: ["android", text3("Android", "Android", "Android")],
  Server: ["server", text3("Server", "服务端", "伺服器")],
});

/** What a key may do; a key without any of these may do everything of its app but pay out. */
export const KeyScope = defineEnumeration("KeyScopeEnum", text3("Key scope", "密钥权限", "金鑰權限"), {
  OrdersRead: ["orders:read", text3("Read orders", "查询订单", "查詢訂單")],
  OrdersWrite: ["orders:write", text3("Take payments", "收款", "收款")],
  Refunds: ["refunds:write", text3("Refund", "退款", "退款")],
  Payouts: ["payouts:write", text3("Pay out", "出款", "出款")],
  PayoutOrders: ["payout_orders:write", text3("Pay third parties", "代付", "代付")],
  BalancesRead: ["balances:read", text3("Read balances", "查询余额", "查詢餘額")],
  MethodsRead: ["methods:read", text3("Read payment methods", "查询支付方式", "查詢付款方式")],
  WebhooksRead: ["webhooks:read", text3("Read webhooks", "查询通知", "查詢通知")],
  WebhooksWrite: ["webhooks:write", text3("Change webhooks", "管理通知", "管理通知")],
});

/** Every enumeration of apps and terms; each becomes a dictionary of the same name. */
export const termsEnumerations = [
  TermsStatus,
  SettlementFrequency,
  ReserveType,
  WithdrawFeeMode,
  RefundSource,
  LateSuccessPolicy,
  TierMode,
  FeeReturn,
  GatewayFeeChoice,
  ThreeDsPolicy,
  PciLevel,
  AppCategory,
  AppPlatform,
  KeyScope,
] as const;
