import type { ReactNode } from "react";
import "./gateways.css";

/** A table scrollable sideways, by keyboard too (WCAG 2.1.1). */
export const ScrollX = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className="ch-scroll-x" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
