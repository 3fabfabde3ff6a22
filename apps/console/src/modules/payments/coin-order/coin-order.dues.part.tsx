import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { DueKind, DueStatus } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import { paymentDueMessages } from "@countinghouse/contract/payments/payment-due/payment-due.messages.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { OrderCard } from "./coin-order.card.part.tsx";

type Due = CoinOrderDetail["dues"][number];

/** Money that came for the order and is no merchant's, and what becomes of it; nothing where there is none. */
export function OrderDues({ dues }: { readonly dues: readonly Due[] }) {
  const { title, fields } = useWords(paymentDueMessages);
  if (dues.length === 0) return null;
  return (
    <OrderCard title={title}>
      <div className="order-scroll">
        <table className="order-table">
          <thead>
            <tr>
              <th>{fields.dueNo}</th>
              <th>{fields.kind}</th>
              <th>{fields.status}</th>
              <th className="order-figure">{fields.amount}</th>
              <th className="order-figure">{fields.heldAmount}</th>
            </tr>
          </thead>
          <tbody>
            {dues.map((due) => (
              <DueLine key={due.id} due={due} />
            ))}
          </tbody>
        </table>
      </div>
    </OrderCard>
  );
}

function DueLine({ due }: { readonly due: Due }) {
  const { id, dueNo, kind, status, amount, heldAmount, currency } = due;
  const mayOpen = useMay()("paymentDue:detail");
  return (
    <tr>
      <td className="ch-mono">{mayOpen ? <Link to={`/trade/due?open=${id}`}>{dueNo}</Link> : dueNo}</td>
      <td>
        <ChipOf enumeration={DueKind} value={kind} />
      </td>
      <td>
        <ChipOf enumeration={DueStatus} value={status} />
      </td>
      <td className="order-figure order-strong">
        <MoneyCell amount={fromWire(amount, currency)} />
      </td>
      <td className="order-figure">
        <MoneyCell amount={fromWire(heldAmount, currency)} isPlain />
      </td>
    </tr>
  );
}
