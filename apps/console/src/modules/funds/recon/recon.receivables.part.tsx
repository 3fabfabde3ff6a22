import { reconMessages } from "@countinghouse/contract/funds/recon/recon.messages.ts";
import { type Receivable, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { LinesTable } from "../../../platform/funds/lines-table.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import "./recon.css";
import { reconScreenMessages } from "./recon.messages.ts";

const parts = ["balance", "unlisted", "unpaid", "matching", "differences", "unexplained", "suspense"] as const;

/** What each gateway account owes us by the ledger, and what that is made of. */
export function Receivables() {
  const mode = useStore(paymentMode);
  const may = useMay();
  const isAllowed = may("recon:receivables");
  const [isAsked, setIsAsked] = useState(false);
  const answer = useAnswer(recon, "receivables", { mode }, { isEnabled: isAllowed && isAsked });
  const words = useWords(reconScreenMessages);
  const { fields } = useWords(reconMessages);
  if (!isAllowed) return null;
  // Every record of every account is looked at: asked for by whoever wants to know, not by each visit.
  if (!isAsked)
    return (
      <p className="recon-ask">
        <Button onClick={() => setIsAsked(true)}>{words.receivables}</Button>
      </p>
    );
  return (
    <section className="ch-card recon-card">
      <h2>{words.receivables}</h2>
      <Answered answer={answer}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="funds-quiet">{words.noReceivables}</p>
          ) : (
            <LinesTable>
              <thead>
                <tr>
                  <th scope="col">{fields.gatewayAccountName}</th>
                  {parts.map((part) => (
                    <th key={part} scope="col" className="lines-figure">
                      {fields[part]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Owed key={`${row.gatewayAccountId} ${row.currency}`} of={row} />
                ))}
              </tbody>
            </LinesTable>
          )
        }
      </Answered>
    </section>
  );
}

function Owed({ of }: { readonly of: Receivable }) {
  const words = useWords(reconScreenMessages);
  return (
    <tr>
      <th scope="row">{of.gatewayAccountName}</th>
      {parts.map((part) => (
        <td key={part} className="lines-figure">
          {part === "unexplained" && of.unexplained === "0" ? (
            <StatusChip text={words.explained} tone="success" isFlat />
          ) : (
            <MoneyCell amount={fromWire(of[part], of.currency)} />
          )}
        </td>
      ))}
    </tr>
  );
}
