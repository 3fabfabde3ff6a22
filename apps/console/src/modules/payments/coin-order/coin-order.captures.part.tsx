import { captureMessages } from "@countinghouse/contract/payments/capture/capture.messages.ts";
import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { CaptureStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { negate } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { IdCell, middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { DeclineName } from "../../../platform/payments/decline-name.tsx";
import { OrderCard } from "./coin-order.card.part.tsx";

type Capture = CoinOrderDetail["captures"][number];

/** Every taking of money, the latest first: what came of it, what it cost, and when the merchant is credited. */
export function OrderCaptures({ captures }: { readonly captures: readonly Capture[] }) {
  const { title, fields } = useWords(captureMessages);
  if (captures.length === 0) return null;
  return (
    <OrderCard title={title}>
      <div className="order-scroll">
        <table className="order-table">
          <thead>
            <tr>
              <th>{fields.captureNo}</th>
              <th>{fields.status}</th>
              <th className="order-figure">{fields.amount}</th>
              <th className="order-figure">{fields.refundedAmount}</th>
              <th className="order-figure">{fields.feeAmount}</th>
              <th className="order-figure">{fields.netAmount}</th>
              <th>{fields.dueDate}</th>
              <th>{fields.upstreamId}</th>
            </tr>
          </thead>
          <tbody>
            {[...captures].reverse().map((one) => (
              <CaptureLine key={one.id} capture={one} />
            ))}
          </tbody>
        </table>
      </div>
    </OrderCard>
  );
}

function CaptureLine({ capture }: { readonly capture: Capture }) {
  const {
    captureNo,
    status,
    failureCode,
    amount,
    currency,
    refundedAmount,
    feeAmount,
    netAmount,
    settleCurrency,
    dueDate,
    upstreamId,
  } = capture;
  const inSettlement = (minor: string | null) =>
    minor === null || settleCurrency === null ? "–" : <MoneyCell amount={fromWire(minor, settleCurrency)} isPlain />;
  return (
    <tr>
      <td className="ch-mono">
        <Copyable value={captureNo}>{middleCut(captureNo)}</Copyable>
      </td>
      <td>
        <span className="order-two">
          <ChipOf enumeration={CaptureStatus} value={status} />
          {failureCode ? (
            <small>
              <DeclineName code={failureCode} />
            </small>
          ) : null}
        </span>
      </td>
      <td className="order-figure order-strong">
        <MoneyCell amount={fromWire(amount, currency)} />
      </td>
      <td className="order-figure">
        {refundedAmount === "0" ? "–" : <MoneyCell amount={negate(fromWire(refundedAmount, currency))} isPlain />}
      </td>
      <td className="order-figure order-dim">{inSettlement(feeAmount)}</td>
      <td className="order-figure">{inSettlement(netAmount)}</td>
      <td className="order-dim order-day">{dueDate ?? "–"}</td>
      <td className="order-dim">{upstreamId ? <IdCell value={upstreamId} /> : "–"}</td>
    </tr>
  );
}
