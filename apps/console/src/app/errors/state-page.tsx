import type { ReactNode } from "react";
import "./errors.css";

/** A page that has nothing else to show: what happened, what to do, and the way out. */
export const StatePage = ({
  mark,
  title,
  text,
  children,
}: {
  /** Short sign above the title, such as a status number. */
  readonly mark?: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) => (
  <section className="state-page">
    {mark ? (
      <p className="state-mark" aria-hidden="true">
        {mark}
      </p>
    ) : null}
    <h1>{title}</h1>
    <p className="state-text">{text}</p>
    {children}
  </section>
);
