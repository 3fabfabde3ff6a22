import { settlementsMessages } from "@countinghouse/contract/funds/settlements/settlements.messages.ts";
import {
  type Settlement,
  type SettlementDetail,
  settlements,
  withdrawalsShown,
} from "@countinghouse/contract/funds/settlements/settlements.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { Sums } from "../../../platform/funds/sums.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { settlementScreenMessages } from "./settlements.messages.ts";

/** A row of the list, and with more to say once it was read by itself. */
export type BatchRow = Settlement & Partial<Pick<SettlementDetail, "closesAt" | "can" | "withdrawals">>;

/** What becomes available of a batch: the net amount less the reserve, in minor units. */
export const arriving = ({ amount, reserveAmount }: Pick<Settlement, "amount" | "reserveAmount">): string =>
  String(BigInt(amount) - BigInt(reserveAmount));

const minus = (minor: string): string => (minor === "0" ? minor : minor.startsWith("-") ? minor.slice(1) : `-${minor}`);

/** What became of what a batch brought: still in reserve, withdrawn, left. */
export function BatchStatusNote({ row }: { readonly row: BatchRow }) {
  const words = useWords(settlementScreenMessages);
  const { reserveReleaseDate, frozenAmount, withdrawnAmount, availableAmount, amount, currency } = row;
  const reserve = reserveReleaseDate ? fill(words.reserveUntil, { date: reserveReleaseDate }) : words.inReserve;
  const sums = [
    { label: words.net, minor: amount },
    ...(frozenAmount === "0" ? [] : [{ label: reserve, minor: minus(frozenAmount) }]),
    ...(withdrawnAmount === "0" ? [] : [{ label: words.withdrawn, minor: minus(withdrawnAmount) }]),
    { label: words.left, minor: availableAmount },
  ];
  return (
    <section className="ch-card settlement-card">
      <header className="settlement-card-head">
        <h2>{words.standing}</h2>
      </header>
      <Sums currency={currency} sums={sums} />
    </section>
  );
}

/** The pages of what takes money of a batch. */
const takenBy = { cashout: "/finance/withdrawal", payout_order: "/finance/payout-order" } as const;

/** Which withdrawals took its money, the latest first. */
export function BatchWithdrawals({ row: { withdrawals = [] } }: { readonly row: BatchRow }) {
  const words = useWords(settlementScreenMessages);
  if (withdrawals.length === 0) return null;
  return (
    <section className="ch-card settlement-card">
      <header className="settlement-card-head">
        <h2>{words.takenBy}</h2>
        {withdrawals.length === withdrawalsShown ? (
          <small>{fill(words.latest, { count: withdrawalsShown })}</small>
        ) : null}
      </header>
      <Timeline
        label={words.takenBy}
        events={withdrawals.map(({ sourceType, sourceId, sourceNo, amount, currency, time }) => ({
          key: sourceId,
          at: time,
          title: <Link to={`${takenBy[sourceType]}?open=${sourceId}`}>{sourceNo}</Link>,
          amount: <MoneyCell amount={fromWire(amount, currency)} isPlain />,
        }))}
      />
    </section>
  );
}

/** Where its merchant stands in this currency beside the batch. */
export function BatchPosition({ row: { merchantId, currency, mode } }: { readonly row: BatchRow }) {
  const words = useWords(settlementScreenMessages);
  const { fields, actions } = useWords(settlementsMessages);
  const may = useMay();
  const isOwn = useIsOfMerchant();
  const answer = useAnswer(settlements, "position", { merchantId, currency, mode } as never);
  if (!may("settlements:position")) return null;
  return (
    <section className="ch-card settlement-card">
      <header className="settlement-card-head">
        <h2>{fill(words.position, { currency })}</h2>
      </header>
      <Answered answer={answer}>
        {(position) => (
          <Sums
            currency={currency}
            sums={(
              [
                "openAmount",
                "batchedAmount",
                "availableAmount",
                "reserveAmount",
                "frozenAmount",
                "inTransitAmount",
                "withdrawableAmount",
              ] as const
            ).map((field) => ({ label: fields[field], minor: position[field] }))}
          />
        )}
      </Answered>
      {isOwn && may("cashout:add") ? (
        <p className="ch-links">
          <Link to="/finance/withdrawal" state={{ apply: currency }}>
            {actions.applyWithdrawal}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** Where a batch stands and what comes next, in sentences. */
export function useBatchStatus(row: BatchRow): readonly string[] {
  const words = useWords(settlementScreenMessages);
  const zone = useTimeZone();
  const isOwn = useIsOfMerchant();
  const { status, date, isOnHold, holdReason, voidCause, closesAt } = row;
  const held = isOwn ? words.heldOwn : fill(words.heldSince, { reason: holdReason ?? "" });
  const said: Readonly<Record<Settlement["status"], string>> = {
    open: closesAt ? fill(words.closesAt, { time: formatInstant(closesAt, zone) }) : fill(words.opened, { date }),
    closed: fill(words.waitsConfirm, { date }),
    confirmed: fill(words.waitsSettle, { date }),
    settled: fill(words.settledOn, { date }),
    void: voidCause === "below_minimum" ? words.carried : words.isVoid,
  };
  return [said[status], isOnHold ? held : ""].filter(Boolean);
}

/** What was done with a batch, the latest first. */
export function BatchHistory({ row }: { readonly row: BatchRow }) {
  const words = useWords(settlementScreenMessages);
  const { events } = words;
  const amount = <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />;
  const told: (TimelineEvent | false | null)[] = [
    row.voidTime !== null && { key: "voided", at: row.voidTime, title: events.voided, detail: row.voidReason },
    row.settledTime !== null && { key: "settled", at: row.settledTime, title: events.settled, amount, tone: "success" },
    row.confirmedTime !== null && { key: "confirmed", at: row.confirmedTime, title: events.confirmed },
    row.closedTime !== null && {
      key: "closed",
      at: row.closedTime,
      title: fill(events.closed, { count: row.lineCount }),
      detail: [row.closeUserName, row.checksum && fill(words.checksum, { checksum: row.checksum.slice(0, 12) })]
        .filter(Boolean)
        .join(" · "),
    },
  ];
  const happened = told.filter((event): event is TimelineEvent => Boolean(event));
  if (happened.length === 0) return null;
  return (
    <section className="ch-card settlement-card">
      <header className="settlement-card-head">
        <h2>{words.history}</h2>
      </header>
      <Timeline label={words.history} events={happened} />
    </section>
  );
}
