import { captureMessages } from "@countinghouse/contract/payments/capture/capture.messages.ts";
import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { CaptureStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { negate } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { IdCell, middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { DeclineName } from "../../../platform/payments/decline-name.tsx";
import { OrderCard } from "./coin-order.card.part.tsx";

type Capture = CoinOrderDetail["captures"][number];

/** What is told of a capture, in this order. */
const told = [
  "captureNo",
  "status",
  "amount",
  "refundedAmount",
  "feeAmount",
  "netAmount",
  "dueDate",
  "upstreamId",
] as const;
type Told = (typeof told)[number];

const classOf: Readonly<Partial<Record<Told, string>>> = {
  captureNo: "ch-mono",
  amount: "order-figure order-strong",
  refundedAmount: "order-figure",
  feeAmount: "order-figure order-dim",
  netAmount: "order-figure",
  dueDate: "order-dim order-day",
  upstreamId: "order-dim",
};

/** Every taking of money, the latest first: what came of it, what it cost, and when the merchant is credited. */
export function OrderCaptures({ captures }: { readonly captures: readonly Capture[] }) {
  const { title, fields } = useWords(captureMessages);
  const isPhone = usePhone();
  if (captures.length === 0) return null;
  const latestFirst = [...captures].reverse();
  if (isPhone)
    return (
      <OrderCard title={title}>
        {latestFirst.map((one) => (
          <Facts
            key={one.id}
            facts={told.map((name) => ({ key: name, label: fields[name], value: <Said of={one} name={name} /> }))}
          />
        ))}
      </OrderCard>
    );
  return (
    <OrderCard title={title}>
      <div className="order-scroll">
        <table className="order-table">
          <thead>
            <tr>
              {told.map((name) => (
                <th key={name} className={classOf[name]?.includes("order-figure") ? "order-figure" : undefined}>
                  {fields[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {latestFirst.map((one) => (
              <tr key={one.id}>
                {told.map((name) => (
                  <td key={name} className={classOf[name]}>
                    <Said of={one} name={name} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </OrderCard>
  );
}

/** One thing that is told of a capture. */
function Said({ of: capture, name }: { readonly of: Capture; readonly name: Told }) {
  const { captureNo, status, failureCode, amount, currency, refundedAmount, settleCurrency, dueDate, upstreamId } =
    capture;
  switch (name) {
    case "captureNo":
      return <Copyable value={captureNo}>{middleCut(captureNo)}</Copyable>;
    case "status":
      return (
        <span className="order-two">
          <ChipOf enumeration={CaptureStatus} value={status} />
          {failureCode ? (
            <small>
              <DeclineName code={failureCode} />
            </small>
          ) : null}
        </span>
      );
    case "amount":
      return <MoneyCell amount={fromWire(amount, currency)} />;
    case "refundedAmount":
      return refundedAmount === "0" ? "–" : <MoneyCell amount={negate(fromWire(refundedAmount, currency))} isPlain />;
    case "dueDate":
      return dueDate ?? "–";
    case "upstreamId":
      return upstreamId ? <IdCell value={upstreamId} /> : "–";
    default: {
      const minor = capture[name];
      return minor === null || settleCurrency === null ? (
        "–"
      ) : (
        <MoneyCell amount={fromWire(minor, settleCurrency)} isPlain />
      );
    }
  }
}
