import { z } from "zod";
import { CashoutReturn, CashoutStatus, PayoutFailure } from "../../funds/cashout/cashout-enumerations.ts";
import {
  amount,
  describedAs,
  instant,
  listedText,
  namedSchema,
  OpenCurrency,
  OpenInstant,
  openText,
  sentAmount,
  valuesOf,
} from "./open-fields.ts";
import { debitedOutbound, outboundView, transferOutcome } from "./open-outbound.ts";

/** Where a withdrawal stands for its merchant. */
export const OpenWithdrawalStatus = namedSchema(
  "WithdrawalStatus",
  z.enum(valuesOf(CashoutStatus)),
  "Where a withdrawal stands: applied and approving until it is approved, processing until it is paid; a rejected, failed or cancelled one took nothing, a returned one came back without our fee",
  "提现状态：批准前为 applied、approving，付款前为 approved、processing；rejected、failed、canceled 未扣款，returned 已退回（手续费不退）",
  "提領狀態：核准前為 applied、approving，撥款前為 approved、processing；rejected、failed、canceled 未扣款，returned 已退回（手續費不退）",
);

/** A withdrawal as the merchant sees it. */
export const OpenWithdrawal = z.object({
  withdrawalNo: describedAs(z.string(), "Our number of the withdrawal", "平台提现单号", "平台提領單號"),
  ...outboundView(OpenWithdrawalStatus, z.enum(valuesOf(CashoutReturn))),
  feeAmount: amount("Our fee", "提现手续费", "提領手續費"),
  debitedAmount: debitedOutbound(),
  targetAmount: amount("What your account is paid", "到账金额", "入帳金額"),
  targetCurrency: OpenCurrency,
  fxRate: describedAs(
    z.string().nullable(),
    "Exchange rate; none without an exchange",
    "成交汇率，不换汇时为空",
    "成交匯率，不換匯時為空",
  ),
  quoteExpireTime: describedAs(OpenInstant.nullable(), "Until when the rate is held", "汇率有效期", "匯率有效期"),
  payoutAccountId: describedAs(z.string(), "Id of the account it goes to", "收款账户编号", "收款帳戶編號"),
  payoutAccount: describedAs(
    z.string(),
    "Its bank, and the end of its number",
    "开户银行与账号末四位",
    "開戶銀行與帳號末四碼",
  ),
  ...transferOutcome(
    listedText(
      "PayoutFailureCode",
      valuesOf(PayoutFailure),
      "Why a payout did not reach its account",
      "付款失败原因代码",
      "撥款失敗原因代碼",
    ),
  ),
  remark: describedAs(z.string().nullable(), "Your remark", "备注", "備註"),
  createTime: instant("When it was asked for", "申请时间", "申請時間"),
  paidTime: describedAs(OpenInstant.nullable(), "When it was paid", "付款时间", "撥款時間"),
  finishedTime: describedAs(OpenInstant.nullable(), "When its outcome was known", "完成时间", "完成時間"),
});
namedSchema("Withdrawal", OpenWithdrawal, "Money you take out of your balance", "从余额提取的款项", "自餘額提領的款項");
export type OpenWithdrawalView = z.input<typeof OpenWithdrawal>;

/** What a merchant's server asks for. */
export const OpenWithdrawalCreation = namedSchema(
  "WithdrawalCreation",
  z.strictObject({
    amount: sentAmount(
      "How much of your available balance, in minor units",
      "提现金额，最小货币单位",
      "提領金額，最小貨幣單位",
    ),
    currency: OpenCurrency,
    payoutAccountId: describedAs(
      z.string().regex(/^poa_[0-9A-Z]{26}$/),
      "Which of your accounts it goes to",
      "收款账户编号",
      "收款帳戶編號",
    ),
    quoteId: describedAs(
      z
        .string()
        .regex(/^fxq_[0-9A-Z]{26}$/)
        .optional(),
      "A held rate for this very amount; left out, the rate of now is held",
      "为该金额锁定的汇率；缺省时锁定当前汇率",
      "為此金額鎖定的匯率；未提供時鎖定目前匯率",
    ),
    remark: describedAs(openText(200).optional(), "Your remark", "备注", "備註"),
  }),
  "A withdrawal to ask for",
  "要申请的提现",
  "要申請的提領",
);
