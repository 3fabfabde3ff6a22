import type { InputFacts } from "@countinghouse/ui/fields/field.tsx";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";
import "./pickers.css";

/** One value of a line, with its input. */
export interface LineField<Row> {
  readonly key: keyof Row & string;
  readonly label: string;
  input(row: Row, facts: InputFacts, onChange: (value: unknown) => void): ReactNode;
}

interface RowsInputProps<Row extends object> extends InputProps<readonly Row[]> {
  readonly fields: readonly LineField<Row>[];
  /** A new line. */
  blank(): Row;
}

/** Several lines of the same few values, such as a limit for each currency. */
export function RowsInput<Row extends object>({ facts, value, onChange, fields, blank }: RowsInputProps<Row>) {
  const words = useWords(pickersMessages);
  const rows = value ?? [];
  const keys = useRowKeys(rows.length);
  const change = (at: number, key: string, next: unknown) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [key]: next } : row)));
  const remove = (at: number) => {
    keys.drop(at);
    onChange(rows.filter((_row, index) => index !== at));
  };
  return (
    <div className="ch-rows" id={facts.id} {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}>
      {rows.map((row, index) => (
        <div key={keys.of(index)} className="ch-rows-line">
          <div className="ch-rows-values">
            {fields.map((field) => (
              <OneValue
                key={field.key}
                field={field}
                row={row}
                isInvalid={facts.isInvalid}
                onChange={(next) => change(index, field.key, next)}
              />
            ))}
          </div>
          <button type="button" className="ch-icon-btn" aria-label={words.removeRow} onClick={() => remove(index)}>
            <Trash2 size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
      <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => onChange([...rows, blank()])}>
        {words.addRow}
      </Button>
    </div>
  );
}

interface OneValueProps<Row> {
  readonly field: LineField<Row>;
  readonly row: Row;
  readonly isInvalid: boolean;
  onChange(value: unknown): void;
}

function OneValue<Row>({ field, row, isInvalid, onChange }: OneValueProps<Row>) {
  const id = useId();
  return (
    <div className="ch-rows-value">
      <label htmlFor={id}>{field.label}</label>
      {field.input(row, { id, isInvalid, describedBy: undefined }, onChange)}
    </div>
  );
}

/** Keys that stay with their line while others go: an input keeps what was typed. */
function useRowKeys(count: number) {
  const made = useRef(0);
  const keys = useRef<number[]>([]);
  while (keys.current.length < count) keys.current.push(made.current++);
  return {
    of: (index: number) => keys.current[index],
    drop: (index: number) => void keys.current.splice(index, 1),
  };
}
