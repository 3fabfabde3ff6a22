import { deliveryLifecycle } from "@countinghouse/contract/integration/webhook/delivery.lifecycle.ts";
import { type Delivery, webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { GuideLink } from "../../../platform/pages/guide-link.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { WebhookAnswer } from "./webhook.answer.part.tsx";
import { ResendGivenUp } from "./webhook.bulk.part.tsx";
import { WebhookFigures } from "./webhook.figures.part.tsx";

const forms = () => import("./webhook.form.tsx");

const WebhookTraffic = lazyPart(async () => (await import("./webhook.traffic.detail.tsx")).WebhookTraffic);

const Endpoint = ({ row }: { readonly row: Delivery }) => <TextCell value={row.endpointName} />;

const ObjectNo = ({ row }: { readonly row: Delivery }) => <IdCell value={row.objectNo} />;

const columns: ListPageProps<typeof webhook>["columns"] = [
  { field: "eventType", width: 168 },
  { field: "objectNo", cell: ObjectNo, width: 144 },
  { field: "status", width: 120 },
  { field: "lastHttpStatus", cell: WebhookAnswer, width: 120 },
  { field: "attemptCount", width: 88 },
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
    pageActions={[]}
    tools={
      <>
        <GuideLink section="webhooks" />
        <ResendGivenUp forms={forms} />
      </>
    }
    nameField="eventType"
  />
);
