import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { describedAs, OpenCurrency, pageOfOpen, pageQuery } from "./open-fields.ts";
import { OpenFxQuote, OpenFxQuoteCreation } from "./open-fx-quote.ts";
import { openOperation } from "./open-operation.ts";
import { OpenPayoutAccount } from "./open-payout-account.ts";
import { OpenWithdrawal, OpenWithdrawalCreation, OpenWithdrawalStatus } from "./open-withdrawal.ts";

const group = "withdrawals";
const withdrawal = z.strictObject({
  withdrawalNo: describedAs(
    z.string().regex(/^CO[0-9A-Z]{10,30}$/),
    "Our withdrawal number",
    "平台提现单号",
    "平台提領單號",
  ),
});

/** What stands against taking an amount out to an account. */
const askingRefusals = [
  "not_found",
  "amount_invalid",
  "daily_limit",
  "account_not_verified",
  "account_resting",
  "account_not_usable",
  "withdrawals_suspended",
  "other_currency_negative",
  "terms_missing",
  "no_rate",
  "rate_stale",
] as const;

const sample = { amount: 100_000, currency: "USD", payoutAccountId: "poa_01JWQ1V5R0000000000000000A" } as const;

export const withdrawalOperations = {
  createWithdrawal: openOperation({
    method: "POST",
    path: "/v1/withdrawals",
    scope: "payouts:write",
    group,
    summary: text3("Take money out to an account of yours", "申请提现", "申請提領"),
    description: text3(
      "Sets the amount aside at once. Small withdrawals to an account that was paid before are paid at once; all others wait for our approval. Its events tell. One that failed took nothing, our fee included.",
      "申请后立即冻结金额。付过款的账户的小额提现直接付款，其余须经平台审批，并以事件通知。付款失败的提现不扣款，手续费亦退回。",
      "申請後立即凍結金額。曾撥款帳戶的小額提領直接撥款，其餘須經平台核准，並以事件通知。撥款失敗的提領不扣款，手續費亦退回。",
    ),
    body: OpenWithdrawalCreation,
    answer: OpenWithdrawal,
    refusals: [...askingRefusals, "quote_unfit", "quote_used", "quote_expired", "quote_altered"],
    needsKey: true,
    example: sample,
  }),
  listWithdrawals: openOperation({
    method: "GET",
    path: "/v1/withdrawals",
    scope: "balances:read",
    group,
    summary: text3("List your withdrawals", "查询提现列表", "查詢提領列表"),
    query: z.strictObject({
      ...pageQuery,
      status: OpenWithdrawalStatus.optional(),
      currency: OpenCurrency.optional(),
    }),
    answer: pageOfOpen("Withdrawal", OpenWithdrawal),
    ratePerSecond: 20,
    exampleQuery: { status: "paid" },
  }),
  getWithdrawal: openOperation({
    method: "GET",
    path: "/v1/withdrawals/:withdrawalNo",
    scope: "balances:read",
    group,
    summary: text3("Read a withdrawal", "查询提现", "查詢提領"),
    params: withdrawal,
    answer: OpenWithdrawal,
  }),
  cancelWithdrawal: openOperation({
    method: "POST",
    path: "/v1/withdrawals/:withdrawalNo/cancel",
    scope: "payouts:write",
    group,
    summary: text3("Cancel a withdrawal that is not approved", "取消未批准的提现", "取消未核准的提領"),
    params: withdrawal,
    answer: OpenWithdrawal,
    refusals: ["invalid_transition", "altered"],
    needsKey: true,
    example: {},
  }),
  createFxQuote: openOperation({
    method: "POST",
    path: "/v1/fx-quotes",
    scope: "payouts:write",
    group,
    summary: text3("Hold a rate for a withdrawal", "锁定提现汇率", "鎖定提領匯率"),
    description: text3(
      "Holds the rate of now for half an hour, for one withdrawal of this amount. Nothing is set aside until you ask for the withdrawal.",
      "为一笔该金额的提现锁定当前汇率半小时。申请提现之前不冻结金额。",
      "為一筆此金額的提領鎖定目前匯率半小時。申請提領之前不凍結金額。",
    ),
    body: OpenFxQuoteCreation,
    answer: OpenFxQuote,
    refusals: [...askingRefusals, "nothing_to_exchange"],
    needsKey: true,
    ratePerSecond: 5,
    example: sample,
  }),
  getFxQuote: openOperation({
    method: "GET",
    path: "/v1/fx-quotes/:quoteId",
    scope: "balances:read",
    group,
    summary: text3("Read a held rate", "查询锁定汇率", "查詢鎖定匯率"),
    params: z.strictObject({
      quoteId: describedAs(z.string().regex(/^fxq_[0-9A-Z]{26}$/), "Id of the held rate", "汇率编号", "匯率編號"),
    }),
    answer: OpenFxQuote,
  }),
  listPayoutAccounts: openOperation({
    method: "GET",
    path: "/v1/payout-accounts",
    scope: "balances:read",
    group,
    summary: text3("List your accounts", "查询收款账户列表", "查詢收款帳戶列表"),
    description: text3(
      "Accounts are added and changed in the console alone, by people who prove who they are.",
      "收款账户只能由通过身份验证的人员在控制台添加或变更。",
      "收款帳戶僅能由通過身分驗證的人員於主控台新增或變更。",
    ),
    query: z.strictObject({ ...pageQuery, currency: OpenCurrency.optional() }),
    answer: pageOfOpen("PayoutAccount", OpenPayoutAccount),
    ratePerSecond: 20,
    exampleQuery: { currency: "USD" },
  }),
  getPayoutAccount: openOperation({
    method: "GET",
    path: "/v1/payout-accounts/:id",
    scope: "balances:read",
    group,
    summary: text3("Read an account of yours", "查询收款账户", "查詢收款帳戶"),
    params: z.strictObject({
      id: describedAs(z.string().regex(/^poa_[0-9A-Z]{26}$/), "Id of the account", "收款账户编号", "收款帳戶編號"),
    }),
    answer: OpenPayoutAccount,
  }),
} as const;
