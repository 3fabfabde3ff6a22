import { reconTopic } from "@countinghouse/contract/funds/recon/recon.ts";
import { type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { ReconCase } from "./recon.case.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

const columns: ListPageProps<typeof reconItem>["columns"] = [
  { field: "upstreamRef", width: 176, part: "name" },
  { field: "bookingDate", width: 112 },
  { field: "gatewayAccountName", width: 152 },
  { field: "type", width: 128 },
  { field: "matchStatus", width: 128 },
  { field: "status", width: 120 },
  { field: "netAmount", width: 128 },
  { field: "difference", width: 120 },
  { field: "suspenseAmount", width: 120 },
  { field: "since", width: 152 },
];

const LineBeside = ({ row }: { readonly row: ReconItem }) => (
  <>
    <p>
      <Link to={`/finance/recon/${row.batchId}`}>{useWords(reconScreenMessages).openPage}</Link>
    </p>
    <ReconCase item={row} together={[row]} onEnded={() => {}} />
  </>
);

/** Lines of all files, the longest open first: differences, claims, and what stands in suspense. */
export const ReconItemList = () => (
  <ListPage
    resource={reconItem}
    topic={reconTopic}
    columns={columns}
    nameField="upstreamRef"
    detail={LineBeside}
    pageActions={[]}
    isRead
  />
);
