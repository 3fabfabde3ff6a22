import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { refundImportLifecycle } from "@countinghouse/contract/payments/refund-import/refund-import.lifecycle.ts";
import {
  type RefundImportDetail,
  type RefundTotal,
  refundImport,
} from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { RefundRowVerdict } from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import { refundImportRowMessages } from "@countinghouse/contract/payments/refund-import/refund-import-row.messages.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { refundImportScreenMessages } from "./refund-import.messages.ts";

type Row = { readonly row: RefundImportDetail };

/** How many rows of a file have one of some verdicts. */
export const countOf = ({ totals }: RefundImportDetail, ...verdicts: readonly string[]): number =>
  totals.reduce((sum, { verdict, count }) => (verdicts.includes(verdict) ? sum + count : sum), 0);

/** What the rows of a file come to, and the way to ask for their refunds. */
export function RefundResult({ row }: Row) {
  const screen = useWords(refundImportScreenMessages);
  const { fields } = useWords(refundImportRowMessages);
  const figures = [screen.rows, fields.amount, fields.settleAmount, fields.handlingFee];
  return (
    <section className="ch-card import-card">
      <h2 className="import-card-title">{screen.result}</h2>
      <div className="import-scroll">
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{fields.verdict}</th>
              {figures.map((figure) => (
                <th key={figure} scope="col" className="import-figure">
                  {figure}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row.totals.map((total) => (
              <TotalLine key={`${total.verdict} ${total.currency} ${total.settleCurrency}`} total={total} />
            ))}
          </tbody>
        </table>
      </div>
      {allows(refundImportLifecycle, row.status, "start") ? (
        <Allowed need="refundImport:start">
          <Start row={row} />
        </Allowed>
      ) : null}
    </section>
  );
}

const TotalLine = ({
  total: { verdict, currency, settleCurrency, count, amount, settleAmount, handlingFee },
}: {
  readonly total: RefundTotal;
}) => (
  <tr>
    <td>
      <ChipOf enumeration={RefundRowVerdict} value={verdict} />
    </td>
    <td className="import-figure">{count.toLocaleString("en-US")}</td>
    <Figure minor={amount} currency={currency} />
    <Figure minor={settleAmount} currency={settleCurrency} />
    <Figure minor={handlingFee} currency={settleCurrency} />
  </tr>
);

const Figure = ({ minor, currency }: { readonly minor: string | null; readonly currency: string | null }) => (
  <td className="import-figure">
    {minor === null || currency === null ? <Unknown /> : <MoneyCell amount={fromWire(minor, currency)} />}
  </td>
);

/** Asks for the refunds; refused rows are left out only when somebody says so. */
function Start({ row }: Row) {
  const screen = useWords(refundImportScreenMessages);
  const [isLeftOut, setIsLeftOut] = useState(row.leaveOutRefused);
  const { attempt, isRunning } = useOperation(refundImport, "start", { success: null });
  const waiting = countOf(row, "refund", "review");
  const refused = countOf(row, "refused");
  if (waiting === 0) return null;
  const isTold = refused === 0 || row.leaveOutRefused;
  const label = row.status === "stopped" ? screen.goOn : screen.start;
  return (
    <div className="import-foot">
      {isTold ? null : (
        <label className="ch-choice">
          <input type="checkbox" checked={isLeftOut} onChange={(event) => setIsLeftOut(event.target.checked)} />
          {fill(screen.leaveOut, { count: refused.toLocaleString("en-US") })}
        </label>
      )}
      <Button
        type="primary"
        loading={isRunning}
        disabled={!isTold && !isLeftOut}
        onClick={() => void attempt({ id: row.id, leaveOutRefused: isLeftOut })}
      >
        {fill(label, { count: waiting.toLocaleString("en-US") })}
      </Button>
    </div>
  );
}
