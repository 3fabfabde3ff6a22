import type { ReactNode } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";
import "./pages.css";

interface DiffTableProps {
  /** Names the table. */
  readonly label: string;
  /** The fields that differ, in their order. */
  readonly fields: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** What a field was, and what it becomes. */
  before(field: string): ReactNode;
  after(field: string): ReactNode;
}

/** What differs between two states of a record, field by field. */
export function DiffTable({ label, fields, labels, before, after }: DiffTableProps) {
  const words = useWords(pagesMessages);
  return (
    <table className="ch-diff ch-diff-change" aria-label={label}>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.diffBefore}</th>
          <th scope="col">{words.diffAfter}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{labels[field] ?? field}</th>
            <td>{before(field)}</td>
            <td>{after(field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
