import {
  type PaymentAttempt,
  paymentAttempt,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { DeclineName } from "../../../platform/payments/decline-name.tsx";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { AttemptHeading, AttemptPanel } from "./payment-attempt.detail.tsx";

type Row = { readonly row: PaymentAttempt };
const Method = ({ row }: Row) => <MethodName of={row} />;
const Decline = ({ row }: Row) => <DeclineName code={row.declineCode} />;

const columns: ListPageProps<typeof paymentAttempt>["columns"] = [
  { field: "attemptNo", width: 136 },
  { field: "status", width: 136 },
  { field: "amount", width: 136 },
  { field: "paymentMethod", cell: Method, width: 152 },
  { field: "declineCode", cell: Decline, width: 152 },
  { field: "gatewayAccountName", width: 136 },
  { field: "startedTime", width: 160 },
];

/** Asks the gateway while the outcome is open. */
const isOpen = ({ status }: PaymentAttempt): boolean =>
  ["submitting", "unknown", "authentication_pending", "capture_pending"].includes(status);

/** Every try to take money for the merchants in reach, the newest first. */
export const PaymentAttemptList = () => (
  <ListPage
    resource={paymentAttempt}
    columns={columns}
    nameField="attemptNo"
    heading={AttemptHeading}
    detail={AttemptPanel}
    rowActions={[{ action: "sync", when: isOpen }]}
  />
);
