import type { ReactNode, Ref } from "react";

interface OrderCardProps {
  readonly title: string;
  /** What the card offers, at the far end of its head. */
  readonly tools?: ReactNode;
  readonly isWide?: boolean;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** A part of an order's page under its own heading. */
export const OrderCard = ({ title, tools, isWide = false, ref, children }: OrderCardProps) => (
  <section ref={ref} className={isWide ? "ch-card order-card order-card-wide" : "ch-card order-card"}>
    <header className="order-card-head">
      <h2>{title}</h2>
      {tools ? (
        <>
          <span className="ch-grow" />
          {tools}
        </>
      ) : null}
    </header>
    {children}
  </section>
);
