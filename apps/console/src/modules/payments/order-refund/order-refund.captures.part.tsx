import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { RefundPreview } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { isPositive, type Money, subtract } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import type { ReactNode } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { refundScreenMessages } from "./order-refund.messages.ts";

interface CapturePicksProps {
  readonly whole: RefundPreview;
  readonly order: CoinOrderDetail | undefined;
  readonly chosen: string | null;
  onChoose(captureId: string | null): void;
}

/** Of which capture the money goes back: of all that have something left, or of one. */
export function CapturePicks({ whole, order, chosen, onChoose }: CapturePicksProps) {
  const words = useWords(refundScreenMessages);
  const language = useLocale();
  const { currency, parts, refundableAmount } = whole;
  const all = fromWire(refundableAmount, currency);
  return (
    <fieldset className="refund-picks">
      <legend className="refund-label">
        {words.which}
        <small>{fill(words.inAll, { amount: formatMoney(all, { language }) })}</small>
      </legend>
      {parts.length > 1 ? (
        <Pick
          title={words.allCaptures}
          small={words.newestFirst}
          left={all}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
        />
      ) : null}
      {parts.map(({ captureId, captureNo, amount }) => {
        const left = fromWire(amount, currency);
        const taken = order?.captures.find(({ id }) => id === captureId);
        return (
          <Pick
            key={captureId}
            title={taken ? fill(words.captureOf, { seq: taken.seq }) : <span className="ch-mono">{captureNo}</span>}
            time={taken?.finishedTime ?? taken?.askedTime}
            small={taken ? <Gone captured={fromWire(taken.amount, currency)} left={left} /> : null}
            left={left}
            isChosen={chosen === captureId}
            onChoose={() => onChoose(captureId)}
          />
        );
      })}
    </fieldset>
  );
}

/** What was captured, and what of it went back or is on its way. */
function Gone({ captured, left }: { readonly captured: Money; readonly left: Money }) {
  const words = useWords(refundScreenMessages);
  const language = useLocale();
  const figure = (amount: Money) => formatMoney(amount, { language, show: "none" });
  const gone = subtract(captured, left);
  return fill(isPositive(gone) ? words.capturedAndGone : words.captured, {
    amount: figure(captured),
    gone: figure(gone),
  });
}

interface PickProps {
  readonly title: ReactNode;
  readonly time?: string | undefined;
  readonly small: ReactNode;
  readonly left: Money;
  readonly isChosen: boolean;
  onChoose(): void;
}

function Pick({ title, time, small, left, isChosen, onChoose }: PickProps) {
  const words = useWords(refundScreenMessages);
  const zone = useTimeZone();
  return (
    <label className="refund-pick">
      <input type="radio" name="refund-capture" checked={isChosen} onChange={onChoose} />
      <span className="refund-pick-what">
        <b>{title}</b> {time ? <time dateTime={time}>{formatInstant(time, zone)}</time> : null}
        <small>{small}</small>
      </span>
      <span className="refund-pick-left">
        <b>
          <MoneyCell amount={left} isPlain />
        </b>
        <small>{words.left}</small>
      </span>
    </label>
  );
}
