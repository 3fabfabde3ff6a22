import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderRefund, type RefundPreview } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { RefundBucket, RefundReviewCause } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { isNegative, negate, subtract } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import "./order-refund.css";
import { CostLadder, Ladder, totalOf } from "./order-refund.ladder.part.tsx";
import { refundScreenMessages } from "./order-refund.messages.ts";

/** How long typing may pause before its outcome is computed, in ms. */
const typingPause = 250;

type Values = Readonly<Record<string, unknown>>;

/** What a refund as it stands in the form would come to. */
export interface RefundOutcome {
  readonly preview: RefundPreview;
  /** When it was computed, ISO 8601. */
  readonly at: string;
  /** Why it would be refused, and at which fields. */
  readonly refusal: CallError | undefined;
  /** What the button says that sends it. */
  readonly label: string;
  readonly isStopped: boolean;
}

const isAmount = (value: unknown): value is string => typeof value === "string" && /^[1-9]\d{0,15}$/.test(value);

/** Follows a value once it rests. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Computes what the form would do whenever it rests; while that is asked for, what was said before stays. */
export function useOutcome(values: Values, whole: RefundPreview): RefundOutcome {
  const words = useWords(refundScreenMessages);
  const language = useLocale();
  const amount = useRested(values.amount);
  const { orderId, captureId = null } = values as { readonly orderId: string; readonly captureId?: string | null };
  const isEnabled = isAmount(amount);
  const input = { orderId, captureId, amount: isEnabled ? amount : null };
  const { data, error, dataUpdatedAt } = useAnswer(orderRefund, "preview", input, { isEnabled });
  const [kept, keep] = useState({ preview: whole, at: new Date().toISOString() });
  if (data && data !== kept.preview) keep({ preview: data, at: new Date(dataUpdatedAt).toISOString() });
  const refusal = isEnabled && error instanceof CallError ? error : undefined;
  const shown = isAmount(values.amount) ? formatMoney(fromWire(values.amount, whole.currency), { language }) : "";
  return {
    ...kept,
    refusal,
    label: fill(kept.preview.reviewCause ? words.ask : words.refund, { amount: shown }).trim(),
    // Without an amount all that is left would go back, whatever was computed before.
    isStopped: refusal !== undefined || !kept.preview.isCovered || (values.amount ?? "") === "",
  };
}

/** What the refund comes to: what the payer gets, what it costs, and what it leaves of the balance it is taken from. */
export function Outcome({ outcome: { preview, at, refusal } }: { readonly outcome: RefundOutcome }) {
  const words = useWords(refundScreenMessages);
  const [before = "", after = ""] = words.computed.split("{time}");
  return (
    <section className="refund-form-cost" aria-live="polite" aria-label={words.willHappen}>
      <h3 className="refund-label">
        {words.willHappen}
        <small>
          {before}
          <TimeCell value={at} isClockOnly />
          {after}
        </small>
      </h3>
      {refusal ? (
        <Note tone="danger">{refusal.message}</Note>
      ) : (
        <>
          <CostLadder of={preview} />
          <Source of={preview} />
          <Terms of={preview} />
          {preview.fxRate !== null && preview.currency !== preview.settleCurrency ? (
            <Note tone="neutral">{words.notToday}</Note>
          ) : null}
        </>
      )}
    </section>
  );
}

/** Until when it can be refunded, and for the operator what the rates since cost us. */
function Terms({ of: { refundableUntil, exchangeDifference, settleCurrency } }: { readonly of: RefundPreview }) {
  const words = useWords(refundScreenMessages);
  const zone = useTimeZone();
  const language = useLocale();
  const difference = exchangeDifference && exchangeDifference !== "0" && fromWire(exchangeDifference, settleCurrency);
  const told = [
    refundableUntil ? fill(words.until, { time: formatInstant(refundableUntil, zone) }) : "",
    difference
      ? fill(isNegative(difference) ? words.exchangeGain : words.exchangeCost, {
          amount: formatMoney(isNegative(difference) ? negate(difference) : difference, { language }),
        })
      : "",
  ].filter(Boolean);
  return told.length === 0 ? null : <p className="refund-form-terms">{told.join(" ")}</p>;
}

/** The balance it is taken from: now, while the refund is on its way, and afterwards. */
function Source({ of }: { readonly of: RefundPreview }) {
  const words = useWords(refundScreenMessages);
  const language = useLocale();
  const inSettlement = (minor: string) => fromWire(minor, of.settleCurrency);
  const now = inSettlement(of.balanceBefore);
  const held = inSettlement(of.settleAmount);
  const missing = subtract(totalOf({ ...of, returnedFee: "0", returnedFeeTax: "0" }), now);
  return (
    <>
      <h3 className="refund-label">
        {words.source}
        <small>{words.byRule}</small>
      </h3>
      <ChipOf enumeration={RefundBucket} value={of.sourceBucket} />
      <Ladder
        lines={[
          { key: "now", label: words.balanceNow, amount: now },
          {
            key: "held",
            label: words.whileHeld,
            amount: subtract(now, held),
            small: fill(words.setAside, { amount: formatMoney(held, { language, show: "none" }) }),
          },
          { key: "after", label: words.onceRefunded, amount: inSettlement(of.balanceAfter), isSum: true },
        ]}
      />
      {of.isCovered ? null : (
        <Note tone="danger">
          {fill(words.uncovered, {
            missing: formatMoney(isNegative(missing) ? negate(missing) : missing, { language }),
          })}
        </Note>
      )}
    </>
  );
}

/** Why somebody else has to look at it before it is sent; nothing where nobody has to. */
export function ReviewNote({ preview: { reviewCause } }: { readonly preview: RefundPreview }) {
  const words = useWords(refundScreenMessages);
  const locale = useLocale();
  const isOwn = useIsOfMerchant();
  if (reviewCause === null) return null;
  const cause = RefundReviewCause.memberOf(reviewCause)?.text[locale];
  return (
    <Note tone="warning">
      <b>{isOwn || !cause ? words.reviewTitle : fill(words.reviewTitleOf, { cause })}</b> {words.reviewText}
    </Note>
  );
}

interface NoteProps {
  readonly tone: "danger" | "warning" | "neutral";
  readonly children: ReactNode;
}

const Note = ({ tone, children }: NoteProps) => {
  const Icon = tone === "neutral" ? Info : TriangleAlert;
  return (
    <div className={`refund-form-note ch-tone-${tone}`} role="note">
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
};
