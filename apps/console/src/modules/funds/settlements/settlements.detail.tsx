import { SettlementStatus } from "@countinghouse/contract/funds/settlements/settlement-enumerations.ts";
import { holdableStates } from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { type Settlement, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { Link } from "react-router";
import { FundsTitle } from "../../../platform/funds/funds-title.tsx";
import { Waterfall } from "../../../platform/funds/waterfall.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import "./settlements.css";
import { settlementScreenMessages } from "./settlements.messages.ts";
import { type BatchRow, useBatchStatus } from "./settlements.status.part.tsx";

type Row = { readonly row: BatchRow };

/** What a batch is known by: what it comes to, and where it stands. */
export const BatchHeading = ({ row }: Row) => <FundsTitle {...row} enumeration={SettlementStatus} />;

const facts = ["merchantName", "mode", "date", "blockedBy", "holdReason", "lineCount", "closedTime", "settledTime"];

/** A batch beside the list: where it stands, how its amount came about, and the way to its page. */
export function SettlementBatchPanel({ row }: Row) {
  const words = useWords(settlementScreenMessages);
  const standing = useBatchStatus(row);
  return (
    <>
      <div className={`funds-note ch-tone-${row.isOnHold ? "warning" : "info"}`}>
        {standing.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className="ch-links">
        <Link to={`/finance/settlement/${row.id}`}>{words.openPage}</Link>
      </p>
      <Waterfall of={{ ...row, isSettled: row.status === "settled" }} />
      <RecordFacts resource={settlements} of={row} fields={facts} />
    </>
  );
}

const canHold = ({ status, isOnHold }: Settlement): boolean => !isOnHold && holdableStates.includes(status);

/** What is done with a batch where its list is, as far as its row tells. */
export const batchActions = [
  "close",
  "confirm",
  { action: "settle", when: ({ isOnHold }: Settlement) => !isOnHold },
  { action: "hold", when: canHold },
  { action: "releaseHold", when: ({ isOnHold }: Settlement) => isOnHold },
  "void",
] as const;
