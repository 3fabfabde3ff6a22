import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type Capture, capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { CaptureStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { RefundLines, useRefundsOf } from "../../../platform/payments/refunds-of.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
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

/** What went back of its order, and what can still go back of this capture. */
function Refunds({ row }: Row) {
  const screen = useWords(captureScreenMessages);
  const language = useLocale();
  const refunds = useRefundsOf(row);
  const isEnabled = useMay()("orderRefund:preview") && row.status === "succeeded";
  const { data } = useAnswer(orderRefund, "preview", { orderId: row.orderId, captureId: row.id }, { isEnabled });
  const left = data && formatMoney(fromWire(data.refundableAmount, data.currency), { language });
  if (refunds.length === 0 && !left) return null;
  return (
    <section>
      <h3 className="ch-section-title">{screen.refunds}</h3>
      <RefundLines refunds={refunds} />
      {left ? <p className="capture-left">{fill(screen.stillRefundable, { amount: left })}</p> : null}
    </section>
  );
}

/** A capture beside the list: what it cost, and why it failed where it did. */
export function CaptureBeside({ row }: Row) {
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
