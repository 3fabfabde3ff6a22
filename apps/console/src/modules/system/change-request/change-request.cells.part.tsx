import { fill } from "@countinghouse/contract/kit/locale.ts";
import {
  type ChangeRequest,
  changeRequest,
  changeRequestTopic,
} from "@countinghouse/contract/system/change-request/change-request.ts";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { onServerEvent } from "../../../platform/api/events.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { changeScreenMessages } from "./change-request.messages.ts";

/** What is to be done, over what it is done to. */
export const Subject = ({ row }: { readonly row: ChangeRequest }) => (
  <TwoLineCell first={row.operationName} second={row.subject ?? ""} />
);

/** Reads the requests again when the server tells of one. */
export function useFreshRequests(): void {
  const client = useQueryClient();
  useEffect(
    () => onServerEvent(changeRequestTopic, () => void client.invalidateQueries({ queryKey: [changeRequest.name] })),
    [client],
  );
}

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
