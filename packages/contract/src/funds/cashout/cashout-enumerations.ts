import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a withdrawal stands; the states of `cashoutLifecycle`. */
export const CashoutStatus = defineEnumeration(
  "CashoutStatusEnum",
  text3("Withdrawal status", "提现状态", "提領狀態"),
  {
    Applied: ["applied", text3("Applied", "已申请", "已申請"), "info", "hollow"],
    Approving: ["approving", text3("Waiting for approval", "待审批", "待核准"), "warning", "half"],
    Approved: ["approved", text3("Approved", "已批准", "已核准"), "info"],
    Rejected: ["rejected", text3("Rejected", "已驳回", "已駁回"), "danger", "hollow"],
    Processing: ["processing", text3("On its way", "付款中", "撥款中"), "progress", "turning"],
    Paid: ["paid", text3("Paid", "已付款", "已撥款"), "success"],
    Failed: ["failed", text3("Failed", "付款失败", "撥款失敗"), "danger"],
    Returned: ["returned", text3("Sent back by the bank", "银行退汇", "銀行退匯"), "danger", "half"],
    Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral"],
  },
);

/** Why a withdrawal went back to whoever asked for it. */
export const CashoutReturn = defineEnumeration(
  "CashoutReturnEnum",
  text3("Handed back because", "退回原因", "退回原因"),
  {
    PositionShort: [
      "position_short",
      text3("The balance no longer covers it", "余额已不足以覆盖", "餘額已不足以支應"),
      "danger",
    ],
    RateWorse: ["rate_worse", text3("The rate fell by more than 1 %", "汇率下跌超过 1%", "匯率下跌超過 1%"), "warning"],
  },
);

/** What about a withdrawal stands out, so that somebody looks at it. */
export const CashoutFlag = defineEnumeration("CashoutFlagEnum", text3("Risk flag", "风险标记", "風險標記"), {
  NewAccount: ["new_account", text3("Nothing was paid to this account before", "首次向该账户付款", "首次對此帳戶撥款")],
  UnusualAmount: ["unusual_amount", text3("More than twice the usual amount", "超过平均金额两倍", "超過平均金額兩倍")],
  NegativeCurrency: [
    "negative_currency",
    text3("Another currency is below zero", "其他币种余额为负", "其他幣別餘額為負"),
  ],
});

/** Why a withdrawal was not paid, or came back. */
export const PayoutFailure = defineEnumeration(
  "PayoutFailureEnum",
  text3("Why the payout failed", "付款失败原因", "撥款失敗原因"),
  {
    AccountClosed: ["account_closed", text3("Account closed", "收款账户已注销", "收款帳戶已註銷")],
    AccountInvalid: ["account_invalid", text3("Account details wrong", "收款账户信息有误", "收款帳戶資訊有誤")],
    ProviderBalance: [
      "provider_balance",
      text3("Balance at the provider too low", "付款账户余额不足", "付款帳戶餘額不足"),
    ],
    NotProcessed: ["not_processed", text3("Could not be sent", "未能提交", "未能送出")],
    Declined: ["declined", text3("Turned down by the provider", "付款方拒绝", "付款方拒絕")],
    ReturnedByBank: ["returned_by_bank", text3("Sent back by the bank", "银行退汇", "銀行退匯")],
    GivenUp: ["given_up", text3("Given up by the operator", "运营人员终止", "營運人員終止")],
  },
);

/** Where one transfer stands. */
export const PayoutStatus = defineEnumeration("PayoutStatusEnum", text3("Payout status", "付款状态", "撥款狀態"), {
  Created: ["created", text3("To be sent", "待发送", "待送出"), "neutral", "hollow"],
  Submitted: ["submitted", text3("Sent", "已发送", "已送出"), "progress", "turning"],
  Paid: ["paid", text3("Paid", "已付款", "已撥款"), "success"],
  Failed: ["failed", text3("Failed", "付款失败", "撥款失敗"), "danger"],
  Returned: ["returned", text3("Sent back by the bank", "银行退汇", "銀行退匯"), "danger", "half"],
});

/** By whom is borne what a provider paid otherwise than asked. */
export const PayoutDifference = defineEnumeration(
  "PayoutDifferenceEnum",
  text3("Difference settled with", "差额承担方", "差額承擔方"),
  {
    Provider: ["provider", text3("Provider, which made it good", "付款方已补正", "付款方已補正")],
    Merchant: ["merchant", text3("Merchant’s available balance", "商户可用余额", "特店可用餘額")],
    House: ["house", text3("Us, as cost of the payout", "平台付款成本", "平台付款成本")],
  },
);

/** Every enumeration of withdrawals and payouts. */
export const cashoutEnumerations = [
  CashoutStatus,
  CashoutReturn,
  CashoutFlag,
  PayoutFailure,
  PayoutStatus,
  PayoutDifference,
] as const;
