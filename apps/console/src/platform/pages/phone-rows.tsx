import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import type { TableState } from "@countinghouse/ui/table/data-table.tsx";
import type { ReactNode } from "react";
import { type AnyRow, idOf } from "./paged-resource.ts";

interface PhoneRowsProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly state: TableState;
  readonly empty: ReactNode;
  onOpen(row: Row): void;
}

/** Which columns of a list make its two lines on a phone: name, what says more, money or state at the side. */
export function phoneLines<Row>(columns: readonly Column<Row>[]) {
  const [first, ...named] = columns.filter(({ part }) => part === "name");
  const more = [...columns.filter(({ part }) => part === "more"), ...named].slice(0, 1);
  const time = columns.filter(({ part }) => part === "time").slice(0, 1);
  const side = columns.filter(({ part }) => part === "side");
  const figuresFirst = [...side.filter(({ align }) => align === "end"), ...side.filter(({ align }) => align !== "end")];
  return { first: first ?? columns[0], second: [...more, ...time], side: figuresFirst.slice(0, 2) };
}

/** Rows as cards of two lines: name and money above, what says more and the state below. */
export function PhoneRows<Row extends AnyRow>({ label, columns, rows, state, empty, onOpen }: PhoneRowsProps<Row>) {
  const { first, second, side } = phoneLines(columns);
  if (state.kind === "failed") return <FailureState failure={state.failure} />;
  if (state.kind === "forbidden") return <ForbiddenState />;
  if (state.kind === "loading") return <PhoneBones />;
  if (rows.length === 0) return empty;
  return (
    <ul className="ch-phone-rows" aria-label={label} aria-busy={state.kind === "refreshing"}>
      {rows.map((row) => (
        <li key={idOf(row)}>
          <button
            type="button"
            className="ch-phone-open"
            aria-label={`${label} ${idOf(row)}`}
            onClick={() => onOpen(row)}
          />
          <div className="ch-phone-left">
            <div className="ch-phone-name ch-cut">{first?.cell(row)}</div>
            <div className="ch-phone-more">
              {second
                .filter(({ key }) => isKnown(row[key]))
                .map((column) => (
                  <span key={column.key} className="ch-phone-fact">
                    {column.cell(row)}
                  </span>
                ))}
            </div>
          </div>
          <div className="ch-phone-right">
            {side.map((column) => (
              <div key={column.key}>{column.cell(row)}</div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const isKnown = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

const PhoneBones = () => (
  <ul className="ch-phone-rows" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6].map((key) => (
      <li key={key}>
        <div className="ch-phone-left">
          <span className="ch-bone" />
          <span className="ch-bone" />
        </div>
      </li>
    ))}
  </ul>
);
