import { paymentAttemptMessages } from "@countinghouse/contract/payment-attempt/payment-attempt.messages.ts";
import type { paymentAttempt } from "@countinghouse/contract/payment-attempt/payment-attempt.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import "./payment-attempt.css";

type Decision = NonNullable<ResultOf<(typeof paymentAttempt.operations)["detail"]>["routeDecision"]>;

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** Which account was chosen and in which order the others would have followed; why each that was left out was. */
export function RouteDecision({ decision }: { readonly decision: Decision }) {
  const { text } = useWords(paymentAttemptMessages);
  const chosenId = textOf(decision.chosen?.gatewayAccountId);
  const reasons = text as Readonly<Record<string, string>>;
  return (
    <div className="attempt-route">
      <p>
        <b>{reasons[`strategy_${decision.strategy}`] ?? decision.strategy}</b>
        {decision.version ? <span className="attempt-dim">{` · ${decision.version}`}</span> : null}
      </p>
      <ul>
        {decision.candidates.map((candidate) => {
          const id = textOf(candidate.gatewayAccountId ?? candidate.accountId);
          const isChosen = id === chosenId;
          return (
            <li key={id} className={isChosen ? "attempt-chosen" : undefined}>
              <span className="ch-cut">{textOf(candidate.name) || id}</span>
              <span className="attempt-dim">{isChosen ? text.chosen : text.eligible}</span>
            </li>
          );
        })}
        {decision.excluded.map(({ accountId, name, reason }) => (
          <li key={accountId}>
            <span className="ch-cut attempt-dim">{name}</span>
            <span className="attempt-dim">{`${text.leftOut} ${reasons[`excluded_${reason}`] ?? reason}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
