import { DeclineCode, type DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules, payerAdvice } from "@countinghouse/contract/decline-rules.ts";
import { declineHeadlines, declinerOf, retryWords } from "@countinghouse/contract/decline-words.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CoinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { copyText } from "@countinghouse/ui/cells/copy-text.ts";
import { dayOf, formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { pluralOf, useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Order = Pick<CoinOrder, "failureCode" | "isDeclined" | "status" | "expireTime" | "mode" | "capturedAmount">;

const isKnown = (code: string | null): code is DeclineCodeName => code !== null && Object.hasOwn(declineRules, code);

/** Why an order is not paid: who said no, what it means, whether trying again can help, and what to do next. */
export function OrderDecline({ order }: { readonly order: Order }) {
  const { failureCode: code, isDeclined } = order;
  return isDeclined && isKnown(code) ? <Explained order={order} code={code} /> : null;
}

function Explained({ order, code }: { readonly order: Order; readonly code: DeclineCodeName }) {
  const screen = useWords(orderScreenMessages);
  const locale = useLocale();
  const timeZone = useTimeZone();
  const may = useMay();
  const { oneOff, payer } = declineRules[code];
  const reason = DeclineCode.memberOf(code)?.text[locale] ?? code;
  const headline = fill(declineHeadlines[declinerOf(code)][locale], { reason });
  const isOpen = order.status === "awaiting";
  const time = formatInstant(order.expireTime, timeZone);
  return (
    <section className="ch-card order-decline" aria-label={headline}>
      <h2>{headline}</h2>
      {order.capturedAmount === "0" ? <p className="order-dim">{screen.nothingTaken}</p> : null}
      <dl>
        <dt>{screen.mayRetry}</dt>
        <dd>{retryWords[oneOff][locale]}</dd>
        <dt>{screen.nextStep}</dt>
        <dd>{isOpen ? fill(screen.pageOpenUntil, { time }) : screen.orderEnded}</dd>
        <dt>{screen.tellPayer}</dt>
        <dd>
          {payerAdvice[payer][locale]} <CopyAdvice text={payerAdvice[payer][locale]} />
        </dd>
      </dl>
      {may("paymentAttempt:stat") ? <LikeIt order={order} code={code} /> : null}
    </section>
  );
}

function CopyAdvice({ text }: { readonly text: string }) {
  const screen = useWords(orderScreenMessages);
  const copy = async () => {
    if (await copyText(text)) toast.success(screen.copied);
  };
  return (
    <button type="button" className="ch-btn-link" onClick={() => void copy()}>
      {screen.copyAdvice}
    </button>
  );
}

/** How many payments were declined alike in the last hour: one alone is the payer's trouble, many are ours. */
function LikeIt({ order: { mode }, code }: { readonly order: Order; readonly code: DeclineCodeName }) {
  const screen = useWords(orderScreenMessages);
  const timeZone = useTimeZone();
  // To the minute, so that whoever goes through a list of declined orders asks once.
  const [now] = useState(() => Math.ceil(Date.now() / minuteMs) * minuteMs);
  const span = { mode, from: new Date(now - hourMs).toISOString(), to: new Date(now).toISOString() };
  const { data } = useAnswer(paymentAttempt, "stat", span);
  if (!data) return null;
  const count = data.byDecline.find(({ declineCode }) => declineCode === code)?.count ?? 0;
  const today = dayOf(now, timeZone);
  return (
    <p className="order-decline-like">
      <span>{fill(pluralOf(count, screen.likeIt), { count, total: data.total })}</span>
      <Link to={`/trade/attempt?declineCode=${code}&startedTime=${today}..${today}`}>{screen.seeLikeIt}</Link>
    </p>
  );
}
