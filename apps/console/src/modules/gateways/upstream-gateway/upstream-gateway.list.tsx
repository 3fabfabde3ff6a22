import { upstreamGatewayMessages } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.messages.ts";
import {
  simulatorAddress,
  type UpstreamGateway,
  upstreamGateway,
} from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";
import { UpstreamGatewayDetail } from "./upstream-gateway.detail.tsx";
import { CapabilityMatrix } from "./upstream-gateway.matrix.detail.tsx";

const forms = () => import("./upstream-gateway.form.tsx");

/** Where test calls go: the simulator by its name, since its address is none to anybody else. */
function TestAddress({ row: { baseUrlTest } }: { readonly row: UpstreamGateway }) {
  const { simulator } = useWords(upstreamGatewayMessages).text;
  if (!baseUrlTest) return <Unknown />;
  return <TextCell value={baseUrlTest === simulatorAddress ? simulator : baseUrlTest} />;
}

const columns: ListPageProps<typeof upstreamGateway>["columns"] = [
  { field: "name", width: 184 },
  { field: "code", width: 120 },
  "status",
  { field: "baseUrlTest", cell: TestAddress, width: 216 },
  { field: "baseUrlLive", width: 240 },
];

const Providers = ({ above }: { readonly above: ReactNode }) => (
  <ListPage
    resource={upstreamGateway}
    columns={columns}
    forms={forms}
    rowActions={["update", "setStatus"]}
    detail={UpstreamGatewayDetail}
    nameField="name"
    above={above}
  />
);

/** Providers, and under a tab of its own what each of them can do. */
export function UpstreamGatewayList() {
  const { title, text } = useWords(upstreamGatewayMessages);
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "providers", title: text.providers, list: Providers },
        { key: "matrix", title: text.matrix, need: "upstreamGateway:capabilityMatrix", part: CapabilityMatrix },
      ]}
    />
  );
}
