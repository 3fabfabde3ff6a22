import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { shownPercent } from "@countinghouse/money/shown-rate.ts";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import { ratioOf, tenthsText } from "../home.figures.policy.ts";
import { Freshness, usePeriod } from "../home.period.part.tsx";

/** A share of a whole in per cent, or a dash for a share of nothing. */
export const percentOf = (part: number, whole: number): string => {
  const percent = shownPercent({ part: BigInt(part), whole: BigInt(whole) });
  return percent === null ? "–" : `${percent} %`;
};

/** The same with one digit, where many stand under one another. */
export const roundPercentOf = (part: number, whole: number): string => {
  const ratio = ratioOf(part, whole);
  return ratio === null ? "–" : `${tenthsText(Math.round(ratio / 10))} %`;
};

/** From an order made to an attempt to pay, to a payment: how many are left at each step. */
export function ConversionWidget() {
  const words = useWords(figureMessages);
  const { orders, attempted, paid, countedUntil } = useWidgetAnswer(orderStats, "conversion", usePeriod().now);
  const steps = [
    { key: "orders", label: words.orders, count: orders, share: percentOf(orders, orders) },
    { key: "attempted", label: words.attempted, count: attempted, share: percentOf(attempted, orders) },
    { key: "paid", label: words.paidOrders, count: paid, share: percentOf(paid, orders) },
  ];
  return (
    <WidgetCard>
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
