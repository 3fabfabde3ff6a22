import type { FieldKind } from "@countinghouse/contract/kit/field.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import type { TableState } from "@countinghouse/ui/table/data-table.tsx";
import type { ReactNode } from "react";
import { fieldFacts } from "./list-columns.tsx";
import { type AnyRow, idOf } from "./paged-resource.ts";

interface PhoneRowsProps<Row> {
  readonly resource: Resource;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly state: TableState;
  readonly empty: ReactNode;
  onOpen(row: Row): void;
}

const rightKinds: readonly FieldKind[] = ["money", "enumeration", "boolean"];

/** Which columns of a list make its two lines on a phone: name, what says more, money or state at the right. */
export function phoneLines<Row>(resource: Resource, columns: readonly Column<Row>[]) {
  const kindOf = ({ key }: Column<Row>) => fieldFacts(resource, key).kind;
  const right = rightKinds.flatMap((kind) => columns.filter((column) => kindOf(column) === kind)).slice(0, 2);
  const left = columns.filter((column) => !rightKinds.includes(kindOf(column)));
  const first = left.find((column) => kindOf(column) === "text") ?? left[0];
  const others = left.filter((column) => column !== first);
  const times = others.filter((column) => kindOf(column) === "instant");
  const second = [...others.filter((column) => kindOf(column) === "text" || kindOf(column) === "code"), ...times].slice(0, 2);
  return { first, second, right };
}

/** Rows as cards of two lines: name and money above, what says more and the state below. */
export function PhoneRows<Row extends AnyRow>({ resource, label, columns, rows, state, empty, onOpen }: PhoneRowsProps<Row>) {
  const { first, second, right } = phoneLines(resource, columns);
  if (state.kind === "failed") return <FailureState failure={state.failure} />;
  if (state.kind === "forbidden") return <ForbiddenState />;
  if (state.kind === "loading") return <PhoneBones />;
  if (rows.length === 0) return empty;
  return (
    <ul className="ch-phone-rows" aria-label={label} aria-busy={state.kind === "refreshing"}>
      {rows.map((row) => (
        <li key={idOf(row)}>
          <button type="button" className="ch-phone-open" aria-label={`${label} ${idOf(row)}`} onClick={() => onOpen(row)} />
          <div className="ch-phone-left">
            <div className="ch-phone-name ch-cut">{first?.cell(row)}</div>
            <div className="ch-phone-more">
              {second.map((column) => (
                <span key={column.key} className="ch-cut">
                  {column.cell(row)}
                </span>
              ))}
            </div>
          </div>
          <div className="ch-phone-right">
            {right.map((column) => (
              <div key={column.key}>{column.cell(row)}</div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

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
