import { reconSource } from "@countinghouse/contract/funds/recon/recon-source.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = [
  "gatewayAccountName",
  "settlementCurrency",
  "isFetched",
  "fileEndpointId",
  "amountTolerance",
  "feeTolerance",
  "approvalLimit",
  "updateTime",
] as const;
const fields = [
  "gatewayAccountId",
  "isFetched",
  "fileEndpointId",
  "filePattern",
  "amountTolerance",
  "feeTolerance",
  "approvalLimit",
  "remark",
] as const;

/** How gateway accounts are reconciled. */
export const ReconSourceList = () => (
  <ListPage
    resource={reconSource}
    columns={columns}
    fields={fields}
    nameField="gatewayAccountName"
    rowActions={["update", "delete"]}
  />
);
