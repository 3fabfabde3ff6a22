import { type Capture, capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { CaptureStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { RefundLines, useRefundsOf } from "../../../platform/payments/refunds-of.tsx";
import { captureScreenMessages } from "./capture.messages.ts";
import "./capture.css";

type Row = { readonly row: Capture };

const facts = [
  "orderNo",
  "merchantName",
  "seq",
  "isFinal",
  "isPriced",
  "feeAmount",
  "feeTaxAmount",
  "netAmount",
  "refundedAmount",
  "refundableAmount",
  "gatewayCostAmount",
  "fxRate",
  "dueDate",
  "gatewayAccountName",
  "upstreamId",
  "failureCode",
  "upstreamCode",
  "upstreamMessage",
  "askedTime",
  "finishedTime",
] as const;

/** Said only of the captures that they are true of. */
const occasional: readonly string[] = ["fxRate", "upstreamId", "failureCode", "upstreamCode", "upstreamMessage"];

/** What a capture is known by: the money, and what came of it. */
export const CaptureHeading = ({ row }: Row) => (
  <span className="capture-title">
    <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
    <ChipOf enumeration={CaptureStatus} value={row.status} />
  </span>
);

/** What was asked back of its order. */
function Refunds({ row }: Row) {
  const screen = useWords(captureScreenMessages);
  const refunds = useRefundsOf(row);
  if (refunds.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{screen.refunds}</h3>
      <RefundLines refunds={refunds} />
    </section>
  );
}

/** A capture beside the list: what it cost, and why it failed where it did. */
export function CapturePanel({ row }: Row) {
  const screen = useWords(captureScreenMessages);
  const told = facts.filter((name) => !occasional.includes(name) || row[name]);
  return (
    <>
      <p>
        <Link to={`/trade/order/${row.orderId}`}>{screen.openOrder}</Link>
      </p>
      <RecordFacts resource={capture} of={row} fields={told} />
      <Refunds row={row} />
    </>
  );
}
