import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a payout order stands; the states of `payoutOrderLifecycle`. */
export const PayoutOrderStatus = defineEnumeration(
  "PayoutOrderStatusEnum",
  text3("Payout order status", "代付状态", "代付狀態"),
  {
    Created: ["created", text3("Handed back", "已退回", "已退回"), "info", "hollow"],
    Review: ["review", text3("Waiting for approval", "待审批", "待核准"), "warning", "half"],
    Approved: ["approved", text3("Approved", "已批准", "已核准"), "info"],
    Processing: ["processing", text3("On its way", "付款中", "付款中"), "progress", "turning"],
    Paid: ["paid", text3("Paid", "已付款", "已付款"), "success"],
    Failed: ["failed", text3("Failed", "付款失败", "付款失敗"), "danger"],
    Rejected: ["rejected", text3("Rejected", "已驳回", "已駁回"), "danger", "hollow"],
    Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral"],
    Returned: ["returned", text3("Sent back by the bank", "银行退汇", "銀行退匯"), "danger", "half"],
  },
);

/** Why a payout order went back to whoever asked for it. */
export const PayoutOrderReturn = defineEnumeration(
  "PayoutOrderReturnEnum",
  text3("Handed back because", "退回原因", "退回原因"),
  {
    PositionShort: [
      "position_short",
      text3("The balance no longer covers it", "余额已不足以覆盖", "餘額已不足以支應"),
      "danger",
    ],
  },
);

/** What about a payout order stands out, so that somebody looks at it. */
export const PayoutOrderFlag = defineEnumeration("PayoutOrderFlagEnum", text3("Risk flag", "风险标记", "風險標記"), {
  NewBeneficiary: [
    "new_beneficiary",
    text3("This beneficiary was never paid before", "首次向该收款人付款", "首次對此收款人付款"),
  ],
  UnusualAmount: ["unusual_amount", text3("More than twice the usual amount", "超过平均金额两倍", "超過平均金額兩倍")],
  NegativeCurrency: [
    "negative_currency",
    text3("Another currency is below zero", "其他币种余额为负", "其他幣別餘額為負"),
  ],
  ListedName: [
    "listed_name",
    text3("A name on a sanctions list is like this one", "与制裁名单中的名称相似", "與制裁名單中的名稱相似"),
  ],
  ListedCountry: [
    "listed_country",
    text3("Payouts to this country are reviewed", "付往该国家或地区须复核", "付往此國家或地區須覆核"),
  ],
  ManyInADay: [
    "many_in_a_day",
    text3(
      "With what nobody approved in 24 hours it is above the limit",
      "连同 24 小时内免审批的代付已超过限额",
      "連同 24 小時內免核准的代付已超過限額",
    ),
  ],
});

/** By what way a beneficiary is paid. */
export const PayoutMethod = defineEnumeration("PayoutMethodEnum", text3("Payout method", "付款方式", "付款方式"), {
  BankLocal: ["bank_local", text3("Local bank transfer", "本地银行转账", "本地銀行轉帳"), "neutral"],
  Swift: ["swift", text3("SWIFT transfer", "SWIFT 电汇", "SWIFT 電匯"), "neutral"],
  Wallet: ["wallet", text3("Wallet", "电子钱包", "電子錢包"), "neutral"],
});

/** The wallets that can be paid to. */
export const WalletType = defineEnumeration("WalletTypeEnum", text3("Wallet", "钱包类型", "錢包類型"), {
  Alipay: ["alipay", text3("Alipay", "支付宝", "支付寶"), "neutral"],
  Gcash: ["gcash", text3("GCash", "GCash", "GCash"), "neutral"],
  Paypal: ["paypal", text3("PayPal", "PayPal", "PayPal"), "neutral"],
  Pix: ["pix", text3("Pix key", "Pix 密钥", "Pix 金鑰"), "neutral"],
  TouchNGo: ["touch_n_go", text3("Touch ’n Go", "Touch ’n Go", "Touch ’n Go"), "neutral"],
});

/** What a beneficiary is paid for. */
export const PayoutPurpose = defineEnumeration("PayoutPurposeEnum", text3("Purpose", "付款用途", "付款用途"), {
  Supplier: ["supplier", text3("Goods or services", "货款或服务费", "貨款或服務費"), "neutral"],
  Salary: ["salary", text3("Wages", "工资薪酬", "薪資"), "neutral"],
  Commission: ["commission", text3("Commission", "佣金", "佣金"), "neutral"],
  Refund: ["refund", text3("Refund by transfer", "转账退款", "轉帳退款"), "neutral"],
  Winnings: ["winnings", text3("Winnings", "奖金派彩", "獎金派彩"), "neutral"],
  Other: ["other", text3("Other", "其他", "其他"), "neutral"],
});

/** What would become of a row of a file of payout orders. */
export const PayoutRowVerdict = defineEnumeration("PayoutRowVerdictEnum", text3("Result", "试算结果", "試算結果"), {
  Pay: ["pay", text3("Will be paid", "可付款", "可付款"), "success", "hollow"],
  Review: ["review", text3("Goes to approval", "需审批", "需核准"), "warning", "half"],
  Present: ["present", text3("Asked for before", "已申请过", "已申請過"), "neutral", "hollow"],
  Refused: ["refused", text3("Refused", "被拒绝", "遭拒絕"), "danger"],
});

/** Every enumeration of payout orders. */
export const payoutOrderEnumerations = [
  PayoutOrderStatus,
  PayoutOrderReturn,
  PayoutOrderFlag,
  PayoutMethod,
  WalletType,
  PayoutPurpose,
  PayoutRowVerdict,
] as const;
