import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Why money that came is no merchant's. */
export const DueKind = defineEnumeration("DueKindEnum", text3("Why it is here", "挂账原因", "暫列原因"), {
  AmountMismatch: ["amount_mismatch", text3("Wrong amount", "金额不符", "金額不符"), "danger"],
  DuplicatePayment: ["duplicate_payment", text3("Paid twice", "重复付款", "重複付款"), "warning"],
  LateSuccess: ["late_success", text3("Late payment", "逾期付款", "逾期付款"), "info"],
});

/** What is to become of it; the states of `dueLifecycle`. */
export const DueStatus = defineEnumeration("DueStatusEnum", text3("Handling", "处理状态", "處理狀態"), {
  Open: ["open", text3("To be decided", "待处理", "待處理"), "warning", "hollow"],
  AwaitingApproval: ["awaiting_approval", text3("Awaiting approval", "待复核", "待覆核"), "progress", "half"],
  ToReturn: ["to_return", text3("To be returned", "待退回", "待退回"), "accent", "half"],
  Returned: ["returned", text3("Returned", "已退回", "已退回"), "neutral"],
  Booked: ["booked", text3("Applied to the order", "已转请款", "已轉請款"), "success"],
  Withdrawn: ["withdrawn", text3("Never came in", "查无此款", "查無此款"), "neutral", "hollow"],
});

/** What somebody decides. */
export const DueAction = defineEnumeration("DueActionEnum", text3("Decision", "处理方式", "處理方式"), {
  Book: ["book", text3("Apply to the order", "转为订单请款", "轉為訂單請款")],
  Return: ["return", text3("Return to the payer", "退回付款人", "退回付款人")],
});

/** Every enumeration of unapplied payments; each becomes a dictionary of the same name. */
export const dueEnumerations = [DueKind, DueStatus, DueAction] as const;
