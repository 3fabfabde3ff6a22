import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useLocale, useWords } from "../i18n/use-words.ts";
import "./funds.css";
import { fundsMessages } from "./funds.messages.ts";
import { isOwed, type WaterfallStep, type WaterfallSums, waterfallOf } from "./waterfall-steps.ts";

interface WaterfallProps {
  readonly of: WaterfallSums & { readonly isSettled: boolean };
}

/** From gross sales to the payout, step by step, with bars. */
export function Waterfall({ of }: WaterfallProps) {
  const words = useWords(fundsMessages);
  const language = useLocale();
  const { steps, base } = waterfallOf(of);
  const made = isOwed(of) ? words.owed : of.isSettled ? words.made : words.willBe;
  const nameOf = (key: WaterfallStep["key"]): string => (key === "made" ? made : words[key]);
  return (
    <>
      <dl className="funds-steps">
        {steps.map(({ key, amount, from, to, isSum }) => (
          <div key={key} className={isSum ? "funds-step funds-step-sum" : "funds-step"}>
            <dt>{nameOf(key)}</dt>
            <span className="funds-track" aria-hidden="true">
              <span
                className={`funds-bar funds-bar-${key}`}
                style={{ left: `${from}%`, width: `max(2px, ${to - from}%)` }}
              />
            </span>
            <dd>
              <MoneyCell amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {base ? <p className="funds-axis">{fill(words.axis, { amount: formatMoney(base, { language }) })}</p> : null}
    </>
  );
}
