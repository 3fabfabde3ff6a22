import type { ReactNode } from "react";
import "./layout.css";

/** One fact: its name and its value. */
export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  /** Takes the whole width: long texts and structured values. */
  readonly isWide?: boolean;
}

/** Facts about one record, in two columns where there is room. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="ch-facts">
    {facts.map(({ key, label, value, isWide }) => (
      <div key={key} className={isWide ? "ch-fact ch-fact-wide" : "ch-fact"}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
