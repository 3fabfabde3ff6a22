import type { CashoutReview } from "@countinghouse/contract/funds/cashout/cashout.ts";
import {
  PayoutDifference,
  PayoutFailure,
  PayoutStatus,
} from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { onServerEvent } from "../api/events.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { ChipOf } from "../payments/chip-of.tsx";
import { outboundMessages } from "./outbound.messages.ts";
import "./funds.css";
import "./outbound.css";

type SaidAlone = "review" | "abilities" | "allocations";

/** A row of a list, with more fields once it was read by itself. */
export type OutboundRow<Detail extends { readonly [name in SaidAlone]: unknown }> = Omit<Detail, SaidAlone> &
  Partial<Pick<Detail, SaidAlone>>;

/** Live updates of outgoing money: actions of other users and the provider appear at once. */
export function useOutboundNews(topic: string, resource: Resource): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onServerEvent(topic, () => {
        for (const { name } of [resource, merchantBalance]) void client.invalidateQueries({ queryKey: [name] });
      }),
    [client, topic, resource],
  );
}

const tones: Readonly<Record<string, string>> = {
  failed: "danger",
  rejected: "danger",
  returned: "danger",
};

interface StandingProps {
  readonly row: { readonly status: string; readonly failureCode: string | null; readonly isOwn: boolean };
  /** The state as a sentence. */
  readonly state: string;
  /** Why it came back. */
  readonly cause: string | undefined;
  /** Whether action is needed. */
  readonly isOpen: boolean;
  /** Why the reader may not approve it, while it is pending. */
  readonly own: string | undefined;
}

/** State of outgoing money, and the next step. */
export function OutboundStatus({ row, state, cause, isOpen, own }: StandingProps) {
  const failure = PayoutFailure.memberOf(row.failureCode)?.text[useLocale()];
  return (
    <div className={`funds-note ch-tone-${isOpen ? "warning" : (tones[row.status] ?? "neutral")}`}>
      <p>{state}</p>
      {[cause, failure].map((why) => (why ? <p key={why}>{why}</p> : null))}
      {own && row.isOwn ? <p>{own}</p> : null}
    </div>
  );
}

interface Allocation {
  readonly batchId: string | null;
  readonly batchNo: string | null;
  readonly date: string | null;
  readonly amount: string;
  readonly currency: string;
}

/** The settled batches it is funded from, oldest first. */
export function AllocationTable({ allocations = [] }: { readonly allocations: readonly Allocation[] | undefined }) {
  const words = useWords(outboundMessages);
  if (allocations.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{words.madeOf}</h3>
      <ul className="outbound-batches">
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

/** Whether a merchant's position still covers the request. */
export function PositionTitle({ isFit, unfit }: { readonly isFit: boolean; readonly unfit: string }) {
  const words = useWords(outboundMessages);
  return (
    <h3 className="ch-section-title outbound-title">
      {words.position}
      <StatusChip text={isFit ? words.covered : unfit} tone={isFit ? "success" : "danger"} isFlat />
    </h3>
  );
}

/** A warning line. */
export const RaisedLine = ({ children }: { readonly children: ReactNode }) => (
  <li>
    <TriangleAlert size={14} aria-hidden="true" className="outbound-warn" />
    {children}
  </li>
);

type Transfer = NonNullable<CashoutReview["payout"]>;

interface DoingsProps {
  readonly of: { readonly applyUserName: string | null; readonly applyTime: string };
  readonly review: Pick<CashoutReview, "approvals" | "payout">;
  /** Text for a manual bank transfer. */
  readonly byHand: string;
  /** Text for an insufficient balance of our account. */
  short(account: string, amount: string, retryTime: string): ReactNode;
}

/** The transfer at the provider, or a manual one at a bank. */
function TransferLines({
  payout,
  byHand,
  short,
}: { readonly payout: Transfer } & Pick<DoingsProps, "byHand" | "short">) {
  const words = useWords(outboundMessages);
  const language = useLocale();
  const { difference, shortSince, availableAmount, fundingAccount: account } = payout;
  return (
    <>
      <li className="outbound-transfer">
        <ChipOf enumeration={PayoutStatus} value={payout.status} isFlat />
        <span className="ch-mono ch-cut">{payout.payoutNo}</span>
        {payout.isByHand ? byHand : fill(words.sentTimes, { count: payout.attempts })} · {account}
      </li>
      {difference ? (
        <RaisedLine>
          {words.paidOtherwise} <MoneyCell amount={fromWire(difference.amount, difference.currency)} isPlain /> ·{" "}
          {PayoutDifference.memberOf(difference.cause ?? "")?.text[language] ?? words.differenceOpen}
        </RaisedLine>
      ) : null}
      {shortSince && availableAmount !== null ? (
        <li className="funds-note ch-tone-warning">
          {short(
            account,
            formatMoney(fromWire(availableAmount, payout.currency), { language }),
            payout.nextRetryTime ?? shortSince,
          )}
        </li>
      ) : null}
    </>
  );
}

/** Approvals so far, and the transfer, if any. */
export function ApprovalHistory({ of, review: { approvals, payout }, ...said }: DoingsProps) {
  const words = useWords(outboundMessages);
  return (
    <section>
      <h3 className="ch-section-title">{words.doings}</h3>
      <ul className="outbound-lines">
        {payout ? <TransferLines payout={payout} {...said} /> : null}
        {approvals.map(({ userName, time, remark }) => (
          <li key={time + (userName ?? "")}>
            <Check size={14} aria-hidden="true" />
            {fill(words.approvedBy, { name: userName ?? "–" })} <TimeCell value={time} />
            {remark ? ` · ${remark}` : null}
          </li>
        ))}
        <li>
          {fill(words.askedBy, { name: of.applyUserName ?? "–" })} <TimeCell value={of.applyTime} />
        </li>
      </ul>
    </section>
  );
}
