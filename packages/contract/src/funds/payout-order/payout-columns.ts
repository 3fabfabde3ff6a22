import { text3 } from "../../kit/locale.ts";
import { type FileColumn, findColumn } from "../../platform/file-columns.ts";

/** What a file of payout orders may tell, each with its heading and the other headings that are understood. */
export const payoutColumns = {
  merchantPayoutNo: {
    text: text3("Merchant’s payout no.", "商户代付单号", "特店代付單號"),
    also: ["merchantpayoutno", "payoutno", "payoutid", "单号", "單號"],
  },
  amount: { text: text3("Amount", "代付金额", "代付金額"), also: ["金额", "金額"] },
  currency: { text: text3("Currency", "币种", "幣別"), also: ["ccy", "currencycode"] },
  beneficiaryName: { text: text3("Beneficiary", "收款人", "收款人"), also: ["name", "payee", "户名", "戶名"] },
  beneficiaryType: { text: text3("Beneficiary is a", "收款人类型", "收款人類型"), also: ["type", "holdertype"] },
  country: { text: text3("Country", "国家/地区", "國家/地區"), also: ["countrycode"] },
  method: { text: text3("Method", "付款方式", "付款方式"), also: ["payoutmethod"] },
  bankName: { text: text3("Bank", "开户银行", "開戶銀行"), also: [] },
  swift: { text: text3("SWIFT/BIC", "SWIFT/BIC", "SWIFT/BIC"), also: ["swift", "bic"] },
  bankCode: { text: text3("Bank code", "银行代码", "銀行代碼"), also: ["routingno", "sortcode", "aba", "bsb", "ifsc"] },
  branchCode: { text: text3("Branch code", "支行代码", "分行代碼"), also: ["branch"] },
  iban: { text: text3("IBAN", "IBAN", "IBAN"), also: [] },
  accountNo: { text: text3("Account number", "银行账号", "銀行帳號"), also: ["account", "clabe", "账号", "帳號"] },
  address: { text: text3("Address", "地址", "地址"), also: [] },
  walletType: { text: text3("Wallet", "钱包类型", "錢包類型"), also: [] },
  walletAddress: { text: text3("Wallet account", "钱包账号", "錢包帳號"), also: [] },
  purpose: { text: text3("Purpose", "付款用途", "付款用途"), also: [] },
  reference: { text: text3("Reference on the statement", "附言", "附言"), also: ["reference", "memo"] },
} as const satisfies Readonly<Record<string, FileColumn>>;

export type PayoutColumn = keyof typeof payoutColumns;

/** Columns without which a file says nothing; of the beneficiary's details each row has those that its country needs. */
export const neededPayoutColumns = [
  "merchantPayoutNo",
  "amount",
  "currency",
  "beneficiaryName",
  "country",
] as const satisfies readonly PayoutColumn[];

/** Where in a header the column stands, or -1 when no heading names it. */
export const findPayoutColumn = (column: PayoutColumn, header: readonly string[]): number =>
  findColumn(column, payoutColumns[column], header);
