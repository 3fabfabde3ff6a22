import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../../platform/payments/method-names.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import { changeOf, ratioOf } from "../home.figures.policy.ts";
import { ChangeMark, usePeriod } from "../home.period.part.tsx";
import { percentOf, roundPercentOf } from "./conversion.detail.tsx";

const shown = 8;

/** How often payments by each method succeed, beside the period before; the most used first. */
export function MethodRateWidget() {
  const words = useWords(figureMessages);
  const period = usePeriod();
  const { methods } = useWidgetAnswer(orderStats, "methods", period.now);
  const { methods: earlier } = useWidgetAnswer(orderStats, "methods", period.before);
  const nameOf = useMethodNames();
  const before = new Map(earlier.map((one) => [one.paymentMethod, ratioOf(one.paid, one.attempted)]));
  const all = { paid: 0, attempted: 0 };
  for (const { paid, attempted } of methods) {
    all.paid += paid;
    all.attempted += attempted;
  }
  const average = ratioOf(all.paid, all.attempted) ?? 0;
  return (
    <WidgetCard
      tools={
        methods.length > 0 && (
          <span className="home-quiet">{fill(words.all, { rate: roundPercentOf(all.paid, all.attempted) })}</span>
        )
      }
    >
      {methods.length === 0 && <p className="home-empty">{words.empty}</p>}
      <ul className="home-methods">
        {methods.slice(0, shown).map(({ paymentMethod, attempted, paid }) => (
          <li key={paymentMethod}>
            <span className="ch-cut">{nameOf(paymentMethod)}</span>
            <span className="home-methods-count">{attempted.toLocaleString("en-US")}</span>
            <b>{roundPercentOf(paid, attempted)}</b>
            <span>
              <ChangeMark
                change={changeOf(ratioOf(paid, attempted), before.get(paymentMethod) ?? null, "approval")}
                measure="approval"
                isShort
              />
            </span>
            <span className="home-methods-bar" aria-hidden="true">
              <i style={{ width: percentOf(paid, attempted).replace(" ", "") }} />
              <em style={{ left: `${average / 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </WidgetCard>
  );
}
