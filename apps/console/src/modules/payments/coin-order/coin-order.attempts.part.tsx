import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { AttemptStatus, AttemptTrigger } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { DeclineName } from "../../../platform/payments/decline-name.tsx";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { AttemptRoute } from "../../../platform/payments/route-decision.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";

type Attempt = CoinOrderDetail["attempts"][number];

/** Every try to take the money, the latest first, with why it went where it went. */
export function OrderAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const screen = useWords(orderScreenMessages);
  const { fields } = useWords(coinOrderMessages);
  const mayExplain = useMay()("paymentAttempt:detail");
  return (
    <section className="ch-card order-card">
      <header className="order-card-head">
        <h2>{fields.attempts}</h2>
        <span className="order-dim">{attempts.length || null}</span>
      </header>
      {attempts.length === 0 ? <p className="order-none">{screen.noAttempts}</p> : null}
      {[...attempts].reverse().map((attempt) => (
        <article key={attempt.id} className="order-attempt">
          <AttemptLine attempt={attempt} />
          {mayExplain ? <AttemptRoute id={attempt.id} /> : null}
        </article>
      ))}
    </section>
  );
}

function AttemptLine({ attempt }: { readonly attempt: Attempt }) {
  const screen = useWords(orderScreenMessages);
  const locale = useLocale();
  const {
    seq,
    attemptNo,
    gatewayAccountName,
    trigger,
    status,
    declineCode,
    upstreamCode,
    upstreamMessage,
    latencyMs,
    startedTime,
  } = attempt;
  const said = [upstreamCode, upstreamMessage].filter(Boolean).join(" · ");
  return (
    <>
      <div className="order-attempt-line">
        <span className="order-dim">{seq}</span>
        <span className="order-strong ch-cut">{gatewayAccountName ?? attemptNo}</span>
        <span className="order-dim ch-cut">{AttemptTrigger.memberOf(trigger)?.text[locale] ?? trigger}</span>
        <span className="order-states">
          <ChipOf enumeration={AttemptStatus} value={status} />
        </span>
        <span className="order-dim ch-cut">
          <MethodName of={attempt} />
        </span>
        {latencyMs === null ? null : (
          <span className="order-figure order-dim">{`${latencyMs.toLocaleString("en-US")} ms`}</span>
        )}
        <span className="order-figure order-dim">
          <TimeCell value={startedTime} isClockOnly />
        </span>
      </div>
      {declineCode ? (
        <p className="order-attempt-why">
          <DeclineName code={declineCode} />
          {said ? <span className="order-dim">{` ${screen.gatewaySaid} ${said}`}</span> : null}
        </p>
      ) : null}
    </>
  );
}
