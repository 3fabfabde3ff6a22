import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { orderImportLifecycle } from "@countinghouse/contract/payments/order-import/order-import.lifecycle.ts";
import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import {
  type ImportTotal,
  type OrderImportDetail,
  orderImport,
} from "@countinghouse/contract/payments/order-import/order-import.ts";
import { ImportVerdict } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { orderImportRowMessages } from "@countinghouse/contract/payments/order-import/order-import-row.messages.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { importScreenMessages } from "./order-import.messages.ts";

type Row = { readonly row: OrderImportDetail };

/** What the rows of a file come to, and the way to import them. */
export function ImportResult({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const { fields } = useWords(orderImportRowMessages);
  return (
    <section className="ch-card import-card">
      <h2 className="import-card-title">{screen.result}</h2>
      <div className="import-scroll">
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{fields.verdict}</th>
              <th scope="col">{fields.status}</th>
              <th scope="col" className="import-figure">
                {screen.count}
              </th>
              <th scope="col" className="import-figure">
                {screen.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {row.totals.map((total) => (
              <TotalLine key={`${total.verdict} ${total.currency} ${total.status}`} total={total} />
            ))}
          </tbody>
        </table>
      </div>
      {allows(orderImportLifecycle, row.status, "start") ? (
        <Allowed need="orderImport:start">
          <Start row={row} />
        </Allowed>
      ) : null}
    </section>
  );
}

/** Digits that an amount of ours never has more of; sums of absurd files do. */
const digitsMost = 18;

function TotalLine({ total: { verdict, currency, status, count, amount } }: { readonly total: ImportTotal }) {
  return (
    <tr>
      <td>
        <ChipOf enumeration={ImportVerdict} value={verdict} />
      </td>
      <td>{status === null ? <Unknown /> : <ChipOf enumeration={OrderStatus} value={status} isFlat />}</td>
      <td className="import-figure">{count.toLocaleString("en-US")}</td>
      <td className="import-figure">
        {amount === null || currency === null ? (
          <Unknown />
        ) : amount.length > digitsMost ? (
          <TextCell value={`${amount} ${currency}`} />
        ) : (
          <MoneyCell amount={fromWire(amount, currency)} />
        )}
      </td>
    </tr>
  );
}

/** Imports the new rows; refused ones are left out only when somebody says so. */
function Start({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const { actions } = useWords(orderImportMessages);
  const [isLeftOut, setIsLeftOut] = useState(row.leaveOutRefused);
  const { attempt, isRunning } = useOperation(orderImport, "start", { success: null });
  const isStopped = row.status === "stopped";
  if (row.newCount === 0) return null;
  const label = isStopped ? screen.goOn : fill(screen.start, { count: row.newCount.toLocaleString("en-US") });
  return (
    <div className="import-foot">
      {row.refusedCount > 0 && !isStopped ? (
        <label className="ch-choice">
          <input type="checkbox" checked={isLeftOut} onChange={(event) => setIsLeftOut(event.target.checked)} />
          {fill(screen.leaveOutText, { count: row.refusedCount.toLocaleString("en-US") })}
        </label>
      ) : null}
      <Button
        type="primary"
        loading={isRunning}
        disabled={row.refusedCount > 0 && !isLeftOut && !row.leaveOutRefused}
        title={actions.start}
        onClick={() => void attempt({ id: row.id, leaveOutRefused: isLeftOut })}
      >
        {label}
      </Button>
    </div>
  );
}
