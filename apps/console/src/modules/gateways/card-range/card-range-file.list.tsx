import { cardRangeFileLifecycle } from "@countinghouse/contract/gateways/card-range/card-range-file.lifecycle.ts";
import { cardRangeFile } from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { CardRangeFilePanel } from "./card-range-file.detail.tsx";

const forms = () => import("./card-range-file.form.tsx");

const columns: ListPageProps<typeof cardRangeFile>["columns"] = [
  { field: "source", width: 184 },
  { field: "status", width: 152 },
  { field: "fileDate", width: 128 },
  { field: "fileName", width: 184 },
  { field: "rowCount", width: 104 },
  { field: "refusedCount", width: 104 },
  { field: "licence", width: 184 },
  "createTime",
];

/** Files of card ranges: those on their way in, the one in force of each source, and what became of the others. */
export const CardRangeFileList = () => (
  <ListPage
    resource={cardRangeFile}
    columns={columns}
    forms={forms}
    lifecycle={cardRangeFileLifecycle as Lifecycle}
    rowActions={["cancel", "withdraw"]}
    detail={CardRangeFilePanel}
    nameField="source"
  />
);
