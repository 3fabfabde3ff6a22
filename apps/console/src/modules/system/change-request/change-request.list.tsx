import {
  type ChangeRequest,
  changeRequest,
  changeRequestTopic,
} from "@countinghouse/contract/system/change-request/change-request.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { ChangeHeading, ChangeRequestPanel } from "./change-request.detail.tsx";
import { Rule } from "./change-request.rule.part.tsx";

const columns: ListPageProps<typeof changeRequest>["columns"] = [
  { field: "changeNo", width: 144, part: "none" },
  { field: "operationName", lines: ["operationName", "subject"], width: 240 },
  { field: "status", width: 160 },
  { field: "reason", width: 200, part: "none" },
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
export const ChangeRequestList = () => (
  <ListPage
    resource={changeRequest}
    topic={changeRequestTopic}
    columns={columns}
    nameField="changeNo"
    above={<Rule />}
    heading={ChangeHeading}
    detail={ChangeRequestPanel}
    rowActions={actions}
  />
);
