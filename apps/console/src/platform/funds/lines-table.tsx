import type { ReactNode } from "react";
import "./funds.css";
import "./lines.css";

/** A table of figures in a card or form, scrollable sideways. */
export const LinesTable = ({
  className = "",
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <div className="lines-scroll">
    <table className={`lines-table ${className}`}>{children}</table>
  </div>
);
