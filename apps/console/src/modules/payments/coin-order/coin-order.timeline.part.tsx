import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { DeliveryStatus } from "@countinghouse/contract/integration/webhook/webhook-enumerations.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import {
  type CoinOrder,
  coinOrder,
  type TimelineEntry,
} from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import {
  AwaitingReason,
  OrderStatus,
  TimelineActor,
  TimelineKind,
  TimelineVisibility,
} from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import {
  RefundFailure,
  RefundReason,
  RefundToldOutcome,
} from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../platform/payments/method-names.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";

type Text = Readonly<Record<string, string>>;

const capital = (name: string): string =>
  name
    .split("_")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join("");

/** A state, and what an awaiting order waits for: `awaiting.retry` is "Awaiting · Another try". */
const stateText = (state: string, locale: Locale): string => {
  const [status = "", reason = ""] = state.split(".");
  const words = [OrderStatus.memberOf(status)?.text[locale] ?? status, AwaitingReason.memberOf(reason)?.text[locale]];
  return words.filter(Boolean).join(" · ");
};

/** What a slot of a sentence shows: codes become words, everything else stays as it came. */
function slotText(name: string, value: unknown, text: Text, locale: Locale): string {
  if (name === "code")
    return (
      DeclineCode.memberOf(String(value))?.text[locale] ?? text[`reason${capital(String(value))}`] ?? String(value)
    );
  if (name === "to") return stateText(String(value), locale);
  if (name === "attemptNo") return middleCut(String(value ?? ""));
  // Who called an order off is kept as the name of its word.
  if (name === "reason" && /^reason[A-Z]/.test(String(value))) return text[String(value)] ?? String(value);
  if (name === "failure") return RefundFailure.memberOf(String(value))?.text[locale] ?? String(value);
  if (name === "outcome") return RefundToldOutcome.memberOf(String(value))?.text[locale] ?? String(value);
  const refundReason = name === "reason" ? RefundReason.memberOf(String(value)) : undefined;
  if (refundReason && text[`reason${capital(String(value))}`] === undefined) return refundReason.text[locale];
  if (name === "reason" || name === "action") return text[`${name}${capital(String(value))}`] ?? String(value);
  return String(value ?? "");
}

const moneySlots: readonly string[] = ["amount", "expected", "reported"];

/** Minor units as an amount, in a currency of their own where they have one, else in the sentence's; all else as it came. */
function amountIn(name: string, value: unknown, detail: TimelineEntry["detail"], language: Locale): unknown {
  const currency = detail[`${name}Currency`] ?? detail.currency;
  const isMoney = moneySlots.includes(name) && /^\d+$/.test(String(value)) && isCurrency(String(currency));
  return isMoney ? formatMoney(fromWire(String(value), String(currency)), { language }) : value;
}

/** What happened, in the reader's language. */
export function sentenceOf(
  { title, detail }: Pick<TimelineEntry, "title" | "detail">,
  text: Text,
  locale: Locale,
): string {
  const slots = Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      slotText(name, amountIn(name, value, detail, locale), text, locale),
    ]),
  );
  return fill(text[title] ?? title, slots);
}

interface OrderTimelineProps {
  readonly order: Pick<CoinOrder, "id" | "orderNo" | "mode">;
}

/** Events shown before the reader asks for all of them. */
const shownFirst = 12;

/** One order's story, newest first: states, attempts, postings, notifications, and what people did. */
export function OrderTimeline({ order }: OrderTimelineProps) {
  const { actions } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const answer = useAnswer(coinOrder, "timeline", { id: order.id });
  const [isWhole, setIsWhole] = useState(false);
  const eventOf = useEntryEvent();
  const sent = useSentWebhooks(order);
  const told = [...(answer.data ?? [])].reverse().map(eventOf);
  // A stable sort: what happened at the same moment stays in the order it was told.
  const events = sent.length > 0 ? [...sent, ...told].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)) : told;
  const isLong = events.length > shownFirst + 2;
  return (
    <Answered answer={answer}>
      {() => (
        <>
          <Timeline label={actions.timeline} events={isLong && !isWhole ? events.slice(0, shownFirst) : events} />
          {isLong && !isWhole ? (
            <button type="button" className="ch-link" onClick={() => setIsWhole(true)}>
              {fill(screen.moreEvents, { count: events.length })}
            </button>
          ) : null}
        </>
      )}
    </Answered>
  );
}

/** An entry of the story as a line of the timeline. */
function useEntryEvent(): (entry: TimelineEntry) => TimelineEvent {
  const { text } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const locale = useLocale();
  const methodOf = useMethodNames();
  return (entry) => {
    const kind = TimelineKind.memberOf(entry.kind);
    const isInternal = entry.kind === "note" && entry.visibility === "operator";
    const by = [
      actorText(entry, screen.app, locale),
      isInternal ? TimelineVisibility.memberOf("operator")?.text[locale] : undefined,
      reasonText(entry),
    ];
    return {
      key: String(entry.seq),
      at: entry.time,
      title: sentenceOf(withMethod(entry, methodOf), text, locale),
      detail: by.filter(Boolean).join(" · "),
      ...(entry.amount && entry.currency
        ? { amount: <MoneyCell amount={fromWire(entry.amount, entry.currency)} isPlain /> }
        : {}),
      ...(kind ? { tone: toneOf(entry, kind.tone) } : {}),
    };
  };
}

/** What somebody gave as the reason; a note says its text already. */
const reasonText = ({ kind, detail: { text } }: TimelineEntry): string | undefined =>
  kind !== "note" && typeof text === "string" ? text : undefined;

const withMethod = ({ title, detail }: TimelineEntry, methodOf: (code: string) => string) => ({
  title,
  detail: typeof detail.method === "string" ? { ...detail, method: methodOf(detail.method) } : detail,
});

/** Who did it: a person by name, an app by its number, anybody else by what they are. */
function actorText({ actorName, actorType }: TimelineEntry, app: string, locale: Locale): string | undefined {
  if (actorName && /^AP\d{8}/.test(actorName)) return fill(app, { no: middleCut(actorName) });
  return actorName ?? TimelineActor.memberOf(actorType)?.text[locale];
}

/** What the merchant's servers were told of the order, for those who may see it. */
function useSentWebhooks({ orderNo, mode }: OrderTimelineProps["order"]): readonly TimelineEvent[] {
  const screen = useWords(orderScreenMessages);
  const locale = useLocale();
  const isEnabled = useMay()("webhook:page");
  const { data } = useAnswer(webhook, "page", { objectNo: orderNo, mode, pageSize: 50 }, { isEnabled });
  return (data?.items ?? []).map((delivery) => {
    const status = DeliveryStatus.memberOf(delivery.status);
    return {
      key: delivery.id,
      at: delivery.doneTime ?? delivery.createTime,
      title: (
        <Link to={`/integration/webhooks?objectNo=${orderNo}&open=${delivery.id}`} className="ch-link">
          {fill(screen.webhookSent, {
            type: delivery.eventType,
            status: status?.text[locale] ?? delivery.status,
          })}
        </Link>
      ),
      detail: [delivery.endpointName, delivery.lastHttpStatus].filter(Boolean).join(" · "),
      ...(status ? { tone: status.tone, shape: status.shape } : {}),
    };
  });
}

/** Failures are red and payments green, whatever kind of entry tells of them. */
function toneOf({ title }: TimelineEntry, tone: TimelineEvent["tone"] & string): TimelineEvent["tone"] & string {
  if (/Declined|Failed|Error|Mismatch|Refused|Duplicate|NoRoute/.test(title)) return "danger";
  return /Paid|Captured/.test(title) ? "success" : tone;
}
