import { z } from "zod";
import { PayoutFailure } from "../../funds/cashout/cashout-enumerations.ts";
import { HolderType } from "../../funds/payout-account/payout-account-enumerations.ts";
import {
  PayoutMethod,
  PayoutOrderReturn,
  PayoutOrderStatus,
  PayoutPurpose,
  WalletType,
} from "../../funds/payout-order/payout-order-enumerations.ts";
import {
  amount,
  describedAs,
  instant,
  listedText,
  namedSchema,
  OpenCountry,
  OpenCurrency,
  OpenInstant,
  openText,
  sentAmount,
  valuesOf,
} from "./open-fields.ts";
import { debitedOutbound, outboundView, transferOutcome } from "./open-outbound.ts";

/** Where a payout order stands for its merchant. */
export const OpenPayoutOrderStatus = namedSchema(
  "PayoutOrderStatus",
  z.enum(valuesOf(PayoutOrderStatus)),
  "Where a payout order stands: created and review until it is approved, processing until it is paid; a rejected, failed or cancelled one took nothing, a returned one came back without our fee",
  "代付状态：批准前为 created、review，付款前为 approved、processing；rejected、failed、canceled 未扣款，returned 已退回（手续费不退）",
  "代付狀態：核准前為 created、review，付款前為 approved、processing；rejected、failed、canceled 未扣款，returned 已退回（手續費不退）",
);

/** By what way a beneficiary is paid. */
export const OpenPayoutMethod = namedSchema(
  "PayoutMethod",
  z.enum(valuesOf(PayoutMethod)),
  "By what way a beneficiary is paid",
  "付款方式",
  "付款方式",
);

/** A payout order as the merchant sees it. */
export const OpenPayoutOrder = z.object({
  payoutOrderNo: describedAs(z.string(), "Our number of the payout order", "平台代付单号", "平台代付單號"),
  merchantPayoutNo: describedAs(z.string(), "Your number of it", "商户代付单号", "特店代付單號"),
  ...outboundView(OpenPayoutOrderStatus, z.enum(valuesOf(PayoutOrderReturn))),
  feeAmount: amount("Our fee", "代付手续费", "代付手續費"),
  debitedAmount: debitedOutbound(),
  sentAmount: amount("What the beneficiary is paid", "收款人到账金额", "收款人入帳金額"),
  method: listedText("PayoutOrderMethod", valuesOf(PayoutMethod), "How it is paid", "付款方式", "付款方式"),
  beneficiaryType: listedText(
    "BeneficiaryType",
    valuesOf(HolderType),
    "Who the beneficiary is",
    "收款人类型",
    "收款人類型",
  ),
  beneficiaryName: describedAs(z.string(), "Name of the beneficiary", "收款人名称", "收款人名稱"),
  country: describedAs(z.string(), "Country of the account", "账户所在国家或地区", "帳戶所在國家或地區"),
  beneficiaryAccount: describedAs(
    z.string(),
    "Its bank or wallet, and the end of its number",
    "开户银行或钱包与账号末四位",
    "開戶銀行或錢包與帳號末四碼",
  ),
  purpose: listedText("PayoutOrderPurpose", valuesOf(PayoutPurpose), "What it is for", "付款用途", "付款用途"),
  reference: describedAs(z.string().nullable(), "What the statement shows", "附言", "附言"),
  ...transferOutcome(
    listedText(
      "PayoutOrderFailureCode",
      valuesOf(PayoutFailure),
      "Why a payout did not reach its account",
      "付款失败原因代码",
      "付款失敗原因代碼",
    ),
  ),
  returnedAmount: amount("What came back of it", "退回金额", "退回金額").nullable(),
  createTime: instant("When it was asked for", "申请时间", "申請時間"),
  paidTime: describedAs(OpenInstant.nullable(), "When it was paid", "付款时间", "付款時間"),
  finishedTime: describedAs(OpenInstant.nullable(), "When its outcome was known", "完成时间", "完成時間"),
});
namedSchema("PayoutOrder", OpenPayoutOrder, "Money paid to somebody you name", "向第三方付款", "對第三方付款");
export type OpenPayoutOrderView = z.input<typeof OpenPayoutOrder>;

const detail = (max: number, en: string, zhCn: string, zhTw: string) =>
  describedAs(openText(max).optional(), en, zhCn, zhTw);

/** Whom a payout order goes to. */
export const OpenBeneficiary = namedSchema(
  "Beneficiary",
  z.strictObject({
    type: describedAs(z.enum(valuesOf(HolderType)), "Who it is", "收款人类型", "收款人類型"),
    name: describedAs(
      openText(128),
      "Its name, as its bank knows it",
      "收款人名称，须与银行登记一致",
      "收款人名稱，須與銀行登記一致",
    ),
    country: describedAs(OpenCountry, "Country of the account", "账户所在国家或地区", "帳戶所在國家或地區"),
    bankName: detail(128, "Bank", "开户银行", "開戶銀行"),
    swift: detail(16, "SWIFT/BIC", "SWIFT/BIC", "SWIFT/BIC"),
    bankCode: detail(
      24,
      "What banks of the country are told apart by: ABA routing number, sort code, BSB, IFSC",
      "银行代码：ABA 路由号码、Sort Code、BSB、IFSC 等",
      "銀行代碼：ABA 路由號碼、Sort Code、BSB、IFSC 等",
    ),
    branchCode: detail(24, "Branch code", "支行代码", "分行代碼"),
    iban: detail(64, "IBAN", "IBAN", "IBAN"),
    accountNo: detail(64, "Account number, or CLABE", "银行账号或 CLABE", "銀行帳號或 CLABE"),
    address: detail(200, "Address", "地址", "地址"),
    walletType: describedAs(z.enum(valuesOf(WalletType)).optional(), "Which wallet", "钱包类型", "錢包類型"),
    walletAddress: detail(128, "Account of the wallet", "钱包账号", "錢包帳號"),
  }),
  "Whom a payout goes to; which details a country needs is read from beneficiary-requirements. Card numbers are refused",
  "收款人；各国家或地区所需信息见 beneficiary-requirements。不接受银行卡号",
  "收款人；各國家或地區所需資訊見 beneficiary-requirements。不接受卡號",
);

/** What a merchant's server asks for. */
export const OpenPayoutOrderCreation = namedSchema(
  "PayoutOrderCreation",
  z.strictObject({
    merchantPayoutNo: describedAs(
      z.string().regex(/^[A-Za-z0-9._:/-]{1,64}$/),
      "Your number of it: one payout order for each",
      "商户代付单号，不可重复",
      "特店代付單號，不可重複",
    ),
    amount: sentAmount(
      "How much of your available balance, in minor units",
      "代付金额，最小货币单位",
      "代付金額，最小貨幣單位",
    ),
    currency: OpenCurrency,
    method: OpenPayoutMethod,
    beneficiary: OpenBeneficiary,
    purpose: describedAs(z.enum(valuesOf(PayoutPurpose)).default("other"), "What it is for", "付款用途", "付款用途"),
    reference: describedAs(openText(35).optional(), "What the statement shows", "附言", "附言"),
  }),
  "A payout order to ask for",
  "要申请的代付",
  "要申請的代付",
);

/** One detail that a country's beneficiaries are known by. */
export const OpenBeneficiaryNeed = namedSchema(
  "BeneficiaryRequirement",
  z.object({
    field: describedAs(z.string(), "Field of the beneficiary", "收款人字段", "收款人欄位"),
    isNeeded: describedAs(z.boolean(), "Whether it has to be sent", "是否必填", "是否必填"),
    pattern: describedAs(
      z.string().nullable(),
      "How it is written, spaces and dashes aside; null for free text",
      "格式（忽略空格与连字符）；自由文本为 null",
      "格式（忽略空格與連字號）；自由文字為 null",
    ),
  }),
  "What is needed of a beneficiary",
  "收款人信息要求",
  "收款人資訊要求",
);
