import { fill } from "@countinghouse/contract/kit/locale.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { changeScreenMessages } from "./change-request.messages.ts";

/** Whether changes take two people here, and what there is to do where they do not. */
export function Rule() {
  const may = useMay()("changeRequest:rule");
  return may ? <RuleNotice /> : null;
}

function RuleNotice() {
  const words = useWords(changeScreenMessages);
  const { data } = useAnswer(changeRequest, "rule", {});
  if (!data) return null;
  if (data.isInForce) return <p className="change-rule">{fill(words.inForce, { count: data.approvers })}</p>;
  return (
    <div className="ch-notice ch-tone-warning change-rule" role="note">
      <span>{data.isSwitchedOff ? words.off : fill(words.single, { count: data.approvers })}</span>
    </div>
  );
}
