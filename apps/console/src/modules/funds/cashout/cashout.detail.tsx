import { type CashoutDetail, cashout, cashoutTopic } from "@countinghouse/contract/funds/cashout/cashout.ts";
import {
  CashoutReturn,
  CashoutStatus,
  PayoutFailure,
} from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { onServerEvent } from "../../../platform/api/events.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import "./cashout.css";
import { PriceLadder } from "./cashout.ladder.part.tsx";
import { cashoutScreenMessages } from "./cashout.messages.ts";
import { AskedAgainstNow, Doings, Flags, Position } from "./cashout.review.part.tsx";

/** A row of the list, and with more to say once it was read by itself. */
export type CashoutRow = Omit<CashoutDetail, "review" | "abilities" | "allocations"> &
  Partial<Pick<CashoutDetail, "review" | "abilities" | "allocations">>;
type Row = { readonly row: CashoutRow };

/** Follows withdrawals: what other people and the provider do to them is shown without being asked for. */
export function useCashoutNews(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onServerEvent(cashoutTopic, () => {
        for (const { name } of [cashout, merchantBalance]) void client.invalidateQueries({ queryKey: [name] });
      }),
    [client],
  );
}

/** What a withdrawal is known by: the money, and where it stands. */
export const CashoutHeading = ({ row }: Row) => (
  <span className="cashout-heading">
    <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
    <ChipOf enumeration={CashoutStatus} value={row.status} />
  </span>
);

const facts = [
  "merchantName",
  "accountLabel",
  "remark",
  "quoteExpireTime",
  "approvalsNeeded",
  "auditUserName",
  "auditTime",
  "auditRemark",
  "bankReference",
  "failureMessage",
  "paidTime",
  "returnedAmount",
] as const;

const tones: Readonly<Record<string, string>> = {
  failed: "danger",
  rejected: "danger",
  returned: "danger",
  approving: "warning",
  applied: "warning",
};

/** Where it stands and what comes next, in a sentence. */
function Standing({ row }: Row) {
  const words = useWords(cashoutScreenMessages);
  const locale = useLocale();
  const cause = row.returnCause ? CashoutReturn.memberOf(row.returnCause)?.text[locale] : undefined;
  const failure = row.failureCode ? PayoutFailure.memberOf(row.failureCode)?.text[locale] : undefined;
  return (
    <div className={`cashout-note ch-tone-${tones[row.status] ?? "neutral"}`}>
      <p>{words.states[row.status]}</p>
      {[cause, failure].map((why) => (why ? <p key={why}>{why}</p> : null))}
      {row.status === "approving" && row.isOwn ? <p>{words.own}</p> : null}
    </div>
  );
}

/** Of which settled batches it is made, the oldest first. */
function MadeOf({ row: { allocations = [] } }: Row) {
  const words = useWords(cashoutScreenMessages);
  if (allocations.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{words.madeOf}</h3>
      <ul className="cashout-batches">
        {allocations.map(({ batchId, batchNo, date, amount, currency }) => (
          <li key={batchId ?? ""}>
            {batchId ? <Link to={`/finance/settlement/${batchId}`}>{batchNo}</Link> : words.ofNoBatch}
            <small>{date}</small>
            <MoneyCell amount={fromWire(amount, currency)} isPlain />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A withdrawal beside the list; whoever decides sees the position as it is now before anything else. */
export function CashoutBeside({ row }: Row) {
  const words = useWords(cashoutScreenMessages);
  const told = facts.filter((name) => name in row && (row[name] ?? "") !== "");
  const { review } = row;
  const isOpen = row.status === "applied" || row.status === "approving";
  return (
    <>
      <Standing row={row} />
      {review && isOpen ? (
        <>
          <Position of={row} review={review} />
          <AskedAgainstNow of={row} review={review} />
          <Flags of={row} review={review} />
        </>
      ) : null}
      <section>
        <h3 className="ch-section-title">{words.price}</h3>
        <PriceLadder of={row} receiver={row.accountLabel} />
      </section>
      <MadeOf row={row} />
      <RecordFacts resource={cashout} of={row} fields={told} />
      {review ? <Doings of={row} review={review} /> : null}
    </>
  );
}
