import { defineEnumeration } from "./kit/enumeration.ts";
import { text3 } from "./kit/locale.ts";

/** Why a payment failed, in one vocabulary for all gateways. Stable: merchants' programs compare the codes. */
export const DeclineCode = defineEnumeration("DeclineCodeEnum", text3("Decline code", "拒绝原因", "拒絕原因"), {
  InsufficientFunds: ["insufficient_funds", text3("Insufficient funds", "余额不足", "餘額不足"), "warning"],
  DoNotHonor: ["do_not_honor", text3("Do not honour", "发卡行不予批准", "發卡行不予核准"), "warning"],
  GenericDecline: [
    "generic_decline",
    text3("Declined without a reason", "已拒绝（未说明原因）", "已拒絕（未說明原因）"),
    "warning",
  ],
  ExceedsLimit: ["exceeds_limit", text3("Above the card's limit", "超出卡片限额", "超過卡片限額"), "warning"],
  IssuerUnavailable: [
    "issuer_unavailable",
    text3("Issuer unavailable", "发卡行暂不可用", "發卡行暫時無法連線"),
    "info",
  ],
  SystemMalfunction: ["system_malfunction", text3("Network malfunction", "网络系统故障", "網路系統故障"), "info"],
  ProcessorError: ["processor_error", text3("Gateway error", "网关故障", "閘道錯誤"), "info"],
  GatewayTimeoutUnknown: [
    "gateway_timeout_unknown",
    text3("No answer, outcome unknown", "无应答，结果未知", "無回應，結果未知"),
    "progress",
    "turning",
  ],
  RateLimited: ["rate_limited", text3("Too many calls", "调用过于频繁", "呼叫過於頻繁"), "info"],
  AuthenticationRequired: [
    "authentication_required",
    text3("Authentication required", "需要身份验证", "需要身分驗證"),
    "info",
  ],
  AuthenticationFailed: [
    "authentication_failed",
    text3("Authentication failed", "身份验证失败", "身分驗證失敗"),
    "warning",
  ],
  AuthenticationAbandoned: [
    "authentication_abandoned",
    text3("Authentication abandoned", "未完成身份验证", "未完成身分驗證"),
    "neutral",
  ],
  InvalidCvc: ["invalid_cvc", text3("Wrong security code", "安全码错误", "安全碼錯誤"), "warning"],
  ExpiredCard: ["expired_card", text3("Expired card", "卡片已过期", "卡片已過期"), "warning"],
  InvalidCardNumber: ["invalid_card_number", text3("Wrong card number", "卡号错误", "卡號錯誤"), "warning"],
  NoSuchIssuer: ["no_such_issuer", text3("Unknown issuer", "发卡行不存在", "查無發卡行"), "danger"],
  IncorrectPin: ["incorrect_pin", text3("Wrong PIN", "密码错误", "密碼錯誤"), "warning"],
  AvsMismatch: ["avs_mismatch", text3("Address does not match", "账单地址不符", "帳單地址不符"), "warning"],
  CardNotSupported: ["card_not_supported", text3("Card not supported", "不支持该卡", "不支援此卡"), "warning"],
  TransactionNotPermitted: [
    "transaction_not_permitted",
    text3("Transaction not permitted", "不允许此类交易", "不允許此類交易"),
    "danger",
  ],
  RestrictedCard: ["restricted_card", text3("Restricted card", "受限卡", "受限卡"), "danger"],
  LostCard: ["lost_card", text3("Lost card", "挂失卡", "掛失卡"), "danger"],
  StolenCard: ["stolen_card", text3("Stolen card", "被盗卡", "失竊卡"), "danger"],
  PickupCard: ["pickup_card", text3("Card to be withheld", "没收卡", "沒收卡"), "danger"],
  AccountClosed: ["account_closed", text3("Account closed", "账户已销户", "帳戶已結清"), "danger"],
  SuspectedFraud: ["suspected_fraud", text3("Suspected fraud", "疑似欺诈", "疑似詐欺"), "danger"],
  RevokeConsent: ["revoke_consent", text3("Consent withdrawn", "持卡人已撤销授权", "持卡人已撤銷同意"), "danger"],
  StopPayment: ["stop_payment", text3("Payment stopped by the holder", "持卡人已止付", "持卡人已止付"), "danger"],
  InvalidMerchant: ["invalid_merchant", text3("Merchant number invalid", "商户号无效", "特店代號無效"), "danger"],
  InvalidTransaction: ["invalid_transaction", text3("Invalid transaction", "交易无效", "交易無效"), "danger"],
  InvalidAmount: ["invalid_amount", text3("Invalid amount", "金额无效", "金額無效"), "danger"],
  DuplicateTransaction: ["duplicate_transaction", text3("Duplicate transaction", "重复交易", "重複交易"), "warning"],
  CurrencyNotSupported: [
    "currency_not_supported",
    text3("Currency not supported", "不支持该币种", "不支援此幣別"),
    "warning",
  ],
  LimitOnAccount: [
    "limit_on_account",
    text3("Limit of the gateway account", "网关账户限额", "閘道帳戶限額"),
    "warning",
  ],
  RiskDeclinedUpstream: [
    "risk_declined_upstream",
    text3("Gateway's risk control", "网关风控拒绝", "閘道風控拒絕"),
    "danger",
  ],
  PayerCanceled: ["payer_canceled", text3("Cancelled by the payer", "付款人取消", "付款人取消"), "neutral"],
  CheckoutExpired: ["checkout_expired", text3("Checkout expired", "支付超时", "付款逾時"), "neutral"],
  WalletBalanceInsufficient: [
    "wallet_balance_insufficient",
    text3("Wallet balance too low", "钱包余额不足", "電子錢包餘額不足"),
    "warning",
  ],
  BankRejected: ["bank_rejected", text3("Rejected by the bank", "银行拒绝", "銀行拒絕"), "warning"],
  ConfigurationError: [
    "configuration_error",
    text3("Gateway account misconfigured", "网关配置错误", "閘道設定錯誤"),
    "danger",
  ],
});

/** One decline code. */
export type DeclineCodeName = (typeof DeclineCode.members)[number]["value"];

/** Category of a decline. The first four are Visa's categories of response codes. */
export const DeclineCategory = defineEnumeration("DeclineCategoryEnum", text3("Decline kind", "拒绝类别", "拒絕類別"), {
  Never: ["never", text3("Will never approve", "不会批准", "不會核准"), "danger"],
  NotNow: ["not_now", text3("Cannot approve now", "暂时无法批准", "目前無法核准"), "warning"],
  Data: ["data", text3("Wrong card data", "卡信息有误", "資料有誤"), "info"],
  Generic: ["generic", text3("Unspecified", "未说明", "未說明"), "neutral"],
  Authentication: ["authentication", text3("Payer not authenticated", "身份验证未通过", "身分驗證未通過"), "info"],
  Payer: ["payer", text3("Given up by the payer", "付款人放弃", "付款人放棄"), "neutral", "hollow"],
  Technical: ["technical", text3("Technical", "技术原因", "技術因素"), "progress"],
});

/** Name of a kind of decline. */
export type DeclineCategoryName = (typeof DeclineCategory.members)[number]["value"];
