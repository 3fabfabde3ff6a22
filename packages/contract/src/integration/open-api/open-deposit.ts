import { z } from "zod";
import { DepositSource, DepositStatus, DepositType } from "../../funds/mer-deposit/deposit-enumerations.ts";
import { amount, describedAs, instant, namedSchema, OpenCurrency, OpenMode, valuesOf } from "./open-fields.ts";

const day = z.iso.date();

/** A hold as the merchant sees it. */
export const OpenDeposit = z.object({
  depositNo: describedAs(z.string(), "Our number of the hold", "保证金单号", "保證金編號"),
  mode: OpenMode,
  type: describedAs(
    z.enum(valuesOf(DepositType)),
    "Fixed deposit or rolling reserve",
    "固定或滚动保证金",
    "固定或滾動保證金",
  ),
  source: describedAs(z.enum(valuesOf(DepositSource)), "Where the money came from", "资金来源", "資金來源"),
  settlementBatchNo: describedAs(
    z.string().nullable(),
    "Number of the settlement that it was withheld from",
    "留存所属结算批次号",
    "保留所屬撥款批次編號",
  ),
  currency: OpenCurrency,
  amount: amount("What was held", "留存金额", "保留金額"),
  releasedAmount: amount("What went back to your balance", "已释放金额", "已釋放金額"),
  usedAmount: amount("What covered a loss of yours", "已抵扣损失的金额", "已抵扣損失的金額"),
  remainingAmount: amount("What is still held", "剩余留存金额", "剩餘保留金額"),
  holdDate: describedAs(day, "Day of the hold", "留存日期", "保留日期"),
  releaseDate: describedAs(day.nullable(), "Day on which it goes back", "释放日期", "釋放日期"),
  status: describedAs(z.enum(valuesOf(DepositStatus)), "Where it stands", "状态", "狀態"),
});
namedSchema("Deposit", OpenDeposit, "Money held against losses", "用于抵御损失的保证金", "用於抵禦損失的保證金");
export type OpenDepositView = z.input<typeof OpenDeposit>;

/** A balance of the merchant below nothing. */
export const OpenNegativeBalance = z.object({
  currency: OpenCurrency,
  mode: OpenMode,
  availableAmount: amount("The available balance, below nothing", "可用余额（为负）", "可用餘額（為負）"),
  since: instant("Since when it is below nothing", "余额转负时间", "餘額轉負時間"),
});
namedSchema(
  "NegativeBalance",
  OpenNegativeBalance,
  "A balance that fell below nothing; your next settlements make it up",
  "余额转负，后续结算自动抵补",
  "餘額轉負，後續撥款自動抵補",
);
export type OpenNegativeBalanceView = z.input<typeof OpenNegativeBalance>;
