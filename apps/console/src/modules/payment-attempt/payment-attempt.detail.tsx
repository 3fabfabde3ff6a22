import { type PaymentAttempt, paymentAttempt } from "@countinghouse/contract/payment-attempt/payment-attempt.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useWords } from "../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../platform/pages/record-facts.tsx";
import { RouteDecision } from "../../platform/payments/route-decision.tsx";
import { PickerState } from "../../platform/pickers/picker-state.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";
import { attemptScreenMessages } from "./payment-attempt.messages.ts";
import "./payment-attempt.css";

const facts = [
  "status",
  "trigger",
  "merchantName",
  "gatewayName",
  "gatewayAccountName",
  "paymentMethod",
  "cardBrand",
  "cardLast4",
  "cardCountry",
  "declineCode",
  "declineCategory",
  "upstreamCode",
  "upstreamMessage",
  "transactionNo",
  "startedTime",
  "finishedTime",
  "latencyMs",
  "isDuplicate",
] as const;

/** A try to take the money, beside the list: what came of it, and why it went where it went. */
export function AttemptBeside({ row }: { readonly row: PaymentAttempt }) {
  const screen = useWords(attemptScreenMessages);
  const { data, error, isPending, refetch } = useAnswer(paymentAttempt, "detail", { id: row.id });
  return (
    <>
      <div className="attempt-head">
        <b>
          <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
        </b>
        <span className="ch-grow" />
        <Link to={`/trade/order/${row.orderId}`}>{screen.openOrder}</Link>
      </div>
      <RecordFacts resource={paymentAttempt} of={row} fields={facts} />
      <PickerState isLoading={isPending} error={data ? null : error} onRetry={() => void refetch()}>
        {data?.routeDecision ? <RouteDecision decision={data.routeDecision} /> : null}
      </PickerState>
    </>
  );
}
