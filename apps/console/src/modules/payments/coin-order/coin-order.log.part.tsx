import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { coinOrder, type OrderExchange } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { ExchangeDirection, ExchangeResult } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { formatClock, formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

/** Every request and answer behind an order, masked, oldest first; each opens to what was said word by word. */
export function OrderLog({ id }: { readonly id: string }) {
  const { text } = useWords(coinOrderMessages);
  const answer = useAnswer(coinOrder, "log", { id });
  return (
    <section className="ch-card order-card">
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.length === 0 ? <p className="order-none">{text.noLog}</p> : null}
            {data.map((exchange) => (
              <Exchange key={exchange.id} exchange={exchange} />
            ))}
          </>
        )}
      </Answered>
    </section>
  );
}

/** A body as it was, laid out where it is JSON. */
function bodyOf(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function Exchange({ exchange }: { readonly exchange: OrderExchange }) {
  const screen = useWords(orderScreenMessages);
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { direction, operation, httpMethod, url, httpStatus, latencyMs, result, time, attemptNo } = exchange;
  const sides = [
    ["request", exchange.requestHeaders, exchange.requestBody],
    ["response", exchange.responseHeaders, exchange.responseBody],
  ] as const;
  const ids = {
    requestId: exchange.requestId,
    upstreamRequestId: exchange.upstreamRequestId,
    idempotencyKey: exchange.idempotencyKey,
    attemptNo,
  };
  return (
    <details className="order-exchange">
      <summary>
        {/* Plain: what opens and closes holds nothing else to press. */}
        <time dateTime={time} title={formatInstant(time, timeZone)}>
          {formatClock(time, timeZone)}
        </time>
        <span className="order-dim">{ExchangeDirection.memberOf(direction)?.text[locale] ?? direction}</span>
        <span className="order-strong">{operation}</span>
        <span className="ch-mono ch-cut ch-grow">{[httpMethod, url].filter(Boolean).join(" ")}</span>
        <span className="order-figure">{httpStatus ?? "–"}</span>
        <span className="order-figure order-dim">{latencyMs === null ? "" : `${latencyMs} ms`}</span>
        <ChipOf enumeration={ExchangeResult} value={result} isFlat />
      </summary>
      <div className="order-exchange-sides">
        {sides.map(([side, headers, body]) => (
          <section key={side}>
            <h3 className="ch-section-title">{screen[side]}</h3>
            {headers ? <JsonBlock value={headers} /> : null}
            {body === null ? <p className="order-dim">{screen.noBody}</p> : <JsonBlock value={bodyOf(body)} />}
          </section>
        ))}
      </div>
      <dl className="order-exchange-ids">
        {Object.entries(ids).flatMap(([name, value]) =>
          value
            ? [
                <div key={name}>
                  <dt>{screen[name as keyof typeof ids]}</dt>
                  <dd className="ch-mono">{value}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
    </details>
  );
}
