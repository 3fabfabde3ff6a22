import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { shownPercent } from "@countinghouse/money/shown-rate.ts";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useWidgetAnswer } from "../home.answer.service.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { Freshness, SpanChoice, useSpan } from "../home.span.part.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

/** A share of a whole in per cent, or a dash for a share of nothing. */
export const percentOf = (part: number, whole: number): string => {
  const percent = shownPercent({ part: BigInt(part), whole: BigInt(whole) });
  return percent === null ? "–" : `${percent} %`;
};

/** From an order made to an attempt to pay, to a payment: how many are left at each step. */
export function ConversionWidget() {
  const words = useWords(widgetMessages).figures;
  const { days, choose, input } = useSpan("conversion");
  const { orders, attempted, paid, countedUntil } = useWidgetAnswer(orderStats, "conversion", input);
  const steps = [
    { key: "orders", label: words.orders, count: orders, share: percentOf(orders, orders) },
    { key: "attempted", label: words.attempted, count: attempted, share: percentOf(attempted, orders) },
    { key: "paid", label: words.paidOrders, count: paid, share: percentOf(paid, orders) },
  ];
  return (
    <WidgetCard tools={<SpanChoice days={days} onChoose={choose} />}>
      <div className="home-body">
        <ol className="home-funnel">
          {steps.map(({ key, label, count, share }) => (
            <li key={key}>
              <span>{label}</span>
              <span className="home-funnel-bar" aria-hidden="true">
                <i style={{ width: `${orders === 0 ? 0 : (count / orders) * 100}%` }} />
              </span>
              <b>{count.toLocaleString("en-US")}</b>
              <span className="home-quiet">{share}</span>
            </li>
          ))}
        </ol>
        <p className="home-quiet">
          {words.approval} <b>{percentOf(paid, attempted)}</b>
        </p>
        <Freshness at={countedUntil} />
      </div>
    </WidgetCard>
  );
}
