import { type Capture, capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { CaptureHeading, CapturePanel } from "./capture.detail.tsx";

const columns: ListPageProps<typeof capture>["columns"] = [
  { field: "captureNo", width: 144 },
  { field: "status", width: 104 },
  { field: "amount", width: 152 },
  { field: "feeAmount", width: 112 },
  { field: "netAmount", width: 152 },
  { field: "dueDate", width: 120 },
  { field: "orderNo", width: 144 },
  { field: "askedTime", width: 160 },
  { field: "upstreamId", width: 264, isHidden: true },
];

const mayGoBack = ({ refundableAmount }: Capture): boolean => refundableAmount !== "0";

const actions: NonNullable<ListPageProps<typeof capture>["rowActions"]> = [
  { action: "add", resource: orderRefund, when: mayGoBack },
];

/** Every taking of money for the merchants in reach, the newest first. */
export const CaptureList = () => (
  <ListPage
    resource={capture}
    columns={columns}
    nameField="captureNo"
    heading={CaptureHeading}
    detail={CapturePanel}
    rowActions={actions}
  />
);
