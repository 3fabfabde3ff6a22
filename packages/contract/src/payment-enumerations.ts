import { defineEnumeration } from "./kit/enumeration.ts";
import { text3 } from "./kit/locale.ts";

/** Which of the two books a record belongs to; test records never mix with live ones. */
export const PaymentMode = defineEnumeration("PaymentModeEnum", text3("Mode", "环境", "環境"), {
  Live: ["live", text3("Live", "生产", "正式"), "success"],
  Test: ["test", text3("Test", "测试", "測試"), "warning", "half"],
});

/** What a merchant's order is made for; each is switched on per merchant. */
export const PaymentType = defineEnumeration("PaymentTypeEnum", text3("Payment type", "支付类型", "付款類型"), {
  HostedPage: ["hosted_page", text3("Hosted page", "收银台", "代管付款頁"), "info"],
  ServerToServer: ["server_to_server", text3("Server to server", "服务端直连", "伺服器直連"), "info"],
  PaymentLink: ["payment_link", text3("Payment link", "支付链接", "付款連結"), "info"],
  VirtualPage: ["virtual_page", text3("Virtual page", "虚拟商品页", "虛擬商品頁"), "info"],
  Subscription: ["subscription", text3("Subscription", "订阅", "訂閱"), "accent"],
  Moto: ["moto", text3("Mail or telephone order", "邮购电购", "郵購電購"), "warning"],
  Payout: ["payout", text3("Payout", "代付", "代付"), "accent"],
});

export const PaymentMethodCategory = defineEnumeration(
  "PaymentMethodCategoryEnum",
  text3("Method category", "支付方式类别", "付款方式類別"),
  {
    Card: ["card", text3("Card", "银行卡", "信用卡/簽帳卡"), "info"],
    Wallet: ["wallet", text3("Wallet", "电子钱包", "電子錢包"), "accent"],
    BankTransfer: ["bank_transfer", text3("Bank transfer", "银行转账", "銀行轉帳"), "neutral"],
    BankDebit: ["bank_debit", text3("Bank debit", "银行代扣", "銀行扣款"), "neutral"],
    Voucher: ["voucher", text3("Voucher", "线下付款码", "繳費代碼"), "warning"],
    Bnpl: ["bnpl", text3("Buy now, pay later", "先买后付", "先買後付"), "progress"],
    Local: ["local", text3("Local method", "本地支付", "在地付款"), "neutral"],
  },
);

/** What the payer goes through. */
export const PaymentFlow = defineEnumeration("PaymentFlowEnum", text3("Flow", "支付流程", "付款流程"), {
  Direct: ["direct", text3("Direct", "直接提交", "直接送出"), "info"],
  Redirect: ["redirect", text3("Redirect", "跳转", "轉址"), "info"],
  Qr: ["qr", text3("QR code", "扫码", "掃碼"), "accent"],
  Voucher: ["voucher", text3("Voucher", "线下付款码", "繳費代碼"), "warning"],
  Sdk: ["sdk", text3("SDK", "SDK", "SDK"), "neutral"],
});

/** What a provider, or a method at a provider, can do. */
export const GatewayCapability = defineEnumeration("GatewayCapabilityEnum", text3("Capability", "能力", "功能"), {
  Authorize: ["authorize", text3("Authorise", "预授权", "授權")],
  Capture: ["capture", text3("Capture", "请款", "請款")],
  PartialCapture: ["partial_capture", text3("Partial capture", "部分请款", "部分請款")],
  MultiCapture: ["multi_capture", text3("Several captures", "多次请款", "多次請款")],
  Void: ["void", text3("Void", "撤销授权", "取消授權")],
  Refund: ["refund", text3("Refund", "退款", "退款")],
  PartialRefund: ["partial_refund", text3("Partial refund", "部分退款", "部分退款")],
  Query: ["query", text3("Query", "查询", "查詢")],
  ThreeDs: ["3ds", text3("3-D Secure", "3-D Secure", "3-D Secure")],
  Tokenise: ["tokenise", text3("Stored cards", "卡信息令牌化", "卡號代碼化")],
  Recurring: ["recurring", text3("Recurring", "周期扣款", "定期扣款")],
  Payout: ["payout", text3("Payout", "代付", "代付")],
  DisputeApi: ["dispute_api", text3("Disputes by API", "拒付接口", "爭議款 API")],
  SettlementFile: ["settlement_file", text3("Settlement file", "结算文件", "撥款檔")],
  Webhook: ["webhook", text3("Notifications", "异步通知", "主動通知")],
});

/** Whether traffic may use something; draining takes no new orders and finishes those under way. */
export const ServiceStatus = defineEnumeration("ServiceStatusEnum", text3("Service status", "服务状态", "服務狀態"), {
  Enabled: ["enabled", text3("Enabled", "启用", "啟用"), "success"],
  Draining: ["draining", text3("Draining", "停止接单", "停止收單"), "warning", "half"],
  Disabled: ["disabled", text3("Disabled", "停用", "停用"), "neutral", "hollow"],
});

/** Whether a definition is in use. */
export const SwitchStatus = defineEnumeration("SwitchStatusEnum", text3("Switch", "开关", "開關"), {
  Enabled: ["enabled", text3("Enabled", "启用", "啟用"), "success"],
  Disabled: ["disabled", text3("Disabled", "停用", "停用"), "neutral", "hollow"],
});

/** How well calls to a gateway account go. */
export const GatewayHealth = defineEnumeration("GatewayHealthEnum", text3("Health", "健康状况", "健康狀況"), {
  Healthy: ["healthy", text3("Healthy", "正常", "正常"), "success"],
  Degraded: ["degraded", text3("Degraded", "不稳定", "不穩定"), "warning", "half"],
  Down: ["down", text3("Down", "不可用", "無法使用"), "danger"],
});

/** Where a card was issued, seen from where it is accepted; `any` matches each of the others. */
export const CardRegion = defineEnumeration("CardRegionEnum", text3("Card region", "发卡地区", "發卡地區"), {
  Any: ["any", text3("Any", "不限", "不限"), "neutral"],
  Domestic: ["domestic", text3("Domestic", "本国", "國內"), "info"],
  Intra: ["intra", text3("Same region", "区域内", "區域內"), "info"],
  Inter: ["inter", text3("International", "跨境", "跨境"), "warning"],
});

/** How the provider charges: one price, or the scheme's cost plus a margin that is known from its files alone. */
export const CostModel = defineEnumeration("CostModelEnum", text3("Cost model", "成本模式", "成本模式"), {
  Blended: ["blended", text3("Blended", "打包费率", "單一費率"), "info"],
  InterchangePlus: ["interchange_plus", text3("Interchange++", "成本加成", "成本加成"), "accent"],
});

/** Who carries the provider's cost unless the merchant's own terms say otherwise. */
export const FeeBearing = defineEnumeration("FeeBearingEnum", text3("Gateway cost", "网关成本", "閘道成本"), {
  Absorb: ["absorb", text3("Absorbed by us", "平台承担", "平台吸收"), "neutral"],
  Passthrough: ["passthrough", text3("Passed on to the merchant", "商户承担", "轉由特店負擔"), "info"],
});

/** What a tax is taken on. */
export const TaxBase = defineEnumeration("TaxBaseEnum", text3("Tax base", "计税基数", "課稅基礎"), {
  OurFee: ["our_fee", text3("Our fee", "平台手续费", "平台手續費"), "info"],
  GatewayFee: ["gateway_fee", text3("Gateway fee", "网关手续费", "閘道手續費"), "info"],
  Gross: ["gross", text3("Gross amount", "交易总额", "交易總額"), "warning"],
});

/** Every enumeration of payments; each becomes a dictionary of the same name. */
export const paymentEnumerations = [
  PaymentMode,
  PaymentType,
  PaymentMethodCategory,
  PaymentFlow,
  GatewayCapability,
  ServiceStatus,
  SwitchStatus,
  GatewayHealth,
  CardRegion,
  CostModel,
  FeeBearing,
  TaxBase,
] as const;
