import { webhook } from "@countinghouse/contract/webhook/webhook.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof webhook>["columns"] = [
  { field: "eventType", width: 184 },
  { field: "objectNo", width: 184 },
  { field: "status", width: 168 },
  { field: "lastHttpStatus", width: 104 },
  { field: "attemptCount", width: 80 },
  { field: "merchantName", width: 168 },
  { field: "endpointName", width: 152 },
  "mode",
  "createTime",
  "nextAttemptTime",
];

/** What merchants' servers were told, delivery by delivery. */
export const WebhookList = () => <ListPage resource={webhook} columns={columns} nameField="eventType" />;
