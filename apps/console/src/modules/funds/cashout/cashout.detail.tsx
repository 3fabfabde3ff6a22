import { type CashoutDetail, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { CashoutReturn, CashoutStatus } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { FundsTitle } from "../../../platform/funds/funds-title.tsx";
import { outboundMessages } from "../../../platform/funds/outbound.messages.ts";
import {
  AllocationTable,
  ApprovalHistory,
  type OutboundRow,
  OutboundStatus,
} from "../../../platform/funds/outbound.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import "./cashout.css";
import { PriceLadder } from "./cashout.ladder.part.tsx";
import { cashoutScreenMessages } from "./cashout.messages.ts";
import { Flags, Position, QuoteComparison } from "./cashout.review.part.tsx";

/** A row of the list, and with more to say once it was read by itself. */
export type CashoutRow = OutboundRow<CashoutDetail>;
type Row = { readonly row: CashoutRow };

/** What a withdrawal is known by: the money, and where it stands. */
export const CashoutHeading = ({ row }: Row) => <FundsTitle {...row} enumeration={CashoutStatus} />;

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

/** A withdrawal beside the list; whoever decides sees the position as it is now before anything else. */
export function CashoutPanel({ row }: Row) {
  const words = useWords(cashoutScreenMessages);
  const { price } = useWords(outboundMessages);
  const locale = useLocale();
  const told = facts.filter((name) => name in row && (row[name] ?? "") !== "");
  const { review } = row;
  const isOpen = row.status === "applied" || row.status === "approving";
  return (
    <>
      <OutboundStatus
        row={row}
        state={words.states[row.status]}
        cause={CashoutReturn.memberOf(row.returnCause)?.text[locale]}
        isOpen={isOpen}
        own={row.status === "approving" ? words.own : undefined}
      />
      {review && isOpen ? (
        <>
          <Position of={row} review={review} />
          <QuoteComparison of={row} review={review} />
          <Flags of={row} review={review} />
        </>
      ) : null}
      <section>
        <h3 className="ch-section-title">{price}</h3>
        <PriceLadder of={row} receiver={row.accountLabel} />
      </section>
      <AllocationTable allocations={row.allocations} />
      <RecordFacts resource={cashout} of={row} fields={told} />
      {review ? (
        <ApprovalHistory
          of={row}
          review={review}
          byHand={words.byHand}
          short={(account, amount, retryTime) => (
            <>
              {fill(words.short, { account, amount })} <TimeCell value={retryTime} />
            </>
          )}
        />
      ) : null}
    </>
  );
}
