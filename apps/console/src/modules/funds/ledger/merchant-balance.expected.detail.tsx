import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import {
  type ExpectedSettlement,
  type MerchantBalance,
  merchantBalance,
} from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { SumLine } from "./ledger.explain.part.tsx";
import "./ledger.css";

/** What of the pending bucket comes when, day by day, and the way to the lines behind each day. */
export function BalanceExpected({ row }: { readonly row: MerchantBalance }) {
  const { text } = useWords(merchantBalanceMessages);
  const { merchantId, currency, mode } = row;
  const today = dayOf(Date.now(), useTimeZone());
  const answer = useAnswer(merchantBalance, "expected", { merchantId, currency, mode });
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          {data.length === 0 && <EmptyState title={text.nothingExpected} />}
          {fromNextOn(data, today).map((day) => (
            <ExpectedDay key={day.dueDate ?? ""} of={day} row={row} isLate={isLate(day, today)} />
          ))}
          <ReserveReleases row={row} today={today} />
        </>
      )}
    </Answered>
  );
}

/** Days of releases that are told. */
const releaseDays = 14;

/** What of the reserve goes back on the next days on which any does. */
function ReserveReleases({ row, today }: { readonly row: MerchantBalance; readonly today: string }) {
  const { text } = useWords(merchantBalanceMessages);
  const { merchantId, mode } = row;
  const currency = row.currency as CurrencyCode;
  const place = { merchantId, currency, mode };
  const isEnabled = useMay()("merDeposit:schedule");
  const { data } = useAnswer(merDeposit, "schedule", { ...place, from: today }, { isEnabled });
  const days = data?.days.filter(({ day, amount }) => day !== null && amount !== "0").slice(0, releaseDays) ?? [];
  if (days.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{text.reserveReleases}</h3>
      <table className="ledger-sums">
        <tbody>
          {days.map(({ day, amount }) => (
            <SumLine key={day} label={day ?? ""} value={amount} currency={currency} />
          ))}
        </tbody>
      </table>
      <p className="ledger-quiet">
        <Link className="ch-link" to={`/finance/deposit?${new URLSearchParams({ merchantId, currency })}`}>
          {text.showReleases}
        </Link>
      </p>
    </section>
  );
}

/** Whether a day is over on which something was due that still waits. */
const isLate = ({ dueDate }: ExpectedSettlement, today: string): boolean => dueDate !== null && dueDate < today;

/** What comes next stands first; what was due on days that are over comes after it, the latest of them first. */
function fromNextOn(days: readonly ExpectedSettlement[], today: string): readonly ExpectedSettlement[] {
  const late = days.filter((day) => isLate(day, today));
  return [...days.filter((day) => !isLate(day, today)), ...late.toReversed()];
}

const parts = ["captureAmount", "refundAmount", "feeAmount", "disputeAmount", "adjustmentAmount"] as const;

interface ExpectedDayProps {
  readonly of: ExpectedSettlement;
  readonly row: MerchantBalance;
  readonly isLate: boolean;
}

/** One day: what it is made of, as far as there is any, and what it comes to. */
function ExpectedDay({ of, row, isLate: isOver }: ExpectedDayProps) {
  const { fields, text } = useWords(merchantBalanceMessages);
  const may = useMay();
  const { dueDate, currency, amount, lines } = of;
  return (
    <section>
      <h3 className="ch-section-title">
        {dueDate ?? text.undated} {isOver && <StatusChip text={text.wasDue} tone="warning" isFlat />}
      </h3>
      <table className="ledger-sums">
        <tbody>
          {parts
            .filter((part) => of[part] !== "0")
            .map((part) => (
              <SumLine key={part} label={fields[part]} value={of[part]} currency={currency} />
            ))}
          <SumLine label={fields.totalAmount} value={amount} currency={currency} isTotal />
        </tbody>
      </table>
      {may("settlementLine:page") && (
        <p className="ledger-quiet">
          {fields.lines} {lines.toLocaleString("en-US")}{" "}
          <Link className="ch-link" to={`/finance/lines?${placeOf(row, dueDate)}`}>
            {text.showLines}
          </Link>
        </p>
      )}
    </section>
  );
}

/** The address of a day's lines in their list; those without a day are found among all that wait. */
const placeOf = ({ merchantId, currency, mode }: MerchantBalance, dueDate: string | null): string => {
  // A span in an address takes in both of its ends.
  const day = dueDate ? { dueDate: `${dueDate}..${dueDate}` } : {};
  return String(new URLSearchParams({ mode, merchantId, currency, state: "open,batched", ...day }));
};
