import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import type { TableState } from "@countinghouse/ui/table/data-table.tsx";
import { type ComponentType, type ReactNode, useId } from "react";
import { type AnyRow, idOf, nameOf } from "./paged-resource.ts";

interface PhoneRowsProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly state: TableState;
  readonly empty: ReactNode;
  /** What people know a row by besides its name, where a list's drawer is headed by more. */
  readonly heading?: ComponentType<{ readonly row: Row }> | undefined;
  /** The field people call a row by. */
  readonly nameField?: string | undefined;
  onOpen(row: Row): void;
}

/** Which columns of a list make its two lines on a phone: name, what says more or whose it is, money or state at the side. */
export function phoneLines<Row>(columns: readonly Column<Row>[]) {
  const [named, ...spareNames] = columns.filter(({ part }) => part === "name");
  const first = named ?? columns[0];
  const owner = columns.filter(({ part }) => part === "owner").slice(0, 1);
  const spare = owner.length > 0 ? [] : spareNames;
  const more = [...columns.filter((column) => column.part === "more" && column !== first), ...spare].slice(0, 1);
  const time = columns.filter(({ part }) => part === "time").slice(0, 1);
  const side = columns.filter(({ part }) => part === "side");
  const figures = side.filter(({ align }) => align === "end");
  const states = side.filter(({ align }) => align !== "end");
  // A state says more than a second figure.
  const both = [...figures.slice(0, states.length > 0 ? 1 : 2), ...states];
  return { first, second: [...more, ...owner, ...time], side: both.slice(0, 2) };
}

/** Two figures of one row say nothing without what they are. */
const areFigures = <Row,>(side: readonly Column<Row>[]): boolean =>
  side.length > 1 && side.every(({ align }) => align === "end");

/** Rows as cards of two lines: name and money above, what says more and the state below. */
export function PhoneRows<Row extends AnyRow>({ onOpen, ...props }: PhoneRowsProps<Row>) {
  const { label, columns, rows, state, empty } = props;
  const { first, second, side } = phoneLines(columns);
  const isLabelled = areFigures(side);
  if (state.kind === "failed") return <FailureState failure={state.failure} />;
  if (state.kind === "forbidden") return <ForbiddenState />;
  if (state.kind === "loading") return <PhoneBones />;
  if (rows.length === 0) return empty;
  return (
    <ul className="ch-phone-rows" aria-label={label} aria-busy={state.kind === "refreshing"}>
      {rows.map((row) => (
        <li key={idOf(row)}>
          <OpenButton {...props} row={row} onOpen={() => onOpen(row)} />
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
              <div key={column.key} className={isLabelled ? "ch-phone-labelled" : undefined}>
                {isLabelled && <span className="ch-phone-label">{column.title}</span>}
                {column.cell(row)}
              </div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface OpenButtonProps<Row> extends Pick<PhoneRowsProps<Row>, "label" | "heading" | "nameField"> {
  readonly row: Row;
  onOpen(): void;
}

/** Covers a card, and is called by what the row's drawer will be headed by. */
function OpenButton<Row extends AnyRow>({ label, heading: Heading, nameField, row, onOpen }: OpenButtonProps<Row>) {
  const id = useId();
  return (
    <>
      <button type="button" className="ch-phone-open" aria-labelledby={id} onClick={onOpen} />
      {/* Out of sight and out of reach: it lends the button its words alone. */}
      <span id={id} hidden>
        {`${label} ${nameOf(row, nameField)} `}
        {Heading && <Heading row={row} />}
      </span>
    </>
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
