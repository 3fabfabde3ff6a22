import "./cells.css";
import type { ReactNode } from "react";

/** Placeholder for a missing value. */
export const Unknown = () => <span className="ch-unknown">–</span>;

/** One line of text; what does not fit is cut and shown whole by its title. */
export const TextCell = ({ value }: { value: string | number }) => (
  <span className="ch-cut" title={String(value)}>
    {value}
  </span>
);

/** Two lines in one row: a name over its smaller companion. */
export const TwoLineCell = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="ch-two">
    <span className="ch-cut">{first}</span>
    <small className="ch-cut">{second}</small>
  </span>
);
