import { RouteExclusion, RoutingStrategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { countryName } from "../i18n/country-name.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { Answered } from "../pickers/answered.tsx";
import { useAnswer } from "../pickers/use-answer.ts";
import { paymentsMessages } from "./payments.messages.ts";
import "./payments.css";

type Decision = NonNullable<ResultOf<(typeof paymentAttempt.operations)["detail"]>["routeDecision"]>;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Why the attempt went to this account and not to another; nothing where no choice was noted. */
export function AttemptRoute({ id }: { readonly id: string }) {
  const answer = useAnswer(paymentAttempt, "detail", { id });
  return (
    <Answered answer={answer}>
      {({ routeDecision }) => (routeDecision ? <RouteDecision decision={routeDecision} /> : null)}
    </Answered>
  );
}

/** Which account was chosen and in which order the others would have followed; why each that was left out was. */
export function RouteDecision({ decision }: { readonly decision: Decision }) {
  const screen = useWords(paymentsMessages);
  const locale = useLocale();
  const chosenId = textOf(decision.chosen?.gatewayAccountId);
  return (
    <div className="route-decision">
      <p>
        <b>{RoutingStrategy.memberOf(decision.strategy)?.text[locale] ?? decision.strategy}</b>
      </p>
      <IssuerLine country={decision.issuerCountry} />
      <ul>
        {decision.candidates.map((candidate) => {
          const id = textOf(candidate.gatewayAccountId);
          const isChosen = id === chosenId;
          return (
            <li key={id} className={isChosen ? "route-chosen" : undefined}>
              <span className="ch-cut">{textOf(candidate.name) || id}</span>
              <span className="route-dim">{isChosen ? screen.chosen : screen.eligible}</span>
            </li>
          );
        })}
        {decision.excluded.map(({ accountId, name, reason }) => (
          <li key={accountId}>
            <span className="ch-cut route-dim">{name}</span>
            <span className="route-dim">
              {`${screen.leftOut} ${RouteExclusion.memberOf(reason)?.text[locale] ?? reason}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where the card was issued as far as routing knew it; nothing where there was no card. */
export function IssuerLine({ country }: { readonly country: string | null | undefined }) {
  const { issuer, issuerUnknown } = useWords(paymentsMessages);
  const locale = useLocale();
  if (country === undefined) return null;
  return <p>{fill(issuer, { country: country === null ? issuerUnknown : countryName(country, locale) })}</p>;
}
