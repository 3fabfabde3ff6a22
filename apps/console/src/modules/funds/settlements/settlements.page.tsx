import { SettlementStatus } from "@countinghouse/contract/funds/settlements/settlement-enumerations.ts";
import { settlementsMessages } from "@countinghouse/contract/funds/settlements/settlements.messages.ts";
import { type SettlementDetail, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Link, useParams } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { Waterfall } from "../../../platform/funds/waterfall.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../../platform/pages/detail-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import "./settlements.css";
import { BatchLines } from "./settlements.lines.part.tsx";
import { settlementScreenMessages } from "./settlements.messages.ts";
import {
  arriving,
  BatchHistory,
  BatchPosition,
  BatchStatusNote,
  BatchWithdrawals,
  useBatchStatus,
} from "./settlements.status.part.tsx";

const forms = () => import("./settlements.form.tsx");

type Row = { readonly row: SettlementDetail };

/** Offered where the server says that it can succeed. */
const can = (ability: keyof SettlementDetail["can"]) => ({
  action: ability,
  when: ({ can: abilities }: SettlementDetail): boolean => abilities[ability],
});

const actions: NonNullable<DetailPageProps<typeof settlements>["actions"]> = (
  ["close", "confirm", "settle", "hold", "releaseHold", "void"] as const
).map(can);

/** One settlement batch as a page: what arrived and how it came about, where it stands, and every line of it. */
export function SettlementsPage() {
  const { id = "" } = useParams();
  return (
    <DetailPage
      resource={settlements}
      id={id}
      actions={actions}
      forms={forms}
      nameField="batchNo"
      heading={(row) => <MoneyCell amount={fromWire(arriving(row), row.currency)} isPlain />}
      state={(row) => <BatchState row={row} />}
      sub={(row) => <BatchNaming row={row} />}
    >
      {(row) => <BatchView row={row} />}
    </DetailPage>
  );
}

function BatchState({ row }: Row) {
  const { fields } = useWords(settlementsMessages);
  return (
    <span className="funds-title">
      <ChipOf enumeration={SettlementStatus} value={row.status} />
      {row.isOnHold ? <StatusChip text={fields.isOnHold} tone="warning" isFlat /> : null}
    </span>
  );
}

/** Which batch it is: its number, whose it is where that is a question, and its value date. */
const BatchNaming = ({ row }: Row) => (
  <span className="settlement-naming">
    <Copyable value={row.batchNo} className="ch-mono">
      {row.batchNo}
    </Copyable>
    {useIsOfMerchant() ? null : <Link to={`/merchant/merchant/${row.merchantId}`}>{row.merchantName}</Link>}
    <span>{row.date}</span>
  </span>
);

const facts = ["mode", "date", "periodFrom", "periodTo", "blockedBy", "checksum", "journalId"];

function BatchView({ row }: Row) {
  const words = useWords(settlementScreenMessages);
  const standing = useBatchStatus(row);
  const may = useMay();
  const isOwn = useIsOfMerchant();
  const bill = isOwn ? `/finance/bill?open=${row.billId}` : `/finance/billing?open=${row.billId}`;
  const mayBill = may(isOwn ? "merchantBilling:page" : "billing:page");
  return (
    <>
      <div className={`funds-note ch-tone-${row.isOnHold ? "warning" : row.status === "settled" ? "success" : "info"}`}>
        {standing.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="settlement-grid">
        <div>
          <section className="ch-card settlement-card">
            <header className="settlement-card-head">
              <h2>{words.proof}</h2>
              <small>{fill(words.sumOf, { count: row.lineCount })}</small>
            </header>
            <Waterfall of={{ ...row, isSettled: row.status === "settled" }} />
            {row.billId && mayBill ? (
              <p className="ch-links">
                <Link to={bill}>{words.openBill}</Link>
              </p>
            ) : null}
          </section>
          <BatchLines row={row} />
        </div>
        <div>
          {row.status === "settled" ? <BatchStatusNote row={row} /> : null}
          <BatchWithdrawals row={row} />
          <BatchPosition row={row} />
          <BatchHistory row={row} />
          <section className="ch-card settlement-card">
            <RecordFacts resource={settlements} of={row} fields={facts} />
          </section>
        </div>
      </div>
    </>
  );
}
