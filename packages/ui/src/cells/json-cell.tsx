import "./cells.css";
import { Copyable } from "./copyable.tsx";

/** A structured value on one line in a row; a click copies it indented. */
export const JsonCell = ({ value }: { value: unknown }) => (
  <Copyable value={JSON.stringify(value, null, 2)} className="ch-mono ch-cut">
    {JSON.stringify(value)}
  </Copyable>
);

/** A structured value as indented text in a scrolling box, for details. */
export const JsonBlock = ({ value }: { value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (WCAG 2.1.1).
  <pre className="ch-json" tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </pre>
);
