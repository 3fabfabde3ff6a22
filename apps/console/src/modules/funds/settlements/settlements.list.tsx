import { settlementLifecycle } from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { BatchHeading, batchActions, SettlementBatchPanel } from "./settlements.detail.tsx";

const forms = () => import("./settlements.form.tsx");

const columns: ListPageProps<typeof settlements>["columns"] = [
  { field: "batchNo", width: 136, part: "more" },
  { field: "date", width: 112, part: "time" },
  { field: "status", width: 112 },
  { field: "merchantName", width: 152 },
  { field: "amount", width: 136 },
  { field: "availableAmount", width: 136 },
  { field: "withdrawnAmount", width: 120 },
];

const shown = { columns, forms, nameField: "batchNo", heading: BatchHeading, detail: SettlementBatchPanel } as const;

/** Every settlement batch of the merchants in reach, the latest day first. */
export const SettlementsList = () => (
  <ListPage
    resource={settlements}
    {...shown}
    lifecycle={settlementLifecycle as Lifecycle}
    rowActions={batchActions}
    bulkActions={["confirm", "settle"]}
    pageActions={[]}
    isRead
  />
);
