import { paymentAttempt } from "@countinghouse/contract/payment-attempt/payment-attempt.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof paymentAttempt>["columns"] = [
  { field: "attemptNo", width: 200 },
  "status",
  "amount",
  { field: "paymentMethod", width: 136 },
  { field: "merchantName", width: 176 },
  { field: "gatewayAccountName", width: 144 },
  { field: "declineCode", width: 176 },
  { field: "latencyMs", width: 112 },
  { field: "orderNo", width: 200 },
  "startedTime",
];

/** Every try to take money for the merchants in reach, the newest first. */
export const PaymentAttemptList = () => <ListPage resource={paymentAttempt} columns={columns} nameField="attemptNo" />;
