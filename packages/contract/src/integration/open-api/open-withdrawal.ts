import { z } from "zod";
import { CashoutReturn, CashoutStatus, PayoutFailure } from "../../funds/cashout/cashout-enumerations.ts";
import {
  amount,
  instant,
  listedText,
  named,
  OpenCurrency,
  OpenInstant,
  OpenMode,
  openText,
  said,
  sentAmount,
  valuesOf,
} from "./open-fields.ts";

/** Where a withdrawal stands for its merchant. */
export const OpenWithdrawalStatus = named(
  "WithdrawalStatus",
  z.enum(valuesOf(CashoutStatus)),
  "Where a withdrawal stands: applied and approving until it is approved, processing until it is paid; a rejected, failed or cancelled one took nothing, a returned one came back without our fee",
  "提现状态：批准前为 applied、approving，付款前为 approved、processing；rejected、failed、canceled 未扣款，returned 已退回（手续费不退）",
  "提領狀態：核准前為 applied、approving，撥款前為 approved、processing；rejected、failed、canceled 未扣款，returned 已退回（手續費不退）",
);

/** A withdrawal as the merchant sees it. */
export const OpenWithdrawal = z.object({
  withdrawalNo: said(z.string(), "Our number of the withdrawal", "平台提现单号", "平台提領單號"),
  mode: OpenMode,
  status: OpenWithdrawalStatus,
  returnCause: said(
    z.enum(valuesOf(CashoutReturn)).nullable(),
    "Why it is back with you: submit it again on the console, or cancel it",
    "退回原因：请在控制台重新提交或取消",
    "退回原因：請在主控台重新送出或取消",
  ),
  amount: amount("What was asked for, in minor units", "申请金额，最小货币单位", "申請金額，最小貨幣單位"),
  currency: OpenCurrency,
  feeMode: said(
    z.enum(["inside", "on_top"]),
    "Whether our fee is taken out of the amount, or comes on top",
    "手续费内扣或外扣",
    "手續費內扣或外加",
  ),
  feeAmount: amount("Our fee", "提现手续费", "提領手續費"),
  debitedAmount: amount("What leaves your balance", "从余额扣除的金额", "自餘額扣除的金額"),
  targetAmount: amount("What your account is paid", "到账金额", "入帳金額"),
  targetCurrency: OpenCurrency,
  fxRate: said(
    z.string().nullable(),
    "Exchange rate; none without an exchange",
    "成交汇率，不换汇时为空",
    "成交匯率，不換匯時為空",
  ),
  quoteExpireTime: said(OpenInstant.nullable(), "Until when the rate is held", "汇率有效期", "匯率有效期"),
  payoutAccountId: said(z.string(), "Id of the account it goes to", "收款账户编号", "收款帳戶編號"),
  payoutAccount: said(
    z.string(),
    "Its bank, and the end of its number",
    "开户银行与账号末四位",
    "開戶銀行與帳號末四碼",
  ),
  bankReference: said(z.string().nullable(), "By which the bank traces it", "银行流水号", "銀行交易序號"),
  failureCode: said(
    listedText(
      "PayoutFailureCode",
      valuesOf(PayoutFailure),
      "Why a payout did not reach its account",
      "付款失败原因代码",
      "撥款失敗原因代碼",
    ).nullable(),
    "Why it failed",
    "失败原因代码",
    "失敗原因代碼",
  ),
  failureMessage: said(z.string().nullable(), "The same in words", "失败原因说明", "失敗原因說明"),
  remark: said(z.string().nullable(), "Your remark", "备注", "備註"),
  createTime: instant("When it was asked for", "申请时间", "申請時間"),
  paidTime: said(OpenInstant.nullable(), "When it was paid", "付款时间", "撥款時間"),
  finishedTime: said(OpenInstant.nullable(), "When its outcome was known", "完成时间", "完成時間"),
});
named("Withdrawal", OpenWithdrawal, "Money you take out of your balance", "从余额提取的款项", "自餘額提領的款項");
export type OpenWithdrawalView = z.input<typeof OpenWithdrawal>;

/** What a merchant's server asks for. */
export const OpenWithdrawalCreation = named(
  "WithdrawalCreation",
  z.strictObject({
    amount: sentAmount(
      "How much of your available balance, in minor units",
      "提现金额，最小货币单位",
      "提領金額，最小貨幣單位",
    ),
    currency: OpenCurrency,
    payoutAccountId: said(
      z.string().regex(/^poa_[0-9A-Z]{26}$/),
      "Which of your accounts it goes to",
      "收款账户编号",
      "收款帳戶編號",
    ),
    quoteId: said(
      z
        .string()
        .regex(/^fxq_[0-9A-Z]{26}$/)
        .optional(),
      "A held rate for this very amount; left out, the rate of now is held",
      "为该金额锁定的汇率；缺省时锁定当前汇率",
      "為此金額鎖定的匯率；未提供時鎖定目前匯率",
    ),
    remark: said(openText(200).optional(), "Your remark", "备注", "備註"),
  }),
  "A withdrawal to ask for",
  "要申请的提现",
  "要申請的提領",
);
