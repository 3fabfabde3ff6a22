import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CoinOrderDetail } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund, type RefundPreview } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { exceeds, isPositive, isZero, type Money, money, subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormField, FormNotices } from "../../../platform/pages/form-field.tsx";
import type { RecordFormState } from "../../../platform/pages/use-record-form.ts";
import { CapturePicks } from "./order-refund.captures.part.tsx";
import { refundScreenMessages } from "./order-refund.messages.ts";
import { type RefundOutcome, ReviewNote } from "./order-refund.outcome.part.tsx";

interface EntryFieldsProps {
  readonly form: RecordFormState;
  readonly whole: RefundPreview;
  readonly order: CoinOrderDetail | undefined;
  /** Opened on one capture: there is nothing to choose. */
  readonly isOfOne: boolean;
  readonly outcome: RefundOutcome;
}

/** What a person says of a refund: of which capture, how much, and why. */
export function EntryFields({ form, whole, order, isOfOne, outcome }: EntryFieldsProps) {
  const { text } = useAmountWords(whole.currency);
  const words = useWords(refundScreenMessages);
  const most = mostOf(form.values.captureId, whole);
  const [round, setRound] = useState(0);
  const choose = (amount: Money) => {
    form.set("amount", toWire(amount));
    // What is typed stands in the input itself: another one shows what was chosen.
    setRound(round + 1);
  };
  const given = { form: withRefusal(form, outcome), resource: orderRefund, operation: "add", isDue: true };
  const isOther = form.values.reason === "other";
  return (
    <div className="refund-form-side">
      <FormNotices form={form} shown={["amount", "reason", "remark"]} />
      {whole.parts.length > 1 || isOfOne ? (
        <CapturePicks
          whole={whole}
          order={order}
          chosen={(form.values.captureId ?? null) as string | null}
          onChoose={(captureId) => {
            form.set("captureId", captureId);
            choose(mostOf(captureId, whole));
          }}
        />
      ) : null}
      <div className="refund-amount">
        <FormField
          key={round}
          {...given}
          field={{ field: "amount", hint: fill(words.atMost, { amount: text(most) }), isWide: true }}
          record={{ currency: whole.currency }}
        />
        <QuickAmounts most={most} amount={form.values.amount} onChoose={choose} />
      </div>
      <FormField {...given} field={{ field: "reason", isWide: true }} />
      <FormField {...given} field={{ field: "remark", isWide: true, hint: isOther ? words.remarkNeeded : undefined }} />
      {outcome.refusal ? null : <ReviewNote preview={outcome.preview} />}
    </div>
  );
}

/** The refusal of an amount stands at the amount as soon as it is known. */
const withRefusal = (form: RecordFormState, { refusal }: RefundOutcome): RecordFormState => {
  const early = Object.fromEntries((refusal?.fields ?? []).map(({ field, message }) => [field, message]));
  return { ...form, errors: { ...early, ...form.errors } };
};

/** All that can go back of what was chosen. */
function mostOf(captureId: unknown, { currency, refundableAmount, parts }: RefundPreview): Money {
  const part = parts.find((one) => one.captureId === captureId);
  return fromWire(part?.amount ?? refundableAmount, currency);
}

function useAmountWords(currency: string) {
  const language = useLocale();
  return {
    text: (amount: Money) => formatMoney(amount, { language }),
    figure: (amount: Money) => formatMoney(amount, { language, show: "none" }),
    currency,
  };
}

interface QuickAmountsProps {
  readonly most: Money;
  readonly amount: unknown;
  onChoose(amount: Money): void;
}

/** All or half of it in one click, and what would be left. */
function QuickAmounts({ most, amount, onChoose }: QuickAmountsProps) {
  const words = useWords(refundScreenMessages);
  const { text, figure } = useAmountWords(most.currency);
  const half = money(most.amountMinor / 2n, most.currency);
  const given = typeof amount === "string" && /^\d+$/.test(amount) ? fromWire(amount, most.currency) : undefined;
  const left = given && !exceeds(given, most) ? subtract(most, given) : undefined;
  return (
    <p className="refund-quick">
      <button type="button" className="ch-btn" onClick={() => onChoose(most)}>
        {fill(words.all, { amount: figure(most) })}
      </button>
      {isPositive(half) ? (
        <button type="button" className="ch-btn" onClick={() => onChoose(half)}>
          {fill(words.half, { amount: figure(half) })}
        </button>
      ) : null}
      {left && !isZero(left) ? <span>{fill(words.thenLeft, { amount: text(left) })}</span> : null}
    </p>
  );
}
