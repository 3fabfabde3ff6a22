import { Button } from "antd";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatClock } from "../cells/instant.ts";
import { useTimeZone } from "../layout/ui-settings.ts";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import "./pager.css";

export interface PagerProps {
  /** Number of the first row shown, from 1; undefined where rows are reached by cursor and not counted. */
  readonly from?: number | undefined;
  readonly count: number;
  readonly total: number;
  /** Whether `total` was counted to the end; otherwise it is shown as “10,000+”. */
  readonly isTotalExact: boolean;
  /** When the rows were read, in ms. */
  readonly readAt?: number | undefined;
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  onPrevious(): void;
  onNext(): void;
  onPageSize(size: number): void;
  /** Such as “12 new orders – load”. */
  readonly notice?: ReactNode;
}

/** The total as shown: “8,412”, or “10,000+” where counting stopped. */
export const shownTotal = (total: number, isExact: boolean): string =>
  `${total.toLocaleString("en-US")}${isExact ? "" : "+"}`;

/** The foot of a list: which rows, how fresh, previous and next, rows per page. */
export function Pager(props: PagerProps) {
  const { from, count, total, isTotalExact, readAt, pageSize, pageSizes, notice } = props;
  const words = useUiWords();
  const timeZone = useTimeZone();
  const range = (first: number) =>
    fillWords(words.range, {
      from: first.toLocaleString("en-US"),
      to: (first + count - 1).toLocaleString("en-US"),
      total: shownTotal(total, isTotalExact),
    });
  return (
    <nav className="ch-pager" aria-label={words.perPage}>
      <span className="ch-pager-range">
        {count === 0 ? words.noRows : from === undefined ? shownTotal(total, isTotalExact) : range(from)}
      </span>
      {readAt ? (
        <span className="ch-pager-fresh">{fillWords(words.updatedAt, { time: formatClock(readAt, timeZone) })}</span>
      ) : null}
      {notice}
      <span className="ch-grow" />
      <span className="ch-pager-size">
        {words.perPage}
        <select
          className="ch-small-select"
          aria-label={words.perPage}
          value={pageSize}
          onChange={(event) => props.onPageSize(Number(event.target.value))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </span>
      <Button
        size="small"
        data-no-guard
        disabled={!props.hasPrevious}
        onClick={props.onPrevious}
        icon={<ChevronLeft size={14} />}
      >
        {words.previous}
      </Button>
      <Button
        size="small"
        data-no-guard
        disabled={!props.hasNext}
        onClick={props.onNext}
        icon={<ChevronRight size={14} />}
        iconPlacement="end"
      >
        {words.next}
      </Button>
    </nav>
  );
}
