import { requestLifecycle } from "@countinghouse/contract/merchants/merchant-request/merchant-request.lifecycle.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { MerchantRequestPanel, WantedCell } from "./merchant-request.detail.tsx";

const columns: ListPageProps<typeof merchantRequest>["columns"] = [
  { field: "merchantName", width: 208 },
  { field: "wanted", cell: WantedCell, width: 280, part: "more" },
  { field: "status", width: 128 },
  { field: "createUserName", width: 144 },
  { field: "createTime", width: 176 },
];

/** What merchants ask to have changed about them, to be marked as done or declined. */
export const MerchantRequestList = () => (
  <ListPage
    resource={merchantRequest}
    columns={columns}
    pageActions={[]}
    rowActions={["finish", "decline"]}
    lifecycle={requestLifecycle}
    detail={MerchantRequestPanel}
    nameField="merchantName"
  />
);
