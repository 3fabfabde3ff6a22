import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** How eligible accounts are ordered. */
export const RoutingStrategy = defineEnumeration(
  "RoutingStrategyEnum",
  text3("Routing strategy", "路由策略", "路由策略"),
  {
    PriorityWeight: ["priority_weight", text3("Priority and weight", "优先级与权重", "優先順序與權重"), "info"],
    LeastCost: ["least_cost", text3("Lowest cost", "成本最低", "成本最低"), "success"],
    SuccessRate: ["success_rate", text3("Best approval rate", "成功率最高", "授權率最高"), "accent"],
    Rule: ["rule", text3("Rules", "按规则", "依規則"), "warning"],
  },
);

/**
 * Why an account is not eligible for an order. The names are stored with attempts and given to merchants: they are only
 * ever added to. Their order is that of the checks.
 */
export const RouteExclusion = defineEnumeration(
  "RouteExclusionEnum",
  text3("Reason of exclusion", "排除原因", "排除原因"),
  {
    BindingPending: ["binding_pending", text3("The binding awaits approval", "绑定待审批", "綁定待覆核")],
    BindingDisabled: ["binding_disabled", text3("The binding is switched off", "绑定已停用", "綁定已停用")],
    BindingNotStarted: ["binding_not_started", text3("The binding is not valid yet", "绑定尚未生效", "綁定尚未生效")],
    BindingEnded: ["binding_ended", text3("The binding has ended", "绑定已到期", "綁定已到期")],
    AppNotBound: ["app_not_bound", text3("Not bound for this app", "未绑定该应用", "未綁定此應用程式")],
    OtherMode: ["other_mode", text3("Belongs to the other mode", "环境不一致", "環境不一致")],
    ProviderDisabled: ["provider_disabled", text3("The provider is switched off", "上游已停用", "上游已停用")],
    GatewayDisabled: ["gateway_disabled", text3("The gateway is switched off", "网关已停用", "閘道已停用")],
    GatewayDraining: [
      "gateway_draining",
      text3("The gateway is draining: no new orders", "网关停止接单，不接新订单", "閘道停止收單，不接新訂單"),
    ],
    AccountDisabled: ["account_disabled", text3("The account is switched off", "网关账户已停用", "閘道帳戶已停用")],
    AccountDraining: [
      "account_draining",
      text3("The account is draining: no new orders", "网关账户停止接单，不接新订单", "閘道帳戶停止收單，不接新訂單"),
    ],
    MethodNotOnAccount: [
      "method_not_on_account",
      text3("The method is not switched on for the account", "账户未开通该支付方式", "帳戶未開通此付款方式"),
    ],
    MethodNotAtProvider: [
      "method_not_at_provider",
      text3("The provider does not offer the method", "上游不支持该支付方式", "上游不提供此付款方式"),
    ],
    MethodNotBound: [
      "method_not_bound",
      text3("The binding leaves the method out", "绑定未包含该支付方式", "綁定未包含此付款方式"),
    ],
    ChannelDisabled: ["channel_disabled", text3("The channel is switched off", "支付通道已停用", "付款通道已停用")],
    ChannelMaintenance: [
      "channel_maintenance",
      text3("The channel is under maintenance", "支付通道维护中", "付款通道維護中"),
    ],
    ChannelNotOffered: [
      "channel_not_offered",
      text3(
        "The merchant's checkout does not offer the channel",
        "商户收银台未提供该支付通道",
        "特店收銀台未提供此付款通道",
      ),
    ],
    ChannelCurrency: [
      "channel_currency",
      text3("The channel does not sell the currency", "支付通道不支持该币种", "付款通道不支援此幣別"),
    ],
    ChannelCountry: [
      "channel_country",
      text3(
        "The channel does not serve the payer's country",
        "支付通道不支持付款人所在国家或地区",
        "付款通道不支援付款人所在國家或地區",
      ),
    ],
    ChannelAmount: [
      "channel_amount",
      text3("The amount is outside the channel's limits", "金额超出支付通道限额", "金額超出付款通道限額"),
    ],
    ChannelDevice: [
      "channel_device",
      text3(
        "The channel is not for the payer's device",
        "支付通道不适用于付款人的设备",
        "付款通道不適用於付款人的裝置",
      ),
    ],
    NotInChannel: [
      "not_in_channel",
      text3("Not behind the chosen channel", "不属于所选支付通道", "不屬於所選付款通道"),
    ],
    CurrencyUnsupported: ["currency_unsupported", text3("The currency is not taken", "不支持该币种", "不支援此幣別")],
    CountryUnsupported: [
      "country_unsupported",
      text3("The payer's country is not served", "不支持付款人所在国家或地区", "不支援付款人所在國家或地區"),
    ],
    IssuerCountryUnsupported: [
      "issuer_country_unsupported",
      text3("Cards of the issuer's country are not taken", "不支持该发卡国家或地区", "不支援此發卡國家或地區"),
    ],
    IssuerCountryUnknown: [
      "issuer_country_unknown",
      text3(
        "The issuer's country is not known, and the binding takes no such cards",
        "发卡国家/地区未知，绑定不接受此类卡",
        "發卡國家/地區未知，綁定不接受此類卡片",
      ),
    ],
    TradeUnsupported: [
      "trade_unsupported",
      text3(
        "The account is not registered for the merchant's category code",
        "账户未登记该商户的 MCC",
        "帳戶未登記此特店的 MCC",
      ),
    ],
    TypeNotBound: [
      "type_not_bound",
      text3("The binding leaves the payment type out", "绑定未包含该支付类型", "綁定未包含此付款類型"),
    ],
    AmountTooSmall: ["amount_too_small", text3("The amount is below the minimum", "金额低于下限", "金額低於下限")],
    AmountTooLarge: ["amount_too_large", text3("The amount is above the maximum", "金额高于上限", "金額高於上限")],
    AccountDailyAmount: [
      "account_daily_amount",
      text3("The account's amount for today is used up", "账户当日金额已用完", "帳戶當日金額已用完"),
    ],
    AccountDailyCount: [
      "account_daily_count",
      text3("The account's payments for today are used up", "账户当日笔数已用完", "帳戶當日筆數已用完"),
    ],
    AccountMonthlyAmount: [
      "account_monthly_amount",
      text3("The account's amount for this month is used up", "账户当月金额已用完", "帳戶當月金額已用完"),
    ],
    BindingDailyAmount: [
      "binding_daily_amount",
      text3("The merchant's amount for today is used up", "商户当日金额已用完", "特店當日金額已用完"),
    ],
    BindingDailyCount: [
      "binding_daily_count",
      text3("The merchant's payments for today are used up", "商户当日笔数已用完", "特店當日筆數已用完"),
    ],
    BindingMonthlyAmount: [
      "binding_monthly_amount",
      text3("The merchant's amount for this month is used up", "商户当月金额已用完", "特店當月金額已用完"),
    ],
    NoManualCapture: [
      "no_manual_capture",
      text3("Cannot authorise now and capture later", "不支持预授权后请款", "不支援先授權後請款"),
    ],
    NoThreeDs: [
      "no_three_ds",
      text3("Cannot authenticate by 3-D Secure", "不支持 3-D Secure 验证", "不支援 3-D Secure 驗證"),
    ],
    NoRecurring: ["no_recurring", text3("Cannot charge again by itself", "不支持周期扣款", "不支援定期扣款")],
    NoPartialRefund: ["no_partial_refund", text3("Cannot refund in part", "不支持部分退款", "不支援部分退款")],
    NoPayout: ["no_payout", text3("Cannot pay out", "不支持代付", "不支援代付")],
    AccountDown: ["account_down", text3("The account is down", "账户不可用", "帳戶無法使用"), "danger"],
    AlreadyTried: ["already_tried", text3("Tried for this order already", "该订单已尝试过", "此訂單已嘗試過"), "info"],
    TokenElsewhere: [
      "token_elsewhere",
      text3("Cannot use the stored card", "无法使用已保存的卡信息", "無法使用已儲存的卡片"),
    ],
    NotInRule: [
      "not_in_rule",
      text3("The rule that applies does not name it", "适用规则未包含该账户", "適用規則未包含此帳戶"),
    ],
    NoPrice: ["no_price", text3("No fee rule prices it", "无适用的费率规则", "無適用的費率規則")],
    NoCost: ["no_cost", text3("Its cost is not known", "网关成本未知", "閘道成本未知")],
    NoRate: [
      "no_rate",
      text3(
        "No fresh rate converts it into the settlement currency",
        "无有效汇率可换算为结算币种",
        "無有效匯率可換算為撥款幣別",
      ),
    ],
  },
);
export type ExclusionReason = (typeof RouteExclusion.members)[number]["value"];
export type Strategy = (typeof RoutingStrategy.members)[number]["value"];

/** Whether a channel accepts payments. */
export const ChannelStatus = defineEnumeration("ChannelStatusEnum", text3("Channel status", "通道状态", "通道狀態"), {
  Enabled: ["enabled", text3("Enabled", "启用", "啟用"), "success"],
  Maintenance: ["maintenance", text3("Under maintenance", "维护中", "維護中"), "warning", "half"],
  Disabled: ["disabled", text3("Disabled", "停用", "停用"), "neutral", "hollow"],
});

/** Whether a gateway account accepts a merchant's payments. */
export const BindingStatus = defineEnumeration("BindingStatusEnum", text3("Binding status", "绑定状态", "綁定狀態"), {
  Pending: ["pending", text3("Awaiting approval", "待审批", "待覆核"), "warning", "half"],
  Enabled: ["enabled", text3("Enabled", "启用", "啟用"), "success"],
  Disabled: ["disabled", text3("Disabled", "停用", "停用"), "neutral", "hollow"],
});

/** Handling of cards with unknown issuer country, where a binding restricts countries. */
export const UnknownIssuer = defineEnumeration(
  "UnknownIssuerEnum",
  text3("Unknown issuer", "发卡行未知时", "發卡行未知時"),
  {
    Allow: ["allow", text3("Let through", "放行", "放行"), "success"],
    Exclude: ["exclude", text3("Leave out", "排除", "排除"), "warning"],
  },
);

/** The payer's device. */
export const PayerDevice = defineEnumeration("PayerDeviceEnum", text3("Device", "设备", "裝置"), {
  Mobile: ["mobile", text3("Phone or tablet", "手机或平板", "手機或平板"), "info"],
  Desktop: ["desktop", text3("Computer", "电脑", "電腦"), "neutral"],
});

/** Enumerations of routing. */
export const routingEnumerations = [
  RoutingStrategy,
  RouteExclusion,
  ChannelStatus,
  BindingStatus,
  UnknownIssuer,
  PayerDevice,
] as const;
