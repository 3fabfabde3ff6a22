import type { ReactNode } from "react";
import "./errors.css";

/** A page that only shows a state: what happened, what to do, and a way out. */
export const StatePage = ({
  mark,
  title,
  text,
  children,
}: {
  /** Short mark above the title, such as a status code. */
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
