import type { ReactNode } from "react";

/** A name and what it stands for; those without a value are left out. */
type HomeFact = readonly [label: string, value: ReactNode];

/** Facts below one another, for the narrow column. */
export const FactList = ({ facts }: { readonly facts: readonly HomeFact[] }) => (
  <dl className="home-facts">
    {facts
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
