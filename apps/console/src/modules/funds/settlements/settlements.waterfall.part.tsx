import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import "./settlements.css";
import { settlementScreenMessages } from "./settlements.messages.ts";
import { type BatchSums, isOwed, type Step, waterfallOf } from "./settlements.waterfall.policy.ts";

interface WaterfallProps {
  readonly of: BatchSums & { readonly lineCount?: number; readonly isSettled: boolean };
  /** Beside a step: how it was counted. */
  readonly notes?: Partial<Readonly<Record<Step["key"], string>>>;
}

/** From what was sold to what is paid out, step by step, each with its bar. */
export function SettlementWaterfall({ of, notes = {} }: WaterfallProps) {
  const words = useWords(settlementScreenMessages);
  const language = useLocale();
  const { steps, base } = waterfallOf(of);
  const made = isOwed(of) ? words.owed : of.isSettled ? words.made : words.willBe;
  const nameOf = (key: Step["key"]): string => (key === "made" ? made : words[key]);
  return (
    <>
      <dl className="settlement-steps">
        {steps.map(({ key, amount, from, to, isSum }) => (
          <div key={key} className={isSum ? "settlement-step settlement-step-sum" : "settlement-step"}>
            <dt>
              {nameOf(key)}
              {notes[key] ? <small>{notes[key]}</small> : null}
            </dt>
            <span className="settlement-track" aria-hidden="true">
              <span
                className={`settlement-bar settlement-bar-${key}`}
                style={{ left: `${from}%`, width: `max(2px, ${to - from}%)` }}
              />
            </span>
            <dd>
              <MoneyCell amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {base ? <p className="settlement-axis">{fill(words.axis, { amount: formatMoney(base, { language }) })}</p> : null}
    </>
  );
}
