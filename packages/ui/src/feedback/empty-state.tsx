import type { ReactNode } from "react";
import "./feedback.css";

interface EmptyStateProps {
  readonly title: string;
  readonly hint?: string | undefined;
  /** One thing to do about it. */
  readonly action?: ReactNode;
  readonly picture?: "sheet" | "lens" | "broken" | "lock";
}

const strokes = {
  sheet: "M24 12h34l14 14v58H24zM58 12v14h14M34 42h28M34 54h28M34 66h16",
  lens: "M42 66a24 24 0 1 0 0-48 24 24 0 0 0 0 48zM60 60l20 20M34 42h16",
  broken: "M16 20h64v24l-10 8-12-8-12 8-12-8-18 8zM16 62l18-8 12 8 12-8 12 8 10-8v22H16z",
  lock: "M26 44h44v36H26zM34 44V32a14 14 0 0 1 28 0v12M48 58v8",
};

/** Why there is nothing to show: one line, one action, a line drawing. */
export const EmptyState = ({ title, hint, action, picture = "sheet" }: EmptyStateProps) => (
  <div className="ch-empty">
    <svg viewBox="0 0 96 96" width="72" height="72" aria-hidden="true">
      <path
        d={strokes[picture]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
    <p className="ch-empty-title">{title}</p>
    {hint && <p className="ch-empty-hint">{hint}</p>}
    {action}
  </div>
);
