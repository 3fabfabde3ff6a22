import { fill } from "@countinghouse/contract/kit/locale.ts";
import { claimingRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import type { OrderRefundDetail } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { RefundReviewCause, RefundStatus } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import "./order-refund.css";
import { CostLadder } from "./order-refund.ladder.part.tsx";
import { refundScreenMessages } from "./order-refund.messages.ts";
import { RefundTimeline } from "./order-refund.timeline.part.tsx";

/** A row of the list, and with more to say once it was read by itself. */
export type RefundRow = Omit<OrderRefundDetail, "parts" | "abilities"> &
  Partial<Pick<OrderRefundDetail, "parts" | "abilities">>;
type Row = { readonly row: RefundRow };

const facts = [
  "orderNo",
  "merchantOrderNo",
  "merchantName",
  "reason",
  "remark",
  "applicantType",
  "applicantName",
  "merchantRefundNo",
  "gatewayAccountName",
  "tradeNo",
  "upstreamRefundId",
  "arn",
  "attempts",
  "sourceBucket",
  "reviewCause",
  "decideUserName",
  "decideReason",
  "failureCode",
  "failureMessage",
  "appKey",
  "askedAmount",
  "excessAmount",
  "excessCause",
  "excessNote",
  "excessUserName",
  "toldAmount",
  "toldOutcome",
  "toldNote",
] as const;

/** Said of every refund; the others only of those that they are true of. */
const lasting: readonly string[] = ["orderNo", "merchantName", "reason", "applicantType", "sourceBucket"];

/** What a refund is known by: the money, and where it stands. */
export const RefundHeading = ({ row }: Row) => (
  <span className="refund-title">
    <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
    <ChipOf enumeration={RefundStatus} value={row.status} />
  </span>
);

/** Where it stands and what comes next, in sentences. */
function useStatusSentences(row: RefundRow): readonly string[] {
  const words = useWords(refundScreenMessages);
  const language = useLocale();
  const zone = useTimeZone();
  const amount = formatMoney(fromWire(row.amount, row.currency), { language });
  const cause = RefundReviewCause.memberOf(row.reviewCause ?? "")?.text[language];
  if (row.status === "failed")
    return [
      row.failureCode ? words.failures[row.failureCode as keyof typeof words.failures] : words.failedPlain,
      row.isReversed ? "" : words.free,
    ].filter(Boolean);
  return [
    fill(words.states[row.status as keyof typeof words.states] ?? "", { amount }),
    row.status === "review" && cause ? fill(words.reviewed, { cause }) : "",
    row.status === "review" && row.isOwn ? words.own : "",
    row.status === "processing" && row.nextRetryTime
      ? fill(words.nextTry, { time: formatInstant(row.nextRetryTime, zone) })
      : "",
    row.abilities?.resolveExcess && row.excessAmount
      ? fill(words.inSuspense, { amount: formatMoney(fromWire(row.excessAmount, row.currency), { language }) })
      : "",
    row.abilities?.settleTold && row.toldCurrency
      ? fill(words.toldOtherwise, {
          told: formatMoney(fromWire(row.toldAmount ?? "0", row.toldCurrency), { language }),
          asked: formatMoney(fromWire(row.amount, row.currency), { language }),
        })
      : "",
    row.status === "succeeded" && row.arn ? fill(words.traced, { arn: row.arn }) : "",
  ].filter(Boolean);
}

/** What ended without effect takes nothing, and money that is no merchant's takes nothing of one. */
const takes = ({ sourceBucket, status }: RefundRow): boolean =>
  sourceBucket !== "payer_funds" && claimingRefundStates.includes(status);

/** Of nearly every refund nothing went beyond what was left. */
const isNoExcess = (name: string, { excessAmount }: RefundRow): boolean =>
  name === "excessAmount" && excessAmount === "0";

const tones: Readonly<Record<string, string>> = { failed: "danger", rejected: "danger", review: "warning" };

/** A refund beside the list: where it stands and the next step, what it took of which captures, and its story. */
export function RefundPanel({ row }: Row) {
  const words = useWords(refundScreenMessages);
  const standing = useStatusSentences(row);
  const told = facts.filter((name) => lasting.includes(name) || ((row[name] ?? "") !== "" && !isNoExcess(name, row)));
  return (
    <>
      <div className={`refund-note ch-tone-${tones[row.status] ?? "neutral"}`}>
        {standing.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <RefundLinks row={row} />
      <RecordFacts resource={orderRefund} of={row} fields={told} />
      {takes(row) ? (
        <section>
          <h3 className="ch-section-title">{row.status === "succeeded" ? words.cost : words.wouldTake}</h3>
          <CostLadder of={row} />
        </section>
      ) : null}
      <Parts row={row} />
      <section>
        <h3 className="ch-section-title">{words.story}</h3>
        <RefundTimeline row={row} />
      </section>
    </>
  );
}

/** Where it belongs: its order, the payment it sends back, the refund it makes again. */
function RefundLinks({ row: { orderId, dueId, retryOf } }: Row) {
  const words = useWords(refundScreenMessages);
  return (
    <p className="ch-links">
      <Link to={`/trade/order/${orderId}`}>{words.openOrder}</Link>
      {dueId ? <Link to={`/trade/due?open=${dueId}`}>{words.openDue}</Link> : null}
      {retryOf ? (
        <Link to={`/trade/refund?refundNo=${retryOf}`}>{fill(words.openFirst, { refundNo: retryOf })}</Link>
      ) : null}
    </p>
  );
}

/** What it gives back of which capture. */
function Parts({ row: { parts = [] } }: Row) {
  const words = useWords(refundScreenMessages);
  if (parts.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{words.parts}</h3>
      <ul className="refund-parts">
        {parts.map(({ captureId, captureNo, amount, currency, settleAmount, settleCurrency }) => (
          <li key={captureId}>
            <Link to={`/trade/capture?open=${captureId}`} className="ch-mono ch-cut">
              {captureNo}
            </Link>
            <MoneyCell amount={fromWire(amount, currency)} isPlain />
            {currency === settleCurrency ? null : (
              <small>
                <MoneyCell amount={fromWire(settleAmount, settleCurrency)} isPlain />
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
