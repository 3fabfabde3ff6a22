import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { describedAs, listOfOpen, OpenCountry, OpenCurrency, pageOfOpen, pageQuery } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";
import {
  OpenBeneficiaryNeed,
  OpenPayoutMethod,
  OpenPayoutOrder,
  OpenPayoutOrderCreation,
  OpenPayoutOrderStatus,
} from "./open-payout-order.ts";

const group = "payout-orders";
const payoutOrder = z.strictObject({
  payoutOrderNo: describedAs(
    z.string().regex(/^PY[0-9A-Z]{10,30}$/),
    "Our number of it",
    "平台代付单号",
    "平台代付單號",
  ),
});

export const payoutOrderOperations = {
  createPayoutOrder: openOperation({
    method: "POST",
    path: "/v1/payout-orders",
    scope: "payout_orders:write",
    group,
    summary: text3("Pay a third party", "申请代付", "申請代付"),
    description: text3(
      "Sets the amount aside at once. Small payouts to an account that was paid before are paid at once, as long as what nobody approved within 24 hours stays below your limit; all others wait for our approval. Its events tell. One that failed took nothing, our fee included.",
      "申请后立即冻结金额。向付过款的账户小额代付，且 24 小时内免审批合计未超限额时直接付款，其余须经平台审批，并以事件通知。付款失败的代付不扣款，手续费亦退回。",
      "申請後立即凍結金額。對曾付款的帳戶小額代付，且 24 小時內免核准合計未超過限額時直接付款，其餘須經平台核准，並以事件通知。付款失敗的代付不扣款，手續費亦退回。",
    ),
    body: OpenPayoutOrderCreation,
    answer: OpenPayoutOrder,
    refusals: [
      "amount_invalid",
      "daily_limit",
      "payouts_suspended",
      "other_currency_negative",
      "terms_missing",
      "beneficiary_invalid",
      "duplicate_payout_no",
    ],
    needsKey: true,
    example: {
      merchantPayoutNo: "P-1001",
      amount: 25_000,
      currency: "EUR",
      method: "bank_local",
      beneficiary: {
        type: "company",
        name: "Paper Mill GmbH",
        country: "DE",
        bankName: "Commerzbank",
        iban: "DE89370400440532013000",
      },
      purpose: "supplier",
      reference: "INV 2026-118",
    },
  }),
  listPayoutOrders: openOperation({
    method: "GET",
    path: "/v1/payout-orders",
    scope: "balances:read",
    group,
    summary: text3("List your payout orders", "查询代付列表", "查詢代付列表"),
    query: z.strictObject({
      ...pageQuery,
      status: OpenPayoutOrderStatus.optional(),
      currency: OpenCurrency.optional(),
      merchantPayoutNo: describedAs(
        z.string().min(1).max(64).optional(),
        "Your number",
        "商户代付单号",
        "特店代付單號",
      ),
    }),
    answer: pageOfOpen("PayoutOrder", OpenPayoutOrder),
    ratePerSecond: 20,
    exampleQuery: { status: "paid" },
  }),
  getPayoutOrder: openOperation({
    method: "GET",
    path: "/v1/payout-orders/:payoutOrderNo",
    scope: "balances:read",
    group,
    summary: text3("Read a payout order", "查询代付", "查詢代付"),
    params: payoutOrder,
    answer: OpenPayoutOrder,
  }),
  cancelPayoutOrder: openOperation({
    method: "POST",
    path: "/v1/payout-orders/:payoutOrderNo/cancel",
    scope: "payout_orders:write",
    group,
    summary: text3("Cancel a payout order that is not approved", "取消未批准的代付", "取消未核准的代付"),
    params: payoutOrder,
    answer: OpenPayoutOrder,
    refusals: ["invalid_transition", "altered"],
    needsKey: true,
    example: {},
  }),
  listBeneficiaryRequirements: openOperation({
    method: "GET",
    path: "/v1/beneficiary-requirements",
    scope: "balances:read",
    group,
    summary: text3("What a country needs of a beneficiary", "查询收款人信息要求", "查詢收款人資訊要求"),
    query: z.strictObject({
      country: describedAs(OpenCountry, "Country of the account", "账户所在国家或地区", "帳戶所在國家或地區"),
      method: OpenPayoutMethod,
    }),
    answer: listOfOpen(
      "BeneficiaryRequirement",
      OpenBeneficiaryNeed,
      "Details that are needed, and those that may be sent",
      "必填及可填的信息",
      "必填及可填的資訊",
    ),
    exampleQuery: { country: "US", method: "bank_local" },
  }),
} as const;
