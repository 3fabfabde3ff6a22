import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";
import { PaymentMethodCategory } from "../../payment-enumerations.ts";

/** Where a bill stands; the states of `billLifecycle`. */
export const BillStatus = defineEnumeration("BillStatusEnum", text3("Bill status", "结算单状态", "帳單狀態"), {
  Draft: ["draft", text3("Draft", "草稿", "草稿"), "neutral", "hollow"],
  Issued: ["issued", text3("Issued", "已出具", "已開立"), "info"],
  Confirmed: ["confirmed", text3("Confirmed", "商户已确认", "特店已確認"), "success"],
  Disputed: ["disputed", text3("Questioned", "商户有异议", "特店有疑義"), "warning", "half"],
  Void: ["void", text3("Void", "已作废", "已作廢"), "neutral", "hollow"],
});

const { Card, Wallet, BankTransfer, BankDebit, Voucher, Bnpl, Local } = PaymentMethodCategory;
const wordsOf = (category: string) => {
  const member = PaymentMethodCategory.memberOf(category);
  if (!member) throw new Error(`there is no category ${category}`);
  return member.text;
};

/** What a line of a bill sums up: payments of one category of methods, what belongs to none, or everything. */
export const BillCategory = defineEnumeration("BillCategoryEnum", text3("Payment category", "支付类别", "付款類別"), {
  All: ["all", text3("Total", "合计", "合計"), "accent"],
  Card: [Card, wordsOf(Card), "info"],
  Wallet: [Wallet, wordsOf(Wallet), "accent"],
  BankTransfer: [BankTransfer, wordsOf(BankTransfer)],
  BankDebit: [BankDebit, wordsOf(BankDebit)],
  Voucher: [Voucher, wordsOf(Voucher), "warning"],
  Bnpl: [Bnpl, wordsOf(Bnpl), "progress"],
  Local: [Local, wordsOf(Local)],
  Other: ["other", text3("Other", "其他", "其他")],
});

/** Every enumeration of bills; each becomes a dictionary of the same name. */
export const billEnumerations = [BillStatus, BillCategory] as const;
