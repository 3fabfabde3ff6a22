import { endpointLifecycle } from "@countinghouse/contract/integration/merchant-webhook-config/endpoint.lifecycle.ts";
import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import {
  type Endpoint,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { everyEvent } from "@countinghouse/contract/integration/webhook/event-types.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { GuideLink } from "../../../platform/pages/guide-link.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const forms = () => import("./merchant-webhook-config.form.tsx");

const EndpointFile = lazyPart(async () => (await import("./merchant-webhook-config.file.detail.tsx")).EndpointFile);

type Row = { readonly row: Endpoint };

/** Which events, in words while that fits. */
function Events({ row }: Row) {
  const { text } = useWords(merchantWebhookConfigMessages);
  return <TextCell value={row.events.includes(everyEvent) ? text.every : row.events.join(", ")} />;
}

const columns: ListPageProps<typeof merchantWebhookConfig>["columns"] = [
  { field: "name", width: 160 },
  { field: "url", width: 264 },
  { field: "status", width: 176 },
  "merchantName",
  { field: "events", cell: Events, width: 136 },
  { field: "failures", width: 96 },
];

const isOn = ({ status }: Endpoint): boolean => status === "enabled";

/** Where merchants want to be told of what. A merchant's own people see theirs alone. */
export const MerchantWebhookConfigList = () => (
  <ListPage
    resource={merchantWebhookConfig}
    columns={columns}
    forms={forms}
    lifecycle={endpointLifecycle as Lifecycle}
    rowActions={[
      "update",
      { action: "test", when: isOn },
      "pause",
      "resume",
      { action: "replay", when: isOn },
      "rotateSecret",
      "delete",
    ]}
    detail={EndpointFile}
    tools={<GuideLink section="webhooks" />}
    nameField="name"
  />
);
