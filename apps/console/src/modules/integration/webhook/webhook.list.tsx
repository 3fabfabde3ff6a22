import { deliveryLifecycle } from "@countinghouse/contract/integration/webhook/delivery.lifecycle.ts";
import { type Delivery, webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { GuideLink } from "../../../platform/pages/guide-link.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { WebhookAnswer } from "./webhook.answer.part.tsx";
import { WebhookFigures } from "./webhook.figures.part.tsx";

const forms = () => import("./webhook.form.tsx");

const WebhookTraffic = arriving(async () => (await import("./webhook.traffic.detail.tsx")).WebhookTraffic);

const Endpoint = ({ row }: { readonly row: Delivery }) => <TextCell value={row.endpointName} />;

const columns: ListPageProps<typeof webhook>["columns"] = [
  { field: "eventType", width: 168 },
  { field: "objectNo", width: 192 },
  { field: "status", width: 136 },
  { field: "lastHttpStatus", cell: WebhookAnswer, width: 120 },
  { field: "attemptCount", width: 64 },
  { field: "endpointName", cell: Endpoint, width: 120 },
  { field: "createTime", width: 160 },
];

/** What merchants' servers were told, delivery by delivery. A merchant's own people see theirs alone. */
export const WebhookList = () => (
  <ListPage
    resource={webhook}
    columns={columns}
    forms={forms}
    lifecycle={deliveryLifecycle as Lifecycle}
    rowActions={["resend", "skip"]}
    bulkActions={["resend"]}
    detail={WebhookTraffic}
    above={<WebhookFigures />}
    pageActions={["bulkResend"]}
    tools={<GuideLink section="webhooks" />}
    nameField="eventType"
  />
);
