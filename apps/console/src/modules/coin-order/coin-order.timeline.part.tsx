import { coinOrderMessages } from "@countinghouse/contract/coin-order/coin-order.messages.ts";
import { coinOrder, type TimelineEntry } from "@countinghouse/contract/coin-order/coin-order.ts";
import {
  TimelineActor,
  TimelineKind,
  TimelineVisibility,
} from "@countinghouse/contract/coin-order/order-enumerations.ts";
import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { PickerState } from "../../platform/pickers/picker-state.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";

type Text = Readonly<Record<string, string>>;

const capital = (name: string): string =>
  name
    .split("_")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join("");

/** What a slot of a sentence shows: codes become words, everything else stays as it came. */
function slotText(name: string, value: unknown, text: Text, locale: Locale): string {
  if (name === "code") return DeclineCode.memberOf(String(value))?.text[locale] ?? String(value);
  if (name === "reason" || name === "action") return text[`${name}${capital(String(value))}`] ?? String(value);
  return String(value ?? "");
}

/** What happened, in the reader's language. */
export function sentenceOf(
  { title, detail }: Pick<TimelineEntry, "title" | "detail">,
  text: Text,
  locale: Locale,
): string {
  const slots = Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, slotText(name, value, text, locale)]),
  );
  return fill(text[title] ?? title, slots);
}

interface OrderTimelineProps {
  readonly id: string;
  /** This many of the newest; all unless told. */
  readonly newest?: number;
}

/** One order's story, newest first: states, attempts, postings, notifications, and what people did. */
export function OrderTimeline({ id, newest }: OrderTimelineProps) {
  const { actions, text } = useWords(coinOrderMessages);
  const locale = useLocale();
  const { data, error, isPending, refetch } = useAnswer(coinOrder, "timeline", { id });
  const eventOf = (entry: TimelineEntry): TimelineEvent => {
    const kind = TimelineKind.memberOf(entry.kind);
    const actor = TimelineActor.memberOf(entry.actorType)?.text[locale];
    const isInternal = entry.kind === "note" && entry.visibility === "operator";
    const by = [
      entry.actorName ?? actor,
      isInternal ? TimelineVisibility.memberOf("operator")?.text[locale] : undefined,
    ];
    return {
      key: String(entry.seq),
      at: entry.time,
      title: sentenceOf(entry, text, locale),
      detail: by.filter(Boolean).join(" · "),
      ...(entry.amount && entry.currency
        ? { amount: <MoneyCell amount={fromWire(entry.amount, entry.currency)} isPlain /> }
        : {}),
      ...(kind ? { tone: toneOf(entry, kind.tone) } : {}),
    };
  };
  const entries = [...(data ?? [])].reverse();
  return (
    <PickerState isLoading={isPending} error={data ? null : error} onRetry={() => void refetch()}>
      <Timeline label={actions.timeline} events={(newest ? entries.slice(0, newest) : entries).map(eventOf)} />
    </PickerState>
  );
}

/** Failures are red and payments green, whatever kind of entry tells of them. */
function toneOf({ title }: TimelineEntry, tone: TimelineEvent["tone"] & string): TimelineEvent["tone"] & string {
  if (/Declined|Failed|Error|Mismatch|Refused|Duplicate|NoRoute/.test(title)) return "danger";
  return /Paid|Captured/.test(title) ? "success" : tone;
}
