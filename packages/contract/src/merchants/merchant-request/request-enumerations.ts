import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Result; the states of `requestLifecycle`. */
export const RequestStatus = defineEnumeration("RequestStatusEnum", text3("Request", "申请状态", "申請狀態"), {
  Open: ["open", text3("Sent", "已提交", "已送出"), "progress", "half"],
  Done: ["done", text3("Done", "已完成", "已完成"), "success"],
  Declined: ["declined", text3("Declined", "未采纳", "未採納"), "neutral", "hollow"],
});

/** Every enumeration of merchants' requests; each becomes a dictionary of the same name. */
export const requestEnumerations = [RequestStatus] as const;
