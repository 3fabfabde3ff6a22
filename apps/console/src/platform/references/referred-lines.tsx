import type { ReferredRecord } from "./use-references.ts";

/** A record in two lines: its name, and what tells it apart. */
export const ReferredLines = ({ one: { name, beside } }: { readonly one: ReferredRecord }) => (
  <span className="ch-two">
    <span className="ch-cut">{name}</span>
    {beside && <small className="ch-cut">{beside}</small>}
  </span>
);
