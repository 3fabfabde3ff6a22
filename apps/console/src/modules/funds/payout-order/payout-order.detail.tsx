import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import {
  PayoutOrderReturn,
  PayoutOrderStatus,
} from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import type { PayoutOrderDetail } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
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
import "./payout-order.css";
import { payoutOrderScreenMessages } from "./payout-order.messages.ts";
import { PositionComparison, RiskFindings } from "./payout-order.review.part.tsx";

/** A row of the list, and with more to say once it was read by itself. */
export type PayoutOrderRow = OutboundRow<PayoutOrderDetail>;
type Row = { readonly row: PayoutOrderRow };

/** What a payout order is known by: the money, and where it stands. */
export const PayoutOrderHeading = ({ row }: Row) => <FundsTitle {...row} enumeration={PayoutOrderStatus} />;

const priced = ["amount", "feeMode", "feeAmount", "debitedAmount", "sentAmount"] as const;
const payee = [
  "beneficiaryName",
  "beneficiaryType",
  "country",
  "method",
  "accountLabel",
  "purpose",
  "reference",
] as const;
const others = [
  "merchantPayoutNo",
  "appName",
  "merchantName",
  "fileName",
  "approvalsNeeded",
  "auditUserName",
  "auditTime",
  "auditRemark",
  "bankReference",
  "failureMessage",
  "paidTime",
  "returnedTime",
  "returnedAmount",
] as const;

/** A payout order beside the list; whoever decides sees the position as it is now before anything else. */
export function PayoutOrderPanel({ row }: Row) {
  const words = useWords(payoutOrderScreenMessages);
  const { price } = useWords(outboundMessages);
  const locale = useLocale();
  const told = others.filter((name) => name in row && (row[name] ?? "") !== "");
  const { review } = row;
  const isOpen = row.status === "created" || row.status === "review";
  return (
    <>
      <OutboundStatus
        row={row}
        state={words.states[row.status]}
        cause={PayoutOrderReturn.memberOf(row.returnCause)?.text[locale]}
        isOpen={isOpen}
        own={row.status === "review" ? words.own : undefined}
      />
      {review && isOpen ? (
        <>
          <PositionComparison of={row} review={review} />
          <RiskFindings of={row} review={review} />
        </>
      ) : null}
      <section>
        <h3 className="ch-section-title">{words.beneficiary}</h3>
        <RecordFacts resource={payoutOrder} of={row} fields={payee.filter((name) => (row[name] ?? "") !== "")} />
      </section>
      <section>
        <h3 className="ch-section-title">{price}</h3>
        <RecordFacts resource={payoutOrder} of={row} fields={priced} />
      </section>
      <AllocationTable allocations={row.allocations} />
      <RecordFacts resource={payoutOrder} of={row} fields={told} />
      {review ? (
        <ApprovalHistory
          of={row}
          review={review}
          byHand={words.byHand}
          short={(account, amount) => fill(words.short, { account, amount })}
        />
      ) : null}
    </>
  );
}
