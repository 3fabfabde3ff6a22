import type { EnumerationMember } from "@countinghouse/contract/kit/enumeration.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { summaryLimit } from "@countinghouse/contract/payments/coin-order/order-counts.ts";
import { OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import type { CSSProperties } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { ListAddressControl } from "../../../platform/pages/use-list-address.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

interface FilteredProps {
  /** Filters and sort of the list. */
  readonly filter: object;
}

const figure = (count: number, isExact: boolean): string => `${count.toLocaleString("en-US")}${isExact ? "" : "+"}`;

/** How many of the matching orders stand where; a click narrows the list to them. */
export function OrderCounters({ filter, control }: FilteredProps & { readonly control: ListAddressControl }) {
  const screen = useWords(orderScreenMessages);
  const { text } = useWords(coinOrderMessages);
  const locale = useLocale();
  const { data } = useAnswer(coinOrder, "statusCount", filter as never);
  const { address, change } = control;
  const isDeclinedChosen = address.filters.isDeclined?.kind === "one" && address.filters.isDeclined.value === true;
  const chosen = address.filters.status?.kind === "many" ? address.filters.status.values : [];
  const figureOf = (counts: { status: string; count: number; isExact: boolean }[], status: string) => {
    const of = counts.filter((one) => one.status === status);
    return figure(
      of.reduce((sum, { count }) => sum + count, 0),
      of.every(({ isExact }) => isExact),
    );
  };
  // One of them at a time: those that were declined stand among the statuses too.
  const choose = (filters: ListAddressControl["address"]["filters"]) => {
    const { status: _status, isDeclined: _declined, ...others } = address.filters;
    change({ filters: { ...others, ...filters }, page: 1, cursor: undefined, open: undefined });
  };
  return (
    <div className="order-counters" role="toolbar" aria-label={text.totals}>
      <Counter
        label={screen.all}
        count={data && figure(data.total, data.isExact)}
        isOn={chosen.length === 0 && !isDeclinedChosen}
        onChoose={() => choose({})}
      />
      {OrderStatus.members.map(({ value, text: name, tone, shape }) => (
        <Counter
          key={value}
          label={name[locale]}
          chip={{ tone, shape }}
          count={data && figureOf(data.counts, String(value))}
          isOn={chosen.length === 1 && chosen[0] === value && !isDeclinedChosen}
          onChoose={() => choose({ status: { kind: "many", values: [value] } })}
        />
      ))}
      <Counter
        label={screen.declined}
        chip={{ tone: "danger", shape: "hollow" }}
        count={data && figure(data.declined.count, data.declined.isExact)}
        isOn={isDeclinedChosen}
        onChoose={() => choose({ isDeclined: { kind: "one", value: true } })}
      />
    </div>
  );
}

interface CounterProps {
  readonly label: string;
  readonly chip?: Pick<EnumerationMember, "tone" | "shape">;
  /** Not known yet while undefined. */
  readonly count: string | undefined;
  readonly isOn: boolean;
  onChoose(): void;
}

const Counter = ({ label, chip, count, isOn, onChoose }: CounterProps) => (
  <button type="button" className="order-counter" aria-pressed={isOn} onClick={onChoose}>
    {chip ? <StatusChip text={label} {...chip} isFlat /> : label}
    <b>{count ?? "–"}</b>
  </button>
);

/** A column of the list as far as the totals stand below it. */
type Place = Pick<Column<never>, "key" | "width">;

/** Where the amounts of the list stand, so that sums stand below them; undefined where they are not shown, or first. */
function placeOfAmounts(columns: readonly Place[]): { readonly from: number; readonly width: number } | undefined {
  const at = columns.findIndex(({ key }) => key === "amount");
  if (at < 1) return undefined;
  return { from: columns.slice(0, at).reduce((sum, { width }) => sum + width, 0), width: columns[at]?.width ?? 0 };
}

interface TotalsProps extends FilteredProps {
  /** The columns of the list, as they are shown. */
  readonly columns: readonly Place[];
}

/**
 * Count and sum of everything the filters match, a currency at a time; never of the page alone, never across currencies.
 * Sums stand below the amounts of the rows.
 */
export function OrderTotals({ filter, columns }: TotalsProps) {
  const screen = useWords(orderScreenMessages);
  const { text } = useWords(coinOrderMessages);
  const { data } = useAnswer(coinOrder, "summary", filter as never);
  if (!data || data.currencies.length === 0) return null;
  const place = placeOfAmounts(columns);
  const look = place && { "--amounts-from": `${place.from}px`, "--amounts-width": `${place.width}px` };
  return (
    <section className="order-totals" data-placed={place && ""} style={look as CSSProperties} aria-label={text.totals}>
      <b>{text.totals}</b>
      <div className="order-totals-sums">
        {data.currencies.map(({ currency, count, amount, paidCount, capturedAmount }) => (
          <span
            key={currency}
            title={fill(screen.paidOf, { paid: figure(paidCount, true), count: figure(count, true) })}
          >
            <small>{fill(screen.ordersIn, { currency, count: figure(count, true) })}</small>
            <MoneyCell amount={fromWire(amount, currency)} isPlain />
            <small className="order-totals-paid">
              {screen.capturedTotal} <MoneyCell amount={fromWire(capturedAmount, currency)} isPlain />
            </small>
          </span>
        ))}
        {data.isExact ? null : (
          <small className="order-totals-note">
            {fill(text.moreThanCounted, { limit: summaryLimit.toLocaleString("en-US") })}
          </small>
        )}
      </div>
    </section>
  );
}
