import { type InboundWebhook, inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const forms = () => import("./inbound.form.tsx");

const InboundFile = lazyPart(async () => (await import("./inbound.file.detail.tsx")).InboundFile);

const columns: ListPageProps<typeof inboundWebhook>["columns"] = [
  { field: "eventType", width: 192 },
  { field: "objectNo", width: 192 },
  { field: "status", width: 168 },
  { field: "verdict", width: 112 },
  { field: "gatewayAccountName", width: 136 },
  { field: "createTime", width: 160 },
];

const canBeTriedAgain = ({ verdict, status }: InboundWebhook): boolean =>
  verdict === "valid" && (status === "parked" || status === "ignored" || status === "failed");

/** What gateways told us, and what became of it. */
export const InboundList = () => (
  <ListPage
    resource={inboundWebhook}
    columns={columns}
    forms={forms}
    rowActions={[{ action: "reprocess", when: canBeTriedAgain }]}
    bulkActions={["reprocess"]}
    detail={InboundFile}
    nameField="eventType"
  />
);
