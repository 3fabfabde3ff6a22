import { DeclineCode, type DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules, payerAdvice } from "@countinghouse/contract/decline-rules.ts";
import { declineHeadlines, declinerOf, endedRetryWords, retryWords } from "@countinghouse/contract/decline-words.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CoinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { copyText } from "@countinghouse/ui/cells/copy-text.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { DeclineCompared } from "./coin-order.compare.part.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";

type Order = Pick<
  CoinOrder,
  "id" | "merchantId" | "failureCode" | "isDeclined" | "status" | "expireTime" | "capturedAmount"
>;

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
        <dd>{(isOpen ? retryWords : endedRetryWords)[oneOff][locale]}</dd>
        <dt>{screen.nextStep}</dt>
        <dd>{isOpen ? fill(screen.pageOpenUntil, { time }) : screen.orderEnded}</dd>
        <dt>{screen.tellPayer}</dt>
        <dd>
          {payerAdvice[payer][locale]} <CopyAdvice text={payerAdvice[payer][locale]} />
        </dd>
      </dl>
      {may("paymentAttempt:page") ? <DeclineCompared order={order} /> : null}
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
