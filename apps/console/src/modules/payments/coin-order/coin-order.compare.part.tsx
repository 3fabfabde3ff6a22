import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CoinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { AttemptStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import {
  type DeclineContext,
  paymentAttempt,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { orderPath } from "./coin-order.cells.part.tsx";
import { isUnusual, meanText, usualOf } from "./coin-order.compare.policy.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

/** A declined order beside others: how many like it there are, and what its card did before. */
export function DeclineCompared({ order }: { readonly order: Pick<CoinOrder, "id" | "merchantId"> }) {
  const { data } = useAnswer(paymentAttempt, "declineContext", { merchantId: order.merchantId, orderId: order.id });
  if (!data) return null;
  return (
    <div className="order-compared">
      <LikeIt context={data} />
      {data.card && <CardBefore card={data.card} />}
    </div>
  );
}

interface ContextProps {
  readonly context: DeclineContext;
}

/** How many payments were declined alike within the hour: one alone is the payer's trouble, many are ours. */
function LikeIt({ context }: ContextProps) {
  const { likeIt, seeLikeIt } = useWords(orderScreenMessages);
  const timeZone = useTimeZone();
  const { count, merchants, declineCode, from, isLastHour } = context;
  const usual = usualOf(context);
  const day = dayOf(Date.parse(from), timeZone);
  const isMore = isUnusual(context);
  const usualText = usual === null ? likeIt.noUsual : fill(likeIt.usual, { usual: meanText(usual) });
  return (
    <section>
      <h3>{fill(isLastHour ? likeIt.lastHour : likeIt.around, { count })}</h3>
      <p className="order-dim">
        {merchants !== null && count > 1 ? `${usualText} · ${fill(likeIt.merchants, { count: merchants })}` : usualText}
      </p>
      {count > 1 && <Steps context={context} />}
      <p className="order-compared-foot">
        {usual !== null && (
          <StatusChip
            text={isMore ? likeIt.isMore : likeIt.isNotMore}
            tone={isMore ? "danger" : "success"}
            shape={isMore ? "filled" : "hollow"}
            isFlat
          />
        )}
        <span className="ch-grow" />
        <Link to={`/trade/attempt?declineCode=${declineCode}&startedTime=${day}..${day}`}>{seeLikeIt}</Link>
      </p>
    </section>
  );
}

const width = 240;
const height = 40;

/** The hour by five minutes; a dashed line at what is usual. */
function Steps({ context: { steps, usualCount, usualDays } }: ContextProps) {
  const { likeIt } = useWords(orderScreenMessages);
  const usual = usualDays === 0 ? 0 : usualCount / usualDays / steps.length;
  const most = Math.max(1, usual, ...steps);
  const step = width / steps.length;
  const heightOf = (count: number) => (count / most) * (height - 2);
  return (
    <svg className="order-steps" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={likeIt.chart}>
      <title>{likeIt.chart}</title>
      {steps.map((count, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the hour is what a bar is known by.
          key={index}
          x={index * step + 3}
          y={height - heightOf(count)}
          width={step - 6}
          height={heightOf(count)}
          rx={2}
        />
      ))}
      {usual > 0 && <path d={`M0 ${height - heightOf(usual)}H${width}`} />}
    </svg>
  );
}

/** What the same card did at this merchant before: how often, how it ended, and the last of it. */
function CardBefore({ card }: { readonly card: NonNullable<DeclineContext["card"]> }) {
  const { cardBefore } = useWords(orderScreenMessages);
  const { count, paid, declined, isMore, latest } = card;
  const sum = isMore ? cardBefore.isMore : cardBefore.sum;
  return (
    <section>
      <h3>{cardBefore.title}</h3>
      <p className="order-dim">{count === 0 ? cardBefore.none : fill(sum, { count, paid, declined })}</p>
      <ul>
        {latest.map((one) => (
          <li key={`${one.orderId} ${one.startedTime}`}>
            <Link to={orderPath(one.orderId)}>
              <TimeCell value={one.startedTime} />
            </Link>
            <MoneyCell amount={fromWire(one.amount, one.currency)} isPlain />
            <Ended one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How an earlier payment ended: the reason where it was declined. */
function Ended({
  one: { status, declineCode },
}: {
  readonly one: NonNullable<DeclineContext["card"]>["latest"][number];
}) {
  const locale = useLocale();
  const reason = declineCode === null ? undefined : DeclineCode.memberOf(declineCode)?.text[locale];
  const state = AttemptStatus.memberOf(status);
  return <StatusChip text={reason ?? state?.text[locale] ?? status} tone={state?.tone ?? "neutral"} isFlat />;
}
