import { type ChangeRequest, changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { Rule, Subject, useFreshRequests } from "./change-request.cells.part.tsx";
import { ChangeBeside, ChangeHeading } from "./change-request.detail.tsx";

const columns: ListPageProps<typeof changeRequest>["columns"] = [
  { field: "changeNo", width: 144, part: "none" },
  { field: "operationName", cell: Subject, width: 240 },
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
export function ChangeRequestList() {
  useFreshRequests();
  const beside = { heading: ChangeHeading, detail: ChangeBeside, rowActions: actions };
  return <ListPage resource={changeRequest} columns={columns} nameField="changeNo" above={<Rule />} {...beside} />;
}
