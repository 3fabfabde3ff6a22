import { upstreamGateway } from "@countinghouse/contract/upstream-gateway/upstream-gateway.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof upstreamGateway>["columns"] = [
  "name",
  "code",
  "connector",
  "status",
  "webhookAuth",
  "timeoutMs",
  "rateLimitPerSecond",
  "updateTime",
];

/** Providers that gateways are built on. */
export const UpstreamGatewayList = () => <ListPage resource={upstreamGateway} columns={columns} nameField="name" />;
