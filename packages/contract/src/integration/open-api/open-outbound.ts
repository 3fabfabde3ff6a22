import { z } from "zod";
import { amount, describedAs, OpenCurrency, OpenMode } from "./open-fields.ts";

/** What was asked for of the balance, whoever it goes to, and where that stands. */
export const outboundView = <Status extends z.ZodType, Cause extends z.ZodType>(status: Status, cause: Cause) => ({
  mode: OpenMode,
  status,
  returnCause: describedAs(
    cause.nullable(),
    "Why it is back with you: submit it again on the console, or cancel it",
    "退回原因：请在控制台重新提交或取消",
    "退回原因：請在主控台重新送出或取消",
  ),
  amount: amount("What was asked for, in minor units", "申请金额，最小货币单位", "申請金額，最小貨幣單位"),
  currency: OpenCurrency,
  feeMode: describedAs(
    z.enum(["inside", "on_top"]),
    "Whether our fee is taken out of the amount, or comes on top",
    "手续费内扣或外扣",
    "手續費內扣或外加",
  ),
});

/** What leaves the balance for it. */
export const debitedOutbound = () => amount("What leaves your balance", "从余额扣除的金额", "自餘額扣除的金額");

/** What the bank calls its transfer, and why that failed. */
export const transferOutcome = <Code extends z.ZodType>(failureCode: Code) => ({
  bankReference: describedAs(z.string().nullable(), "By which the bank traces it", "银行流水号", "銀行交易序號"),
  failureCode: describedAs(failureCode.nullable(), "Why it failed", "失败原因代码", "失敗原因代碼"),
  failureMessage: describedAs(z.string().nullable(), "The same in words", "失败原因说明", "失敗原因說明"),
});
