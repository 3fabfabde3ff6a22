import { upstreamGatewayPaymentMethod } from "@countinghouse/contract/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof upstreamGatewayPaymentMethod>["columns"] = [
  "paymentMethodCode",
  "upstreamGatewayName",
  "flow",
  "upstreamCode",
  "refundWindowDays",
  "disputeWindowDays",
  "settlementLagDays",
  "status",
];

/** What each provider offers. */
export const UpstreamMethodList = () => (
  <ListPage resource={upstreamGatewayPaymentMethod} columns={columns} nameField="paymentMethodCode" />
);
