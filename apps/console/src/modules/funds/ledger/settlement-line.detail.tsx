import { SettlementLineType } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { settlementLineMessages } from "@countinghouse/contract/funds/ledger/settlement-line.messages.ts";
import { type SettlementLine, settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { JournalCard } from "./ledger.journal.detail.tsx";
import { Amount } from "./ledger.words.part.tsx";
import "./ledger.css";

type Row = { readonly row: SettlementLine };

/** The order that the money belongs to. */
export function OrderOf({ row: { orderId, orderNo } }: Row) {
  if (!orderId) return <Unknown />;
  return (
    <Link to={`/trade/order/${orderId}`} className="ch-link ch-mono">
      {orderNo ?? orderId}
    </Link>
  );
}

const facts = ["merchantName", "taxAmount", "dueDate", "state", "isHeld", "batchId", "sourceId", "bookedTime"] as const;

/** What a line is known by: what it is about, and what it comes to. */
export const LineHeading = ({ row }: Row) => (
  <span className="ledger-movement-line">
    <Amount value={row.amount} currency={row.currency} />
    <ChipOf enumeration={SettlementLineType} value={row.lineType} />
  </span>
);

/** A line beside the list, with the order it is about and, for the operator, the journal that made it. */
export function SettlementLinePanel({ row }: Row) {
  const { text } = useWords(settlementLineMessages);
  const may = useMay();
  return (
    <>
      {row.orderId && (
        <p>
          <Link to={`/trade/order/${row.orderId}`}>{text.openOrder}</Link>
        </p>
      )}
      <RecordFacts resource={settlementLine} of={row} fields={facts} />
      {may("ledger:journal") && <JournalCard merchantId={row.merchantId} id={row.id} />}
    </>
  );
}
