import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../../platform/payments/method-names.ts";
import { useWidgetAnswer } from "../home.answer.service.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { Freshness, SpanChoice, useSpan } from "../home.span.part.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";
import { percentOf } from "./conversion.detail.tsx";

const shown = 8;

/** Which methods payers use, and how often each succeeds. */
export function MethodRateWidget() {
  const words = useWords(widgetMessages).figures;
  const { days, choose, input } = useSpan("methods");
  const { methods, countedUntil } = useWidgetAnswer(orderStats, "methods", input);
  const nameOf = useMethodNames();
  const most = methods[0]?.orders ?? 0;
  return (
    <WidgetCard tools={<SpanChoice days={days} onChoose={choose} />}>
      <div className="home-body">
        {methods.length === 0 ? <p className="home-empty">{words.empty}</p> : null}
        {methods.length > 0 ? (
          <table className="home-table">
            <thead>
              <tr>
                <th scope="col">{words.method}</th>
                <th scope="col" aria-label={words.share} />
                <th scope="col" className="home-figure">
                  {words.paidOrders}
                </th>
                <th scope="col" className="home-figure">
                  {words.approval}
                </th>
              </tr>
            </thead>
            <tbody>
              {methods.slice(0, shown).map(({ paymentMethod, orders, attempted, paid }) => (
                <tr key={paymentMethod}>
                  <td className="ch-cut">{nameOf(paymentMethod)}</td>
                  <td className="home-funnel-cell">
                    <span className="home-funnel-bar" aria-hidden="true">
                      <i style={{ width: `${most === 0 ? 0 : (orders / most) * 100}%` }} />
                    </span>
                  </td>
                  <td className="home-figure">{paid.toLocaleString("en-US")}</td>
                  <td className="home-figure">{percentOf(paid, attempted)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        <Freshness at={countedUntil} />
      </div>
    </WidgetCard>
  );
}
