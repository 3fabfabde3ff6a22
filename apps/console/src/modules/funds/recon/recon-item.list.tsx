import { unendedItemStates } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { reconTopic } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItemMessages } from "@countinghouse/contract/funds/recon/recon-item.messages.ts";
import { type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";
import { ReconCase } from "./recon.case.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

const columns: ListPageProps<typeof reconItem>["columns"] = [
  { field: "upstreamRef", width: 176, part: "name" },
  { field: "difference", width: 120 },
  { field: "matchStatus", width: 128 },
  { field: "status", width: 120, part: "none" },
  { field: "type", width: 128, part: "none" },
  // Of what a file lacks it would be nothing: the difference says it all.
  { field: "netAmount", isHidden: true },
  { field: "suspenseAmount", width: 120, part: "none" },
  { field: "bookingDate", width: 112, part: "time" },
  { field: "gatewayAccountName", width: 152, part: "owner" },
  { field: "since", width: 152, part: "none" },
];

const ReconItemPanel = ({ row }: { readonly row: ReconItem }) => (
  <>
    <p>
      <Link to={`/finance/recon/${row.batchId}`}>{useWords(reconScreenMessages).openPage}</Link>
    </p>
    <ReconCase line={row} together={[row]} onEnded={() => {}} />
  </>
);

interface LinesProps {
  readonly above: ReactNode;
  readonly fixed?: Readonly<Record<string, unknown>>;
}

const Lines = ({ above, fixed }: LinesProps) => (
  <ListPage
    resource={reconItem}
    topic={reconTopic}
    columns={columns}
    nameField="upstreamRef"
    detail={ReconItemPanel}
    pageActions={[]}
    above={above}
    {...(fixed ? { fixed } : {})}
    isRead
  />
);

const isUnended = { status: [...unendedItemStates] };
const Unended = ({ above }: { readonly above: ReactNode }) => <Lines above={above} fixed={isUnended} />;

/** Lines of all files, the longest open first: those that differ and are not ended, and under a tab of their own all. */
export function ReconItemList() {
  const { title } = useWords(reconItemMessages);
  const words = useWords(reconScreenMessages);
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "unended", title: words.unended, list: Unended },
        { key: "every", title: words.every, list: Lines },
      ]}
    />
  );
}
