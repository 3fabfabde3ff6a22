import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { PaymentFlow, PaymentMethodCategory } from "../../payment-enumerations.ts";
import {
  amount,
  describedAs,
  instant,
  listedText,
  listOfOpen,
  namedSchema,
  OpenCountry,
  OpenCurrency,
  pageOfOpen,
  pageQuery,
  valuesOf,
  withInputRule,
} from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";

/** Parts of a balance, as movements name them. */
export const OpenBucket = listedText(
  "BalanceBucket",
  ["pending", "available", "reserve", "frozen", "in_transit"],
  "A part of a balance",
  "余额的组成部分",
  "餘額的組成部分",
);

/** What moves a merchant's balance today. The tax on a fee is a movement of its own. */
const OpenMovementType = listedText(
  "BalanceTransactionType",
  [
    "capture",
    "capture_converted",
    "transaction_fee",
    "transaction_fee_tax",
    "gateway_cost_passed_on",
    "gateway_cost_true_up_passed_on",
    "refund_held",
    "refund_succeeded",
    "refund_fee",
    "refund_fee_tax",
    "fee_returned",
    "fee_returned_tax",
    "refund_released",
    "refund_bounced",
    "batch_settled",
    "batch_settled_negative",
    "reserve_released",
    "reserve_used",
    "deposit_held",
    "balance_written_off",
    "balance_frozen",
    "cashout_applied",
    "cashout_dropped",
    "cashout_approved",
    "cashout_paid",
    "cashout_paid_converted",
    "cashout_failed",
    "cashout_returned",
    "payout_applied",
    "payout_dropped",
    "payout_approved",
    "payout_paid",
    "payout_failed",
    "payout_returned",
    "manual_adjustment",
    "reversal",
    "reversal_tax",
  ],
  "What moved a balance",
  "余额变动的原因",
  "餘額變動的原因",
);

const OpenMethodCategory = listedText(
  "MethodCategory",
  valuesOf(PaymentMethodCategory),
  "Kind of a payment method",
  "支付方式类别",
  "付款方式類別",
);
const OpenMethodFlow = listedText(
  "MethodFlow",
  valuesOf(PaymentFlow),
  "What the payer goes through",
  "付款人的操作流程",
  "付款人的操作流程",
);

/** What of the pending part is settled on one day. */
const OpenExpected = z.object({
  dueDate: describedAs(
    z.iso.date().nullable(),
    "The day it is settled; null for captures that are not priced yet",
    "应结算日；请款尚未计费时为 null",
    "應撥款日；請款尚未計費時為 null",
  ),
  amount: amount(
    "What falls due, fees and taxes already taken off",
    "到期净额，已扣手续费与税",
    "到期淨額，已扣手續費與稅",
  ),
});

/** What a merchant holds in one currency. */
export const OpenBalance = z.object({
  currency: OpenCurrency,
  pending: amount("On its way to you", "待结算", "待撥款"),
  available: amount("Yours to take out", "可用", "可用"),
  reserve: amount("Held as security", "保证金", "保證金"),
  frozen: amount("Frozen", "冻结", "凍結"),
  inTransit: amount("Being paid out", "出款中", "出款中"),
  expected: describedAs(
    z.array(OpenExpected),
    "What of `pending` is settled when, the next day first; together it is `pending`",
    "pending 的到账日程，最近的在前；合计等于 pending",
    "pending 的撥款日程，最近的在前；合計等於 pending",
  ),
});
namedSchema("Balance", OpenBalance, "What you hold in one currency", "一个币种的余额", "一個幣別的餘額");

/** One movement of a balance. */
export const OpenBalanceTransaction = z.object({
  id: describedAs(z.string(), "Id", "编号", "編號"),
  type: describedAs(OpenMovementType, "What happened", "类型", "類型"),
  bucket: describedAs(OpenBucket, "Which part of the balance moved", "变动的余额部分", "變動的餘額部分"),
  amount: amount("Change, in minor units", "变动金额，最小货币单位", "變動金額，最小貨幣單位"),
  currency: OpenCurrency,
  orderNo: describedAs(z.string().nullable(), "Order it belongs to", "相关订单", "相關訂單"),
  createdAt: instant("When", "时间", "時間"),
});
namedSchema("BalanceTransaction", OpenBalanceTransaction, "One movement of a balance", "一笔余额变动", "一筆餘額變動");

/** A method to offer to a payer. */
export const OpenOfferedMethod = z.object({
  code: describedAs(
    z.string(),
    "Send it as `paymentMethod.code`",
    "作为 paymentMethod.code 传入",
    "作為 paymentMethod.code 傳入",
  ),
  name: describedAs(z.string(), "Name in your language", "显示名称", "顯示名稱"),
  category: describedAs(
    OpenMethodCategory,
    "Kind: card, wallet, bank",
    "类别，如银行卡、钱包、银行",
    "類別，如卡片、錢包、銀行",
  ),
  flow: describedAs(OpenMethodFlow, "How it is paid: direct, redirect, qr, voucher", "支付流程", "付款流程"),
});
namedSchema(
  "OfferedMethod",
  OpenOfferedMethod,
  "A method to offer to a payer",
  "可向付款人提供的支付方式",
  "可提供給付款人的付款方式",
);

export const accountOperations = {
  getBalances: openOperation({
    method: "GET",
    path: "/v1/balances",
    scope: "balances:read",
    group: "balances",
    summary: text3("Read your balances", "查询余额", "查詢餘額"),
    answer: listOfOpen("Balance", OpenBalance, "One for each currency", "每个币种一项", "每個幣別一項"),
  }),
  listBalanceTransactions: openOperation({
    method: "GET",
    path: "/v1/balance-transactions",
    scope: "balances:read",
    group: "balances",
    summary: text3("List movements of your balances", "查询余额变动", "查詢餘額變動"),
    query: z.strictObject({ ...pageQuery, currency: OpenCurrency.optional() }),
    answer: pageOfOpen("BalanceTransaction", OpenBalanceTransaction),
    ratePerSecond: 25,
  }),
  listPaymentMethods: openOperation({
    method: "GET",
    path: "/v1/payment-methods",
    scope: "methods:read",
    group: "payment-methods",
    summary: text3("List the methods to offer, in order", "查询可用支付方式", "查詢可用付款方式"),
    query: z.strictObject({
      currency: OpenCurrency,
      country: describedAs(
        OpenCountry.optional(),
        "The payer's country",
        "付款人所在国家或地区",
        "付款人所在國家或地區",
      ),
      amount: describedAs(
        withInputRule(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER), "minorUnitsAboveZero"),
        "Amount, in minor units",
        "金额，最小货币单位",
        "金額，最小貨幣單位",
      ),
    }),
    answer: listOfOpen("OfferedMethod", OpenOfferedMethod, "In the order to show them", "按展示顺序", "依顯示順序"),
    exampleQuery: { currency: "USD", country: "US", amount: "10000" },
  }),
} as const;
