import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** What became of a call with an access key. */
export const CallOutcome = defineEnumeration("OpenAccessOutcomeEnum", text3("Outcome", "调用结果", "呼叫結果"), {
  Answered: ["answered", text3("Answered", "成功", "成功"), "success"],
  Refused: ["refused", text3("Refused", "业务拒绝", "業務拒絕"), "warning", "half"],
  TurnedAway: ["turned_away", text3("Turned away", "未放行", "未放行"), "danger"],
});
