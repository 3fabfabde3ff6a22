import { recon, reconTopic } from "@countinghouse/contract/funds/recon/recon.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { recordPanel } from "../../../platform/pages/record-facts.tsx";
import { Receivables } from "./recon.receivables.part.tsx";

const forms = () => import("./recon.form.tsx");

const columns: ListPageProps<typeof recon>["columns"] = [
  { field: "reconNo", width: 136, part: "name" },
  { field: "fileDate", width: 112, part: "time" },
  { field: "gatewayAccountName", width: 168, part: "owner" },
  { field: "status", width: 128 },
  { field: "netAmount", width: 136 },
  { field: "openAmount", width: 152 },
  { field: "openCount", width: 96 },
  { field: "receivedAmount", width: 136 },
];

const detail = recordPanel(recon, {
  page: "/finance/recon",
  facts: [
    "fileName",
    "batchNo",
    "source",
    "lineCount",
    "grossAmount",
    "feeAmount",
    "netAmount",
    "payoutAmount",
    "receivedAmount",
    "differenceAmount",
    "openAmount",
    "fileHash",
    "closedTime",
    "closeUserName",
  ],
});

/** Settlement files of all gateway accounts, and what the accounts owe. */
export const ReconList = () => (
  <ListPage
    resource={recon}
    topic={reconTopic}
    columns={columns}
    forms={forms}
    nameField="reconNo"
    detail={detail}
    pageActions={["fetch", "import"]}
    above={<Receivables />}
  />
);
