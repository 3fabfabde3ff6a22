import type { ReactNode } from "react";
import "./funds.css";
import "./lines.css";

/** A table of figures on a card or in a form, scrolled sideways where there is no room for it. */
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
