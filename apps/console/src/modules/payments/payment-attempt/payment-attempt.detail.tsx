import { AttemptStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import {
  type PaymentAttempt,
  paymentAttempt,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { AttemptRoute } from "../../../platform/payments/route-decision.tsx";
import { attemptScreenMessages } from "./payment-attempt.messages.ts";
import "./payment-attempt.css";

const facts = [
  "trigger",
  "merchantName",
  "gatewayName",
  "gatewayAccountName",
  "cardCountry",
  "declineCode",
  "declineCategory",
  "upstreamCode",
  "upstreamMessage",
  "transactionNo",
  "schemeTransactionId",
  "tokenReference",
  "consentUsage",
  "consentInitiator",
  "consentReference",
  "startedTime",
  "finishedTime",
  "latencyMs",
  "isDuplicate",
] as const;

/** Said only of the tries that they are true of. */
const occasional: readonly string[] = [
  "schemeTransactionId",
  "tokenReference",
  "consentUsage",
  "consentInitiator",
  "consentReference",
  "cardCountry",
  "declineCode",
  "declineCategory",
  "upstreamCode",
  "upstreamMessage",
  "isDuplicate",
];

/** What a try is known by: the money, and what came of it. */
export const AttemptHeading = ({ row }: { readonly row: PaymentAttempt }) => (
  <span className="attempt-title">
    <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
    <ChipOf enumeration={AttemptStatus} value={row.status} />
  </span>
);

/** A try to take the money, beside the list: what came of it, and why it went where it went. */
export function AttemptPanel({ row }: { readonly row: PaymentAttempt }) {
  const screen = useWords(attemptScreenMessages);
  const told = facts.filter((name) => !occasional.includes(name) || row[name]);
  return (
    <>
      <div className="attempt-head">
        <MethodName of={row} />
        <span className="ch-grow" />
        <Link to={`/trade/order/${row.orderId}`}>{screen.openOrder}</Link>
      </div>
      <RecordFacts resource={paymentAttempt} of={row} fields={told} />
      <AttemptRoute id={row.id} />
    </>
  );
}
