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
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { ChangeBeside, ChangeHeading } from "./change-request.detail.tsx";
import { changeScreenMessages } from "./change-request.messages.ts";

const Subject = ({ row }: { readonly row: ChangeRequest }) => (
  <TwoLineCell first={row.operationName} second={row.subject ?? ""} />
);

const columns: ListPageProps<typeof changeRequest>["columns"] = [
  { field: "changeNo", width: 144, part: "none" },
  { field: "operationName", cell: Subject, width: 240 },
  { field: "status", width: 160 },
  { field: "reason", width: 200 },
  { field: "createUserName", width: 120 },
  { field: "createTime", width: 160 },
  { field: "expireTime", width: 160 },
  { field: "decideUserName", width: 120 },
];

const isWaiting = ({ status }: ChangeRequest): boolean => status === "waiting";

const actions: NonNullable<ListPageProps<typeof changeRequest>["rowActions"]> = [
  { action: "approve", when: (row) => isWaiting(row) && row.hold === null },
  { action: "refuse", when: (row) => isWaiting(row) && !row.isOwn },
  { action: "withdraw", when: (row) => isWaiting(row) && row.isOwn },
];

/** What somebody asked for and somebody else decides, the newest first. */
export function ChangeRequestList() {
  const client = useQueryClient();
  useEffect(
    () => onServerEvent(changeRequestTopic, () => void client.invalidateQueries({ queryKey: [changeRequest.name] })),
    [client],
  );
  return (
    <ListPage
      resource={changeRequest}
      columns={columns}
      nameField="changeNo"
      heading={ChangeHeading}
      detail={ChangeBeside}
      rowActions={actions}
      above={<Rule />}
    />
  );
}

/** Whether changes take two people here, and what there is to do where they do not. */
function Rule() {
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
